'use client'

import { useState } from 'react'
import { askSession, signOut } from '@/components/frame/session.ts'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import { type Account, LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/memory/people.ts'
import { Setting } from './setting.tsx'

const MAY: Readonly<Record<Account['role'], string>> = {
  reader: 'reads',
  reviewer: 'reads, decides, changes and undoes',
  owner: 'does everything, in all projects',
}

/** Who is signed in here: the way out, and the password. */
export function AccountPanel({ name, role }: Pick<Account, 'name' | 'role'>) {
  const { changePassword } = useCommands()
  const { tell } = useTelling()
  const toast = useToast()
  const [isChanging, setChanging] = useState(false)
  const leave = async () => {
    const fault = await signOut()
    if (fault) toast.show({ text: fault, tone: 'danger' })
  }
  const change = async (fields: FormData) => {
    const [password, newPassword] = ['password', 'newPassword'].map((one) => String(fields.get(one) ?? ''))
    const asked = { password: password ?? '', newPassword: newPassword ?? '' }
    if (!(await tell(changePassword(asked))).ok) return
    // The change ended every session, this one too.
    await askSession({ name, password: asked.newPassword })
    setChanging(false)
    toast.show({ text: 'Changed. You are signed out everywhere else.' })
  }
  return (
    <Setting title="Account" note={`${role === 'owner' ? 'An' : 'A'} ${role} ${MAY[role]}.`}>
      <div className="flex flex-wrap items-center gap-3">
        <span className="font-medium">{name}</span>
        <Button onClick={() => void leave()}>Sign out</Button>
        {!isChanging && <Button onClick={() => setChanging(true)}>Change password</Button>}
      </div>
      {isChanging && (
        <form
          className="flex flex-wrap items-end gap-x-5 gap-y-2"
          onSubmit={(event) => {
            event.preventDefault()
            void change(new FormData(event.currentTarget))
          }}
        >
          <input type="hidden" name="username" autoComplete="username" value={name} readOnly />
          <Field label="Password" className="w-48">
            <TextInput name="password" type="password" autoComplete="current-password" required />
          </Field>
          <Field label={`New, at least ${SHORTEST_PASSWORD}`} className="w-48">
            <TextInput
              name="newPassword"
              type="password"
              autoComplete="new-password"
              required
              minLength={SHORTEST_PASSWORD}
              maxLength={LONGEST_PASSWORD}
            />
          </Field>
          <Button type="submit">Change</Button>
        </form>
      )}
    </Setting>
  )
}
