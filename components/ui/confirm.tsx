'use client'

import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** What is asked before much is done at once, and the words of both answers. */
export type Question = { title: string; text: ReactNode; keep: string; act: string }
type Confirm = (question: Question) => Promise<boolean>

const ConfirmContext = createContext<Confirm | null>(null)

/** Asks in a dialog; true when it is to be done. */
export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext)
  if (!confirm) throw new Error('useConfirm outside of ConfirmProvider')
  return confirm
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<{ question: Question; answer: (isYes: boolean) => void } | null>(null)
  const confirm = useCallback<Confirm>(
    (question) => new Promise((answer) => setAsked({ question, answer })),
    [],
  )
  const end = (isYes: boolean) => {
    asked?.answer(isYes)
    setAsked(null)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Dialog open={asked !== null} onClose={() => end(false)} title={asked?.question.title ?? ''}>
        {asked && <Answers question={asked.question} end={end} />}
      </Dialog>
    </ConfirmContext>
  )
}

/** Enter alone does no harm: the focus is on the answer that leaves things as they are. Exported for its test. */
export function Answers({
  question: { text, keep, act },
  end,
}: {
  question: Question
  end: (isYes: boolean) => void
}) {
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">{text}</p>
      <div className="flex justify-end gap-2">
        <Button data-autofocus onClick={() => end(false)}>
          {keep}
        </Button>
        <Button variant="danger-solid" onClick={() => end(true)}>
          {act}
        </Button>
      </div>
    </div>
  )
}
