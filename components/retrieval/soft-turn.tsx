import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { formatPercent } from '@/components/ui/format.ts'
import type { WrongTurns } from '@/lib/memory/lab/lab.ts'

/** What a prior instead of the filter would have injected. */
export function SoftTurn({ turns, soft, predicted }: Pick<WrongTurns, 'turns' | 'soft' | 'predicted'>) {
  return (
    <div className="mt-4 border-hairline border-t pt-3">
      <p className="max-w-[88ch] text-pretty">
        {soft === null ? (
          'With a prior instead of the filter (soft), nothing would be ranked either.'
        ) : (
          <>
            With a prior instead of the filter, <b className="font-medium">soft</b>{' '}
            {soft.isOfRight ? 'stays in' : 'leaves the right category for'}{' '}
            <CategoryMark category={soft.hit.category} />: “{soft.hit.objective}”
            {soft.grade !== null && <>, grade {soft.grade} of 3</>}.{' '}
          </>
        )}
        <span className="text-ink-3 text-small">
          Prior by {predicted.predictor}:{' '}
          {turns
            .map(({ category }) => `${category} ${formatPercent(predicted.probabilities[category], 1)}`)
            .join(', ')}
        </span>
      </p>
    </div>
  )
}
