'use client'

import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextArea } from './field.tsx'

/** Puts a text on the clipboard and says so for two seconds; where the browser refuses, it shows the text to be copied by hand. */
export function CopyButton({
  label,
  done,
  text,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'children'> & {
  label: string
  done: string
  text: () => string
}) {
  const [isCopied, setCopied] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const copy = async () => {
    const copied = text()
    try {
      await navigator.clipboard.writeText(copied)
    } catch {
      // Not allowed, or no clipboard at all: the page came over plain HTTP from another machine.
      setRefused(copied)
      return
    }
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return (
    <>
      <Button {...button} onClick={copy}>
        <span aria-live="polite">{isCopied ? done : label}</span>
      </Button>
      <Dialog
        open={refused !== null}
        onClose={() => setRefused(null)}
        title="The browser refused the clipboard."
      >
        {refused !== null && (
          <label className="grid gap-2">
            Nothing was copied. Copy it from here:
            <TextArea
              readOnly
              data-autofocus
              value={refused}
              onFocus={(event) => event.target.select()}
              className="max-h-[50dvh] font-mono"
            />
          </label>
        )}
      </Dialog>
    </>
  )
}
