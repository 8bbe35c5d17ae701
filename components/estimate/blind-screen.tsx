'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { ReviewerName, useReviewer } from '@/components/curate/reviewer.tsx'
import { PageHead } from '@/components/frame/page-head.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Progress } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { BlindHead, BlindVerdict, BlindView, MakerHead } from '@/lib/memory/findings/blind.ts'
import { BlindDraw, type BlindOrder } from './blind-draw.tsx'
import { BlindEntry } from './blind-entry.tsx'
import { BlindResult } from './blind-result.tsx'
import { BLIND_QUESTION, blindVerdict, drawnWords } from './prepare-blind.ts'

const VERDICTS: { verdict: BlindVerdict; keys: string; label: string }[] = [
  { verdict: 'good', keys: 'g', label: 'Good' },
  { verdict: 'middling', keys: 'm', label: 'Middling' },
  { verdict: 'junk', keys: 'x', label: 'Junk' },
  { verdict: 'unsure', keys: 'u', label: 'Unsure' },
]

type BlindScreenProps = {
  project: string
  makers: MakerHead[]
  readings: BlindHead[]
  reading: BlindView | null
}

/** Draw entries of several extractors over the same stages, read them one by one, then learn whose they were. */
export function BlindScreen(props: BlindScreenProps) {
  const { makers, readings } = props
  const { by, draw, href, isBusy, judge, last, next, reading, said, setBy } = useBlind(props)
  const disabled = isBusy || !by
  const isOpen = reading !== null && next !== null
  return (
    <>
      <PageHead
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
      />
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4">
        <ReviewerName name={by} onName={setBy} />
      </div>
      {reading && <Progress done={said.size} total={reading.items.length} label="Read by you" />}
      {!reading && (
        <BlindDraw
          makers={makers}
          readings={readings}
          disabled={disabled}
          onDraw={(order) => void draw(order)}
          href={(id) => href('/estimate/blind', { reading: id })}
        />
      )}
      {isOpen && (
        <BlindEntry id={reading.id} item={next} read={said.size} total={reading.items.length}>
          <fieldset className="mt-5 flex flex-wrap gap-2 border-hairline border-t pt-4">
            <legend className="sr-only">Verdict</legend>
            {VERDICTS.map(({ verdict, keys, label }) => (
              <Button
                key={verdict}
                keys={keys.toUpperCase()}
                disabled={disabled}
                onClick={() => void judge(next.place, verdict)}
              >
                {label}
              </Button>
            ))}
            {last !== undefined && (
              <Button variant="quiet" keys="⌫" disabled={isBusy} onClick={() => void judge(last, null)}>
                Take back
              </Button>
            )}
          </fieldset>
        </BlindEntry>
      )}
      {reading?.revealed && (
        <BlindResult
          reading={{ ...reading, revealed: reading.revealed }}
          entryHref={(entryId) => href(`/memories/${entryId}`)}
        />
      )}
    </>
  )
}

function useBlind({ project, reading: first }: BlindScreenProps) {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const href = useProjectHref()
  const [by, setBy] = useReviewer()
  const [reading, setReading] = useState(first)
  const [isBusy, setBusy] = useState(false)

  const draw = async (order: BlindOrder) => {
    if (!by) return
    setBusy(true)
    const result = await commands.drawBlind({ project, by, ...order })
    setBusy(false)
    if (result.ok) router.push(href('/estimate/blind', { reading: result.value.id }))
    else toast.show({ text: `${result.error.message} ${result.error.hint}`, tone: 'danger' })
  }
  const said = new Set(reading?.verdicts.filter((one) => one.by === by).map(({ place }) => place))
  const isRead = reading?.revealed !== null && said.size === 0 // by others: nothing is blind any more
  const next = (!isRead && reading?.items.find(({ place }) => !said.has(place))) || null
  // The items stand in the order of reading.
  const last = reading?.items.filter(({ place }) => said.has(place)).at(-1)?.place
  const judge = async (place: number, verdict: BlindVerdict | null) => {
    if (!reading || !by || isBusy) return
    setBusy(true)
    const result = await commands.judgeBlind({ id: reading.id, by, verdicts: [{ place, verdict }] })
    setBusy(false)
    if (result.ok) setReading(result.value)
    else toast.show({ text: result.error.message, tone: 'danger' })
  }
  useHotkeys([
    ...VERDICTS.map(({ verdict, keys, label }) => ({
      keys,
      label,
      run: () => next && void judge(next.place, verdict),
      when: next !== null && Boolean(by),
    })),
    {
      keys: 'Backspace',
      label: 'Take the last verdict back',
      run: () => last !== undefined && void judge(last, null),
      when: next !== null && last !== undefined,
    },
  ])
  return { by, draw, href, isBusy, judge, last, next, reading, said, setBy }
}
