'use client'

import { Button } from '@/components/ui/button.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { Term } from '@/components/ui/term.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { NearestStages } from './nearest-stages.tsx'
import { StageOneNote } from './playground-head.tsx'
import { useShownAnswer } from './playground-state.tsx'
import { Ranking } from './ranking.tsx'
import { ScoreAxisChart } from './score-axis/score-axis-chart.tsx'

/** Stage 1: what the filter lets through. */
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
      </div>
      {hits.length > 0 ? (
        <Ranking />
      ) : (
        <>
          <Cold />
          {kept === 0 && <NearestStages />}
        </>
      )}
    </>
  )
}

/** In place of a ranking: the category is empty. */
function Cold() {
  const { choose, data } = useShownAnswer()
  const others = data.whatIf.turns.filter(
    (turn) => turn.kept > 0 && turn.category !== data.answer.intent.category,
  )
  return (
    <EmptyState
      className="px-0! py-2!"
      title={`${data.answer.intent.category} has no entry in service yet, so nothing would be injected.`}
      actions={others.map((turn) => (
        <Button key={turn.category} onClick={() => choose(turn.category)}>
          Ask {turn.category}, {formatCount(turn.kept)}
        </Button>
      ))}
    >
      Other categories are never asked instead: stage 1 is a hard filter.
    </EmptyState>
  )
}
