'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import { type KeyView, SCOPES, type Scope } from '@/lib/memory/keys.ts'
import { Setting } from './setting.tsx'

const MAY: Readonly<Record<Scope, string>> = {
  read: 'ask and look',
  log: 'ask as an agent and report',
  propose: 'propose lessons',
  ingest: 'bring runs in',
}

/** Keys of programs: what each may do, when it was used last; made and revoked here. */
export function KeysPanel({ keys, projects }: { keys: readonly KeyView[]; projects: readonly string[] }) {
  const { revokeKey } = useCommands()
  const { tell } = useTelling()
  const router = useRouter()
  const revoke = async ({ id, name }: KeyView) => {
    await tell(revokeKey({ id }), `The key ${name} opens nothing any more.`)
    router.refresh()
  }
  return (
    <Setting title="Keys" note="One a program. The owner’s token, which opens all, is in the data folder.">
      <ul className="grid">
        {keys.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5"
          >
            <span className="font-medium">{one.name}</span>
            <span className="font-mono">{one.scopes.join(', ')}</span>
            <span className="text-ink-2">{one.project ?? 'all projects'}</span>
            <span className="flex-1 text-ink-3 text-small">
              {one.usedAt === null ? 'never used' : `last used ${formatInstant(one.usedAt)}`}
            </span>
            <Button variant="danger" aria-label={`Revoke ${one.name}`} onClick={() => void revoke(one)}>
              Revoke
            </Button>
          </li>
        ))}
        {keys.length === 0 && (
          <li className="text-ink-2">
            No program has a key of its own. <code className="font-mono">npm run connect</code> makes one for
            an agent.
          </li>
        )}
      </ul>
      <NewKey projects={projects} />
    </Setting>
  )
}

function NewKey({ projects }: { projects: readonly string[] }) {
  const { makeKey } = useCommands()
  const { tell } = useTelling()
  const router = useRouter()
  const [made, setMade] = useState<string | null>(null)
  const make = async (fields: FormData) => {
    const project = String(fields.get('project') ?? '')
    const answer = await tell(
      makeKey({
        name: String(fields.get('name') ?? ''),
        scopes: SCOPES.filter((scope) => fields.get(scope) === 'on'),
        project: project === '' ? null : project,
      }),
    )
    if (!answer.ok) return
    setMade(answer.value.key)
    router.refresh()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void make(new FormData(event.currentTarget))
      }}
    >
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2">
        <Field label="Name of the program" className="w-48">
          <TextInput name="name" required maxLength={80} />
        </Field>
        <Field label="Project" className="w-44">
          <Select name="project">
            <option value="">all projects</option>
            {projects.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
        {SCOPES.map((scope) => (
          <label key={scope} className="inline-flex min-h-7 items-center gap-1.5 max-md:min-h-11">
            <Checkbox name={scope} defaultChecked={scope === 'read'} />
            {scope}: {MAY[scope]}
          </label>
        ))}
        <Button type="submit">Make a key</Button>
      </div>
      {made !== null && (
        <p role="status" className="flex flex-wrap items-center gap-3">
          <code className="font-mono [overflow-wrap:anywhere]">{made}</code>
          <CopyButton text={() => made} label="Copy the key" done="Copied" />
          <span className="text-warning">Shown this once.</span>
        </p>
      )}
    </form>
  )
}
