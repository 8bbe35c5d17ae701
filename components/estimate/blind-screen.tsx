'use client'

import { type ReactNode, useState } from 'react'
import { ReviewerName, useReviewer } from '@/components/curate/reviewer.tsx'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Progress, Skeleton } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { BlindItem, BlindVerdict, BlindView } from '@/lib/memory/findings/blind.ts'
import { BlindDraw, type BlindDrawProps } from './blind-draw.tsx'
import { BlindResult } from './blind-result.tsx'
import { BLIND_CRUMBS, BLIND_QUESTION, blindVerdict, drawnWords } from './prepare-blind.ts'
import { LessonAlone, useVerdictKeys, Verdicts } from './verdicts.tsx'

const VERDICTS: { verdict: BlindVerdict; keys: string; label: string }[] = [
  { verdict: 'good', keys: 'g', label: 'Good' },
  { verdict: 'middling', keys: 'm', label: 'Middling' },
  { verdict: 'junk', keys: 'x', label: 'Junk' },
  { verdict: 'unsure', keys: 'u', label: 'Unsure' },
]

type BlindScreenProps = Omit<BlindDrawProps, 'by'> & { reading: BlindView | null }

/** Draw entries of several extractors over the same stages, read them one by one, then learn whose they were. */
export function BlindScreen(props: BlindScreenProps) {
  const state = useBlind(props)
  const { by, href, reading, said, setBy } = state
  return (
    <Screen
      crumbs={BLIND_CRUMBS}
      question={BLIND_QUESTION}
      verdict={blindVerdict(reading)}
      basis={
        reading && (
          <>
            <span>
              <SourceChip source="measured" /> {drawnWords(reading)}
            </span>
            <span className="text-ink-3">seed {reading.seed}</span>
          </>
        )
      }
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4">
        <ReviewerName name={by} onName={setBy} />
      </div>
      {reading && <Progress done={said.size} total={reading.items.length} label="Read by you" />}
      {reading ? <ToRead {...state} reading={reading} /> : <BlindDraw {...props} by={by} />}
      {reading?.revealed && (
        <BlindResult
          reading={{ ...reading, revealed: reading.revealed }}
          entryHref={(entryId) => href(`/memories/${entryId}`)}
        />
      )}
    </Screen>
  )
}

type BlindState = ReturnType<typeof useBlind>

/** The entry to read now; nothing once all are read. */
function ToRead({ by, isBusy, next, reading, said, say, takeBack }: BlindState & { reading: BlindView }) {
  return (
    next && (
      <BlindEntry id={reading.id} item={next} read={said.size} total={reading.items.length}>
        <Verdicts verdicts={VERDICTS} disabled={isBusy || !by} onSay={(verdict) => say?.(verdict)}>
          {takeBack && (
            <Button variant="quiet" keys="⌫" disabled={isBusy} onClick={takeBack}>
              Take back
            </Button>
          )}
        </Verdicts>
      </BlindEntry>
    )
  )
}

function useBlind({ reading: first }: BlindScreenProps) {
  const commands = useCommands()
  const { tell, isBusy } = useTelling()
  const href = useProjectHref()
  const [by, setBy] = useReviewer()
  const [reading, setReading] = useState(first)
  const said = new Set(reading?.verdicts.filter((one) => one.by === by).map(({ place }) => place))
  const isRead = reading?.revealed !== null && said.size === 0 // by others: nothing is blind any more
  const next = (!isRead && reading?.items.find(({ place }) => !said.has(place))) || null
  // The items stand in the order of reading.
  const last = reading?.items.filter(({ place }) => said.has(place)).at(-1)
  const judge = async (place: number, verdict: BlindVerdict | null) => {
    if (!reading || !by || isBusy) return
    const result = await tell(commands.judgeBlind({ id: reading.id, by, verdicts: [{ place, verdict }] }))
    if (result.ok) setReading(result.value)
  }
  const say = next && by ? (verdict: BlindVerdict) => void judge(next.place, verdict) : null
  const takeBack = next && last ? () => void judge(last.place, null) : null
  useVerdictKeys(VERDICTS, say, takeBack)
  return { by, href, isBusy, next, reading, said, say, setBy, takeBack }
}

/** One entry and the stage of the run it was taken from. */
function BlindEntry({ id, item, read, total, children }: BlindEntryProps) {
  return (
    <div className="grid flex-1 grid-cols-2 max-lg:grid-cols-[minmax(0,1fr)]">
      <LessonAlone label="Entry to read" place={read + 1} total={total} lesson={item}>
        {children}
      </LessonAlone>
      <Stage key={item.place} id={id} place={item.place} />
    </div>
  )
}

type BlindEntryProps = {
  /** Of the reading. */
  id: string
  item: BlindItem
  read: number
  total: number
  /** The verdicts. */
  children: ReactNode
}

/** What a model is shown of the stage: the task, earlier steps in short, the steps themselves. */
function Stage({ id, place }: { id: string; place: number }) {
  const { data, error } = useAnswer('blindStage', { id, place })
  return (
    <aside
      aria-label="The stage of the run"
      className="min-w-0 border-hairline lg:border-l max-lg:border-t bg-surface-2"
    >
      {error && <p className="px-6 py-4 text-danger">{error.message}</p>}
      {!data && !error && <Skeleton lines={12} label="Reading the run" />}
      {data && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: so that the arrow keys can scroll it.
          tabIndex={0}
          className="max-h-[calc(100dvh-180px)] overflow-y-auto whitespace-pre-wrap px-6 py-4 font-mono text-small [overflow-wrap:anywhere] max-md:px-4"
        >
          {data.text}
        </pre>
      )}
    </aside>
  )
}
