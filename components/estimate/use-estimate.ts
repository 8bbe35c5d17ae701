'use client'

import { useRouter } from 'next/navigation'
import { parseAsFloat, useQueryState } from 'nuqs'
import { useState } from 'react'
import { useReviewer } from '@/components/curate/reviewer.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { AskedFilter } from '@/lib/memory/filter/entry-filter.ts'
import type { QualityVerdict, SampleHead, SampleView } from '@/lib/memory/findings/quality.ts'
import type { Source } from '@/lib/memory/source.ts'
import { useVerdictKeys } from './verdicts.tsx'

export const SIZE = 50
export const VERDICTS: { verdict: QualityVerdict; keys: string; label: string }[] = [
  { verdict: 'junk', keys: 'x', label: 'Junk' },
  { verdict: 'keep', keys: 'y', label: 'Keep' },
  { verdict: 'unsure', keys: 'u', label: 'Unsure' },
]

export type EstimateScreenProps = {
  asked: AskedFilter
  matchCount: number
  sample: SampleView | null
  samples: SampleHead[]
  source: Source
}

export type EstimateState = ReturnType<typeof useEstimate>

/** The sample, who judges it, the bound, and the rule to act by. */
export function useEstimate(props: EstimateScreenProps) {
  const [by, setBy] = useReviewer()
  const [bound, setBound] = useQueryState('bound', parseAsFloat.withDefault(0.05))
  const [rule, setRule] = useState<string | null>(null)
  return {
    ...props,
    ...useJudging(props.sample, by),
    ...useDraw(by),
    bound,
    by,
    rule,
    setBound,
    setBy,
    setRule,
  }
}

/** Draws a sample and goes to it. */
function useDraw(by: string | null) {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const [size, setSize] = useState(SIZE)
  const { tell, isBusy } = useTelling()
  const draw = async (filter: AskedFilter) => {
    if (!by) {
      toast.show({ text: 'Say who reviews first.' })
      return
    }
    const result = await tell(commands.drawSample({ filter, size, by }))
    if (!result.ok) return
    const search = new URLSearchParams(location.search)
    search.set('sample', result.value.id)
    router.push(`/memories/review/sample?${search}`)
  }
  return { draw, isDrawing: isBusy, setSize, size }
}

/** The sample one by one, in the order in which it was drawn. */
function useJudging(first: SampleView | null, by: string | null) {
  const commands = useCommands()
  const { tell, isBusy } = useTelling()
  const [sample, setSample] = useState(first)
  const said = new Set(sample?.verdicts.filter((one) => one.by === by).map(({ entryId }) => entryId))
  const next = sample?.items.find(({ entry }) => !said.has(entry.id)) ?? null
  const last = sample?.items.filter(({ entry }) => said.has(entry.id)).at(-1)
  const judge = async (entryId: string, verdict: QualityVerdict | null) => {
    if (!sample || !by || isBusy) return
    const result = await tell(commands.judgeEntry({ sampleId: sample.id, entryId, verdict, by }))
    if (result.ok && result.value) setSample(result.value)
  }
  const say = next && by ? (verdict: QualityVerdict) => void judge(next.entry.id, verdict) : null
  const takeBack = last ? () => void judge(last.entry.id, null) : null
  useVerdictKeys(VERDICTS, say, takeBack)
  return { isBusy, next, said, sample, say, takeBack }
}
