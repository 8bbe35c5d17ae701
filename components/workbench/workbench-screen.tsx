'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { armWords } from '@/components/marks/arm-words.ts'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { formatInstant } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section, SectionTitle } from '@/components/ui/section.tsx'
import { ErrorState } from '@/components/ui/states.tsx'
import type { WorkbenchArm, WorkbenchDesign } from '@/lib/memory/workbench/workbench.ts'
import type { WorkbenchRunHead, WorkbenchRunView, WorldHead } from '@/lib/memory/workbench/workbench-views.ts'
import { AXES, curvesOf, workbenchVerdict } from './prepare-workbench.ts'
import { RunFigure } from './run-figure.tsx'

/** What both pages of the workbench answer. */
export const QUESTION = 'Does remembering pay, here, now, on this machine?'

const DESIGNS: Record<WorkbenchDesign, string> = {
  ladder: 'Density ladder: frozen stores of k lessons',
  stream: 'Stream: an empty store grows task by task',
  misprediction: 'Misprediction: a share of the categories is wrong',
  budget: 'Budget: more or fewer steps',
}
const DESIGN_NAMES: readonly WorkbenchDesign[] = ['ladder', 'stream', 'misprediction', 'budget']
const ARMS: readonly WorkbenchArm[] = [
  'vanilla',
  'instance',
  'global',
  'subtask',
  'raw',
  'random',
  'wrong-drawer',
  'same-task-excluded',
  'subtask-uncharged',
  'instance-uncharged',
]
const USUAL: readonly WorkbenchArm[] = ['vanilla', 'instance', 'global', 'subtask']

/** Choose world, design, arms, budget and seed; and every run there is. */
export function WorkbenchScreen(props: WorkbenchScreenProps) {
  const state = useNewRun(props)
  const { latest } = props
  const { href } = state

  return (
    <Screen
      crumbs={[{ label: 'Workbench' }]}
      question={QUESTION}
      verdict={latest ? workbenchVerdict(latest) : 'Not measured yet: choose a world, and start.'}
      basis={
        <>
          <SourceChip source="measured" />
          <span>a search program, not a language model</span>
          <span>no key, no network; the same plan gives the same bytes on every machine</span>
        </>
      }
    >
      {latest?.run && (
        <Section
          title="The latest density ladder"
          note={`tasks resolved by ${AXES.ladder.label}, world ${latest.plan.world}`}
          end={
            <Link className="link max-md:-my-3 max-md:py-3.5" href={href(`/workbench/${latest.id}`)}>
              task by task
            </Link>
          }
        >
          <RunFigure id={latest.id} run={latest.run} curves={curvesOf(latest.run, true)} isComplete />
        </Section>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_420px] divide-x divide-hairline border-hairline border-t max-lg:grid-cols-[minmax(0,1fr)] max-lg:divide-x-0 max-lg:divide-y">
        <NewRun {...state} />
        <Runs {...state} />
      </div>
    </Screen>
  )
}

type WorkbenchScreenProps = {
  worlds: WorldHead[]
  runs: WorkbenchRunHead[]
  /** The latest whole ladder; null when there is none. */
  latest: WorkbenchRunView | null
}

type NewRunState = ReturnType<typeof useNewRun>

function useNewRun({ worlds, runs }: Pick<WorkbenchScreenProps, 'worlds' | 'runs'>) {
  const { orderWorkbench: order } = useCommands()
  const href = useProjectHref()
  const router = useRouter()
  const [arms, setArms] = useState<readonly WorkbenchArm[]>(USUAL)
  const [world, setWorld] = useState(worlds[0]?.name ?? '')
  const [fault, setFault] = useState<{ message: string; hint: string } | null>(null)
  const [isOrdering, start] = useTransition()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const count = (name: string) => {
      const text = String(given.get(name) ?? '').trim()
      return text === '' ? null : Number(text)
    }
    start(async () => {
      const design = DESIGN_NAMES.find((name) => name === given.get('design')) ?? 'ladder'
      const result = await order({
        world,
        design,
        seed: count('seed') ?? 1,
        arms: ARMS.filter((arm) => arms.includes(arm)),
        sizes: null,
        budget: count('budget'),
        draws: count('draws'),
        tasks: count('tasks'),
      })
      if (result.ok) router.push(href(`/workbench/${result.value.id}`))
      else setFault(result.error)
    })
  }
  const chosen = worlds.find(({ name }) => name === world)
  return { arms, chosen, fault, href, isOrdering, runs, setArms, setWorld, submit, world, worlds }
}

