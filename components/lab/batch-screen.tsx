'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState, useTransition } from 'react'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { postJson } from '@/components/ui/faults/fetch-json.ts'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Field, Select, TextArea, TextInput } from '@/components/ui/field.tsx'
import { formatCount, formatInstant, formatList, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { MOST_QUERIES } from '@/lib/memory/studies/retrieval-terms.ts'
import { LabHead } from './lab-head.tsx'
import type { StrategyInfo } from './prepare-agreement.ts'

export type RunHead = {
  id: string
  name: string
  by: string
  storeRevision: number
  embedder: string
  createdAt: string
  isDone: boolean
}

const QUESTION = 'Which way of retrieving should I trust, over many questions?'
const USUAL = ['subtask', 'subtask-predicted', 'subtask-planned', 'global', 'hybrid', 'instance', 'tfidf']

/** Paste many questions, declare the comparison, run; and the batches that were kept. */
export function BatchScreen({ runs, ...given }: BatchScreenProps) {
  return (
    <>
      <LabHead
        crumbs={[{ label: 'Batch' }]}
        question={QUESTION}
        verdict={
          runs.length === 0
            ? 'None yet: paste questions, and declare what is compared before you look.'
            : `${plural(runs.length, 'batch', 'batches')} kept; the latest is “${runs[0]?.name}”.`
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_380px] max-lg:grid-cols-[minmax(0,1fr)]">
        <NewBatch {...given} />
        <KeptBatches runs={runs} />
      </div>
    </>
  )
}

type BatchScreenProps = {
  strategies: StrategyInfo[]
  /** Questions that a language model has read. */
  readingCount: number
  runs: RunHead[]
  /** Labelled questions of the sample; null in another project. */
  example: string | null
}

type NewBatchState = ReturnType<typeof useNewBatch>

function useNewBatch() {
  const { current } = useShell()
  const href = useProjectHref()
  const router = useRouter()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(USUAL)
  const [fault, setFault] = useState<Error | null>(null)
  const [isRunning, start] = useTransition()
  const lineCount = text.split('\n').filter((line) => line.trim() !== '').length

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const field = (name: string) => String(given.get(name) ?? '')
    const order = {
      project: current?.name ?? '',
      name: field('name').trim() || `${plural(lineCount, 'line')}, ${chosen.join(', ')}`.slice(0, 120),
      by: field('by').trim() || 'person',
      text,
      strategies: chosen,
      primary: chosen.length < 2 ? null : [field('a'), field('b')],
      tune: given.get('tune') === 'on',
      onlyRead: given.get('onlyRead') === 'on',
    }
    start(async () => {
      try {
        const { id } = await postJson<{ id: string }>('/api/v1/lab-runs', order)
        router.push(href(`/lab/batch/${id}`))
      } catch (error) {
        setFault(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }
  const toggle = (name: string, on: boolean) =>
    setChosen(on ? [...chosen, name] : chosen.filter((each) => each !== name))
  return { chosen, fault, isRunning, lineCount, setText, submit, text, toggle }
}

function NewBatch({ strategies, readingCount, example }: Omit<BatchScreenProps, 'runs'>) {
  const state = useNewBatch()
  const { chosen, fault, setText, submit, text } = state
  return (
    <section aria-label="New batch" className="px-6 py-4 max-md:px-4">
      <form onSubmit={submit} className="grid max-w-[88ch] gap-4">
        <Questions {...state} />
        {example !== null && text === '' && (
          <p className="-mt-2">
            <button type="button" className="link max-md:min-h-11" onClick={() => setText(example)}>
              Take the sample’s labelled questions
            </button>
          </p>
        )}
        <Strategies {...state} strategies={strategies} readingCount={readingCount} />
        <Primary chosen={chosen} />
        <label className="flex items-center gap-2 max-md:min-h-11">
          <Checkbox name="tune" />
          Tune w of hybrid and τ of soft on one half, report on the other
        </label>
        {fault && <ReadErrorState error={fault} />}
        <RunIt {...state} />
      </form>
    </section>
  )
}

function RunIt({ chosen, isRunning, lineCount, text }: NewBatchState) {
  return (
    <div className="flex items-center gap-3">
      <Button variant="solid" type="submit" disabled={isRunning || text.trim() === '' || chosen.length === 0}>
        {isRunning ? `Ordering ${formatCount(lineCount)} …` : 'Run and keep'}
      </Button>
      <span className="text-ink-3 text-small">
        A query’s own instance is taken out before ranking. Nothing is logged as served. Up to{' '}
        {formatCount(MOST_QUERIES)} lines, in the background.
      </span>
    </div>
  )
}

function Questions({ lineCount, setText, text }: NewBatchState) {
  return (
    <Field label="Questions" hint={text === '' ? 'lines, JSON Lines or CSV' : plural(lineCount, 'line')}>
      <TextArea
        value={text}
        onChange={(event) => setText(event.target.value)}
        rows={8}
        className="max-h-[320px] min-h-[160px] font-mono text-small"
        placeholder={
          'EDIT: make the page cursor exclusive\n{"id": "shop-31", "text": "…", "category": "EDIT", "relevant": ["shop-12"]}'
        }
        required
      />
    </Field>
  )
}

function Strategies({ chosen, strategies, readingCount, toggle }: StrategiesProps) {
  const byReading = strategies.filter(({ needs }) => needs === 'readings').map(({ name }) => name)
  return (
    <fieldset>
      <legend className="font-medium">Strategies</legend>
      <div className="mt-1 grid grid-cols-3 gap-x-4 gap-y-0.5 max-md:grid-cols-1">
        {strategies.map(({ name, after, needs, source }) => (
          <label
            key={name}
            title={source}
            className="flex min-h-7 items-center gap-2 has-disabled:text-ink-3 max-md:min-h-11"
          >
            <Checkbox
              checked={chosen.includes(name)}
              disabled={needs === 'model' || (needs === 'readings' && readingCount === 0)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
            {name}
            {after && `, after ${after}`}
          </label>
        ))}
      </div>
      {byReading.length > 0 && readingCount === 0 && (
        <p className="mt-1 text-ink-3 text-small">
          {formatList(byReading)} compares questions that a language model has read; here none has read any.
          Put them in a file of lines {'{"text", "category"?}'} and run{' '}
          <code>npm run distil -- --project P --questions FILE.jsonl</code>; it needs no key with --requests
          DIR.
        </p>
      )}
      {byReading.some((name) => chosen.includes(name)) && (
        <label className="mt-1 flex items-center gap-2 max-md:min-h-11">
          <Checkbox name="onlyRead" defaultChecked />
          Only questions that a model has read ({formatCount(readingCount)} are kept here); the others are
          left out
        </label>
      )}
    </fieldset>
  )
}

type StrategiesProps = NewBatchState & Pick<BatchScreenProps, 'strategies' | 'readingCount'>

function Primary({ chosen }: { chosen: string[] }) {
  return (
    <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
      <PrimaryField name="a" label="Primary comparison" chosen={chosen} at={0} />
      <PrimaryField
        name="b"
        label="against"
        chosen={chosen}
        at={chosen.includes('instance') ? chosen.indexOf('instance') : 1}
      />
      <Field label="Name" hint="optional">
        <TextInput name="name" maxLength={120} />
      </Field>
      <Field label="By" hint="optional">
        <TextInput name="by" maxLength={60} />
      </Field>
    </div>
  )
}

function KeptBatches({ runs }: Pick<BatchScreenProps, 'runs'>) {
  const href = useProjectHref()
  return (
    <section
      aria-label="Kept batches"
      className="border-hairline px-6 py-4 max-lg:border-t max-md:px-4 lg:border-l"
    >
      <SectionTitle title="Kept batches" note="newest first" />
      {runs.length === 0 ? (
        <EmptyState className="px-0! py-2!" title="No batch yet.">
          What you run is kept here with its numbers, to be linked and compared.
        </EmptyState>
      ) : (
        <ul className="mt-2">
          {runs.map(({ id, name, by, createdAt, storeRevision, embedder, isDone }) => (
            <li key={id} className="border-hairline border-t">
              <Link
                href={href(`/lab/batch/${id}`)}
                className="-mx-2 block rounded-control px-2 py-2 no-underline hover:bg-hover"
              >
                <span className="block truncate font-medium">{name}</span>
                <span className="block text-ink-3 text-small">
                  {!isDone && 'not done yet · '}
                  {formatInstant(createdAt)} · {by} · {embedder} · revision {formatCount(storeRevision)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PrimaryField({
  name,
  label,
  chosen,
  at,
}: {
  name: string
  label: string
  chosen: string[]
  at: number
}) {
  return (
    <Field label={label} hint={name === 'a' ? 'on MRR, declared now' : 'Holm on the rest'}>
      <Select key={chosen.join()} name={name} defaultValue={chosen[at]} disabled={chosen.length < 2}>
        {chosen.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    </Field>
  )
}
