import type { DistilStatus } from '@/lib/memory/distil/distil.ts'
import { SourceChip } from './source-chip.tsx'

/** Who wrote the lessons in service: kept answers of a language model, a model asked here, or another extractor. */
export function ServedBy({ status: { serving, counts, answeredBy } }: { status: DistilStatus }) {
  const [first] = answeredBy
  if (!first || counts.entries === counts.beside)
    return serving === null ? (
      <span>no lesson by a model in service</span>
    ) : (
      <span>
        lessons by <span className="font-mono">{serving}</span>
      </span>
    )
  const models = answeredBy.map(({ model, provider }) => model ?? `${provider}, model not named`).join('; ')
  return (
    <span>
      {first.provider === 'recorded' && <SourceChip source="recorded" />} lessons written by {models}
    </span>
  )
}
