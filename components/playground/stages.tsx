'use client'

import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { StageOneNote } from './playground-head.tsx'
import { useShownAnswer } from './playground-state.tsx'
import { Cold } from './playground-states.tsx'
import { clarityWords } from './prepare-reading.ts'
import { Ranking } from './ranking.tsx'
import { ScoreAxisChart } from './score-axis/score-axis-chart.tsx'

/** Stage 1: what the wall lets through. */
export function StageOne() {
  return (
    <div>
      <SectionTitle title="Stage 1" note={<StageOneNote />} />
      <FunnelChart />
    </div>
  )
}

/** Stage 2: the scores of what is left on one axis, then as a list. */
export function StageTwo() {
  const { data, isPresenting } = useShownAnswer()
  const { hits, kept } = data.answer
  const drawn = data.poolScores.length
  return (
    <>
      <div>
        <SectionTitle
          title="Stage 2"
          note={
            <>
              how alike the <Term of="description">descriptions</Term> are
              {drawn < kept && `, best ${formatCount(drawn)} of ${formatCount(kept)} drawn`}
            </>
          }
          end={
            hits.length > 0 &&
            !isPresenting && (
              <span className="text-ink-3 touch:hidden">hover a mark, or J K, to see its words</span>
            )
          }
        />
        <ScoreAxisChart />
        {!isPresenting && <Clarity />}
      </div>
      {hits.length > 0 ? <Ranking /> : <Cold />}
    </>
  )
}

/** Under the score axis: is the winner clear of its own pool, and does anything near it speak of something else. */
function Clarity() {
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
