'use client'

import { useRouter } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { type ReactNode, useState } from 'react'
import { askedFilter, entryUrlParsers, filterOf } from '@/components/entries/entry-url.ts'
import { FilterRefused } from '@/components/entries/filter-refused.tsx'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { Checkbox } from '@/components/ui/checkbox.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { LoupeFault } from '@/components/ui/faults/fault-error.ts'
import { TextInput } from '@/components/ui/field.tsx'
import { formatInstant, formatPercent, plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import type { BlindWhere, MakerHead } from '@/lib/memory/findings/blind.ts'
import { queuePath } from '@/lib/memory/queue-path.ts'
import type { EarlierQueue } from '@/lib/memory/review.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import type { Queue } from './use-queue.ts'

type Drawer = Pick<Queue, 'query' | 'by' | 'needsName'>

/** A queue that is drawn or chosen first: from what, how many, and what is there. */
export function Draw(state: Queue) {
  const { queue } = state
  const { empty, makers = [], earlier = [] } = queue
  return (
    <>
      <EmptyState title={empty.title}>{empty.words}</EmptyState>
      {queue.draws === 'entries' && <DrawEntries {...state} />}
      {queue.draws === 'extractors' && <DrawLessons {...state} makers={makers} />}
      <Earlier
        title={queue.draws ? 'Drawn before' : 'To choose from'}
        path={queuePath(state.query)}
        rows={earlier}
      />
    </>
  )
}

function DrawEntries(state: Drawer) {
  const [url] = useQueryStates(entryUrlParsers)
  const href = useProjectHref()
  const asked = askedFilter(state.query.projectId, filterOf(url))
  const { data, error } = useAnswer('countMatching', asked)
  if (error instanceof LoupeFault)
    return (
      <FilterRefused
        refusal={{ message: error.message, hint: error.hint ?? '' }}
        whole={href(queuePath(state.query))}
      />
    )
  return (
    <Section title="Draw" note={data && `from ${plural(data.matchCount, 'entry', 'entries')}`}>
      <SampleForm {...state} asked={asked} label="Draw a sample" />
    </Section>
  )
}

type SampleFormProps = Drawer & { asked: AskedFilter; label: string }

/** How many entries are drawn from what is asked for. */
export function SampleForm({ asked: filter, label, ...state }: SampleFormProps) {
  const { drawSample } = useCommands()
  const { by } = state
  return (
    <DrawForm
      {...state}
      label={label}
      sizeLabel="Entries to draw"
      usual={50}
      order={(size) => drawSample({ filter, size, by })}
    />
  )
}

/** A blind reading: which extractors, over which stages. */
function DrawLessons({ makers, ...state }: Drawer & { makers: MakerHead[] }) {
  const { drawBlind } = useCommands()
  const project = useShell().current?.name ?? ''
  const [chosen, setChosen] = useState(makers.map(({ maker }) => maker).slice(0, 3))
  const [where, setWhere] = useState<BlindWhere>('each')
  const toggle = (maker: string) =>
    setChosen(chosen.includes(maker) ? chosen.filter((one) => one !== maker) : [...chosen, maker])
  return (
    <Section
      title="Draw"
      note={
        makers.length === 0
          ? 'no extractor has made anything here yet'
          : makers.length === 1 && 'one extractor alone can be read, not compared'
      }
    >
      <fieldset className="m-0 mt-3 flex flex-wrap gap-x-6 gap-y-2 p-0">
        <legend className="sr-only">Extractors</legend>
        {makers.map(({ maker, entryCount }) => (
          <label key={maker} className="flex items-center gap-2 max-md:min-h-11">
            <Checkbox checked={chosen.includes(maker)} onChange={() => toggle(maker)} />
            <span className="font-mono text-small">{maker}</span>
            <span className="text-ink-3 text-small">{plural(entryCount, 'entry', 'entries')}</span>
          </label>
        ))}
      </fieldset>
      <DrawForm
        {...state}
        label="Draw and read"
        sizeLabel="Lessons to read"
        usual={30}
        order={
          chosen.length > 0
            ? (size) => drawBlind({ project, makers: chosen, where, size, by: state.by })
            : null
        }
      >
        <Segmented
          label="Stages to draw from"
          value={where}
          onChange={setWhere}
          options={[
            { value: 'each', label: 'Where each wrote' },
            { value: 'any', label: 'Where any wrote' },
          ]}
        />
      </DrawForm>
    </Section>
  )
}

type DrawFormProps = Drawer & {
  label: string
  sizeLabel: string
  usual: number
  /** Draws so many; null while there is nothing to draw from. */
  order: ((size: number) => Promise<ActionResult<{ id: string }>>) | null
  children?: ReactNode
}

/** How many, 1 to 1,000; what was drawn opens. */
function DrawForm({ query, needsName, label, sizeLabel, usual, order, children }: DrawFormProps) {
  const router = useRouter()
  const { tell, isBusy } = useTelling()
  const [size, setSize] = useState(usual)
  const draw = async () => {
    if (order === null || needsName()) return
    const drawn = await tell(order(size))
    if (!drawn.ok) return
    const search = new URLSearchParams(location.search)
    search.set('queue', drawn.value.id)
    router.push(`${queuePath(query)}?${search}`)
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      {children}
      <label className="flex items-center gap-2 text-small">
        <span className="whitespace-nowrap">{sizeLabel}</span>
        <TextInput
          type="number"
          min={1}
          max={1_000}
          value={size}
          onChange={(event) => setSize(Math.max(1, Number(event.target.value) || usual))}
          className="w-16!"
        />
      </label>
      <ActButton asks="drawSample" disabled={isBusy || order === null} onClick={() => void draw()}>
        {label}
      </ActButton>
    </div>
  )
}

/** What is there, newest first, each to be opened. */
function Earlier({ title, path, rows }: { title: string; path: string; rows: EarlierQueue[] }) {
  const href = useProjectHref()
  return (
    <Section title={title} note={rows.length === 0 ? 'none yet' : 'newest first'}>
      <ul className="mt-2 max-w-[720px]">
        {rows.map(({ id, createdAt, words, share }) => (
          <li key={id} className="flex items-center gap-4 border-hairline border-b py-1.5">
            <LinkButton variant="quiet" href={href(path, { queue: id })}>
              {formatInstant(createdAt)}
            </LinkButton>
            <span>{words}</span>
            {share !== null && <span className="num ml-auto">{formatPercent(share)} junk</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
