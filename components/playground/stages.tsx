'use client'

import { formatCount } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'
import { Clarity } from './clarity.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { StageOneNote } from './playground-head.tsx'
import { useShownAnswer } from './playground-state.tsx'
import { Cold } from './playground-states.tsx'
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