function NewRun({ arms, chosen, fault, isOrdering, setArms, setWorld, submit, world, worlds }: NewRunState) {
  return (
    <section aria-label="New run" className="px-6 py-4 max-md:px-4">
      <SectionTitle title="New run" note="the plan is frozen when you start, and shown with what comes out" />
      <form onSubmit={submit} className="mt-3 grid max-w-[88ch] gap-4">
        <WorldAndDesign setWorld={setWorld} world={world} worlds={worlds} />
        {chosen && (
          <p className="-mt-2 text-ink-2 text-small">
            {chosen.about} {chosen.training} training tasks, {chosen.heldOut} held out; frozen as{' '}
            <code className="font-mono">{chosen.hash.slice(0, 12)}</code>.
          </p>
        )}
        <Arms arms={arms} setArms={setArms} />
        <Numbers />
        {fault && <ErrorState what={fault.message} next={fault.hint} className="px-0" />}
        <p>
          <Button variant="solid" type="submit" disabled={isOrdering || arms.length < 2}>
            Freeze the plan and start
          </Button>
        </p>
      </form>
    </section>
  )
}

function WorldAndDesign({ setWorld, world, worlds }: Pick<NewRunState, 'setWorld' | 'world' | 'worlds'>) {
  return (
    <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
      <Field label="World">
        <Select value={world} onChange={(event) => setWorld(event.target.value)}>
          {worlds.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label="Design">
        <Select name="design">
          {DESIGN_NAMES.map((name) => (
            <option key={name} value={name}>
              {DESIGNS[name]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

function Arms({ arms, setArms }: Pick<NewRunState, 'arms' | 'setArms'>) {
  return (
    <fieldset>
      <legend className="font-medium">Arms</legend>
      <div className="mt-1 grid grid-cols-2 gap-x-4 gap-y-0.5 max-md:grid-cols-1">
        {ARMS.map((arm) => (
          <label key={arm} className="flex items-center gap-2 max-md:min-h-11">
            <Checkbox
              checked={arms.includes(arm)}
              onChange={(event) =>
                setArms(event.target.checked ? [...arms, arm] : arms.filter((one) => one !== arm))
              }
            />
            {armWords(arm)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Numbers() {
  return (
    <div className="grid grid-cols-4 gap-4 max-md:grid-cols-2">
      <Field label="Budget" hint="steps">
        <TextInput name="budget" inputMode="numeric" placeholder="40" pattern="[0-9]*" />
      </Field>
      <Field label="Draws">
        <TextInput name="draws" inputMode="numeric" placeholder="30" pattern="[0-9]*" />
      </Field>
      <Field label="Tasks">
        <TextInput name="tasks" inputMode="numeric" placeholder="all" pattern="[0-9]*" />
      </Field>
      <Field label="Seed">
        <TextInput name="seed" inputMode="numeric" placeholder="1" pattern="[0-9]*" />
      </Field>
    </div>
  )
}

function Runs({ href, runs }: NewRunState) {
  return (
    <Section title="Runs" note="newest first; the shipped ones came with the product">
      <ul className="mt-2 divide-y divide-hairline">
        {runs.map(({ id, plan, state, createdAt }) => (
          <li key={id} className="py-2">
            <Link className="link" href={href(`/workbench/${id}`)}>
              {plan.design} on {plan.world}
            </Link>
            <p className="text-ink-3 text-small">
              {state}, {plan.arms.length} arms, {plan.draws} draws, {plan.tasks} tasks, budget{' '}
              {plan.budgets.join(', ')}, seed {plan.seed}
              {createdAt ? `, ${formatInstant(createdAt)}` : ''}
            </p>
          </li>
        ))}
        {runs.length === 0 && <li className="py-2 text-ink-3">None yet.</li>}
      </ul>
    </Section>
  )
}
