'use client'

import { Link } from '@/components/ui/link.tsx'
import { useShownAnswer } from './playground-state.tsx'
import { clarityWords } from './prepare-reading.ts'

/** Under the score axis: is the winner clear of its own pool, and does anything near it speak of something else. */
export function Clarity() {
  const { data, href, looksAt } = useShownAnswer()
  const { answer, ambiguity } = data
  const words = clarityWords(answer, ambiguity)
  if (words === null) return null
  return (
    <div className="mt-2 grid max-w-[88ch] gap-0.5 text-pretty text-ink-2 text-small leading-[18px] [[data-density=presenter]_&]:max-w-none [[data-density=presenter]_&]:leading-normal">
      <p>
        {words.lead} {words.spread && <span className="text-ink-3">{words.spread}</span>}
      </p>
      {ambiguity.rivals.length > 0 && (
        <p>
          Close in meaning, but of another mechanism:{' '}
          {ambiguity.rivals.slice(0, 4).map(({ entryId, rank, keywords }, at) => (
            <span key={entryId}>
              {at > 0 && '; '}
              <Link href={href(`/memories/${entryId}`)} className="link" {...looksAt(entryId)}>
                number {rank}
              </Link>{' '}
              ({keywords.slice(0, 3).join(', ')})
            </span>
          ))}
          .
        </p>
      )}
    </div>
  )
}
