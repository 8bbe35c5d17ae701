'use client'

import { useState } from 'react'
import { askSession } from '@/components/frame/session.ts'
import { Button } from '@/components/ui/button.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/memory/people.ts'
import type { FaultWords } from '@/lib/memory/views/curation.ts'

/** Name and password; where the password was told by somebody else, the one that takes its place. */
export function SignInForm({ to }: { to: string }) {
  const [fault, setFault] = useState<FaultWords | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [asksNew, setAsksNew] = useState(false)
  const signIn = async (form: HTMLFormElement) => {
    setBusy(true)
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    const refused = await askSession(Object.fromEntries(fields))
    if (refused === null) return window.location.assign(to)
    setBusy(false)
    setFault(refused)
    if (refused.code === 'new-password') setAsksNew(true)
  }
  return (
    <main className="grid min-h-dvh place-items-center bg-surface px-4 py-10">
      <form
        className="grid w-full max-w-80 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void signIn(event.currentTarget)
        }}
      >
        <div>
          <h1 className="font-semibold text-[17px] tracking-[-0.01em]">Sign in to Loupe</h1>
          <p className="mt-1 text-pretty text-ink-2">
            {asksNew ? 'Choose a password of your own.' : 'An owner makes accounts and resets passwords.'}
          </p>
        </div>
        <Field label="Name">
          <TextInput name="name" autoComplete="username" required autoFocus maxLength={80} />
        </Field>
        <Field label="Password">
          <TextInput
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={LONGEST_PASSWORD}
          />
        </Field>
        {asksNew && (
          <Field label="New password" hint={`at least ${SHORTEST_PASSWORD} characters`}>
            <TextInput
              name="newPassword"
              type="password"
              autoComplete="new-password"
              required
              autoFocus
              minLength={SHORTEST_PASSWORD}
              maxLength={LONGEST_PASSWORD}
            />
          </Field>
        )}
        {fault && <FaultLine fault={fault} />}
        <Button type="submit" variant="solid" disabled={isBusy}>
          Sign in
        </Button>
      </form>
    </main>
  )
}
