import type { DistilStatus } from '@/lib/memory/distil/distil.ts'
import { SourceChip } from './source-chip.tsx'

/** Who wrote the entries in service: kept answers of a language model, a model asked here, or rules. */
export function ServedBy({ status: { serving, extractor, answeredBy } }: { status: DistilStatus }) {
  if (serving !== extractor || !answeredBy[0])
    return (
      <span>
        excerpts by rules, <span className="font-mono">{serving}</span>
      </span>
    )
  const models = answeredBy.map(({ model, provider }) => model ?? `${provider}, model not named`).join('; ')
  return (
    <span>
      {answeredBy[0].provider === 'recorded' && <SourceChip source="recorded" />} experience written by{' '}
      {models}
    </span>
  )
}
