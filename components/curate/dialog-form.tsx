'use client'

import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'

type DialogFormProps = {
  /** Gives back what went wrong, in words, or null. */
  send: () => Promise<string | null>
  /** The button that sends it. */
  submit: ReactNode
  /** Beside the buttons, e.g. whose name the change carries. */
  before?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: what it asks, what went wrong in words (a message behind a dialog is not seen), and its foot. */
export function DialogForm({ send, submit, before, onClose, children }: DialogFormProps) {
  const [fault, setFault] = useState<string | null>(null)
  const submitForm = () => {
    setFault(null)
    void send().then(setFault)
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submitForm()
      }}
      // In a text of several lines Enter alone begins a new one.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        submitForm()
      }}
    >
      {children}
      {fault && (
        <p role="alert" className="text-danger">
          {fault}
        </p>
      )}
      {/* In sight however long the form is. */}
      <div className="sticky -bottom-4 z-10 -mx-5 -mb-4 flex flex-wrap items-center justify-end gap-2 border-hairline border-t bg-overlay px-5 py-3 max-md:-mx-4 max-md:px-4">
        {before && <span className="mr-auto">{before}</span>}
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        {submit}
      </div>
    </form>
  )
}
