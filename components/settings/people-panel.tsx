'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { type Question, useConfirm } from '@/components/ui/confirm.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import { type PersonView, ROLES, type Role } from '@/lib/memory/people.ts'
import { Setting } from './setting.tsx'

type Told = { name: string; password: string } | null

/** Who signs in: role, projects, and passwords that are told once. */
export function PeoplePanel({ people, projects }: { people: PersonView[]; projects: readonly string[] }) {
  const [told, setTold] = useState<Told>(null)
  return (
    <Setting
      title="People"
      note={
        people.length === 0
          ? 'Nobody signs in. From the first account on everybody does, you too; the first is an owner.'
          : 'A reader reads; a reviewer decides, changes and undoes; an owner does everything.'
      }
    >
      <ul className="grid">
        {people.map((one) => (
          <Person key={one.id} {...{ one, projects, setTold }} />
        ))}
      </ul>
      {told && (
        <p role="status" className="flex flex-wrap items-center gap-3">
          <span>
            Password of {told.name}: <code className="font-mono">{told.password}</code>
          </span>
          <CopyButton text={() => told.password} label="Copy the password" done="Copied" />
          <span className="text-warning">Shown this once; replaced at the first sign-in.</span>
        </p>
      )}
      <NewPerson isFirst={people.length === 0} {...{ projects, setTold }} />
    </Setting>
  )
}

function Person({
  one: { id, name, role, projects: own, seenAt },
  projects,
  setTold,
}: {
  one: PersonView
  projects: readonly string[]
  setTold: (told: Told) => void
}) {
  const { changePerson, removePerson, resetPassword } = useCommands()
  const confirm = useConfirm()
  const { tell, isBusy } = useTelling()
  const router = useRouter()
  const change = async (rights: { role: Role; projects: string[] | null }) => {
    await tell(changePerson({ id, ...rights }), `${name}: ${rights.role}, ${projectWords(rights.projects)}.`)
    router.refresh()
  }
  const remove = async () => {
    if (!(await confirm(removalQuestion(name)))) return
    await tell(removePerson({ id }), `${name} signs in no more.`)
    router.refresh()
  }
  const reset = async () => {
    const answer = await tell(resetPassword({ id }))
    if (answer.ok) setTold({ name, ...answer.value })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5">
      <span className="font-medium">{name}</span>
      <Select
        aria-label={`Role of ${name}`}
        className="w-28!"
        value={role}
        onChange={(event) => {
          const next = event.currentTarget.value as Role
          void change({ role: next, projects: next === 'owner' ? null : own })
        }}
      >
        {ROLES.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </Select>
      {role !== 'owner' && (
        <ProjectsOf
          name={name}
          own={own}
          projects={projects}
          onSet={(set) => change({ role, projects: set })}
        />
      )}
      <span className="flex-1 text-ink-3 text-small">
        {seenAt === null ? 'never signed in' : `last here ${formatInstant(seenAt)}`}
      </span>
      <Button disabled={isBusy} aria-label={`Reset the password of ${name}`} onClick={() => void reset()}>
        Reset password
      </Button>
      <Button variant="danger" disabled={isBusy} aria-label={`Remove ${name}`} onClick={() => void remove()}>
        Remove
      </Button>
    </li>
  )
}

function removalQuestion(name: string): Question {
  const text = `${name} is signed out and signs in no more. What ${name} changed keeps the name.`
  return { title: 'Remove a person?', text, keep: 'Keep', act: `Remove ${name}` }
}

/** Which projects somebody is shown: all, or those that are chosen, one at least. */
function ProjectsOf({
  name,
  own,
  projects,
  onSet,
}: {
  name: string
  own: string[] | null
  projects: readonly string[]
  onSet: (projects: string[] | null) => Promise<void>
}) {
  return (
    <details>
      <summary className="cursor-pointer text-ink-2">{projectWords(own)}</summary>
      <ul className="grid gap-1 py-1">
        {[null, ...projects].map((project) => {
          const isOn = project === null ? own === null : (own?.includes(project) ?? false)
          const others = (own ?? []).filter((one) => one !== project)
          return (
            <li key={project ?? ''}>
              <label className="inline-flex min-h-7 items-center gap-1.5 max-md:min-h-11">
                <Checkbox
                  aria-label={`${name} is shown ${project ?? 'all projects'}`}
                  checked={isOn}
                  disabled={isOn && others.length === 0}
                  onChange={() => void onSet(project === null ? null : isOn ? others : [...others, project])}
                />
                {project ?? 'all projects'}
              </label>
            </li>
          )
        })}
      </ul>
    </details>
  )
}

function NewPerson({
  isFirst,
  projects,
  setTold,
}: {
  isFirst: boolean
  projects: readonly string[]
  setTold: (told: Told) => void
}) {
  const { addPerson } = useCommands()
  const { tell } = useTelling()
  const router = useRouter()
  const add = async (form: HTMLFormElement) => {
    const fields = new FormData(form)
    const [name, role, project] = ['name', 'role', 'project'].map((one) => String(fields.get(one) ?? ''))
    const answer = await tell(
      addPerson({
        name: name ?? '',
        role: isFirst ? 'owner' : (role as Role),
        projects: project ? [project] : null,
      }),
    )
    if (!answer.ok) return
    form.reset()
    setTold({ name: name ?? '', password: answer.value.password })
    // The first account ends the time without one: this page is left when its password has been read.
    if (!isFirst) router.refresh()
  }
  return (
    <form
      className="flex flex-wrap items-end gap-x-5 gap-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        void add(event.currentTarget)
      }}
    >
      <Field label={isFirst ? 'Name of the first owner' : 'Name'} className="w-48">
        <TextInput name="name" required maxLength={80} />
      </Field>
      {!isFirst && (
        <>
          <Field label="Role" className="w-28">
            <Select name="role">
              {ROLES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </Field>
          <Field label="Project" className="w-44">
            <Select name="project">
              <option value="">all projects</option>
              {projects.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <Button type="submit">Add</Button>
    </form>
  )
}

const projectWords = (projects: readonly string[] | null) =>
  projects === null ? 'all projects' : projects.join(', ') || 'no project'
