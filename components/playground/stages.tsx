'use client'

import { formatCount } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { Clarity } from './clarity.tsx'
import { FunnelChart } from './funnel-chart.tsx'
import { StageOneNote } from './playground-head.tsx'
import { Cold } from './playground-states.tsx'
import { Ranking } from './ranking.tsx'
import { ScoreAxisChart } from './score-axis/score-axis-chart.tsx'
import type { Explanations } from './use-explained.ts'

/** Candidates shown while presenting: more do not fit a projector beside the axis. */
const PRESENTED = 3

/** Stage 1: what the wall lets through. */
export function StageOne({
  data,
  project,
  isPresenting,
}: {
  data: PlaygroundAnswer
  project: string | null
  isPresenting: boolean
}) {
  return (
    <div>
      <SectionTitle title="Stage 1" note={<StageOneNote data={data} />} />
      <FunnelChart answer={data.answer} project={project} isPresenting={isPresenting} />
    </div>
  )
}

/** Stage 2: the scores of what is left on one axis, then as a list. */
export function StageTwo({
  data,
  explained,
  floor,
  project,
  activeId,
  onActive,
  pinnedId,
  onMore,
  onChoose,
  isPresenting,
}: {
  data: PlaygroundAnswer
  explained: Explanations
  floor: number | null
  project: string | null
  activeId: string | null
  onActive: (entryId: string | null) => void
  pinnedId: string | null
  /** Asks for more candidates; null when there are none, or enough. */
  onMore: (() => void) | null
  onChoose: (category: Category) => void
  isPresenting: boolean
}) {
  const { hits, kept, verdict, intent } = data.answer
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
        <ScoreAxisChart
          data={{ ...data, hits, kept, verdict, floor }}
          category={intent.category}
          project={project}
          activeId={activeId}
          onActive={onActive}
          isPresenting={isPresenting}
        />
        {!isPresenting && <Clarity data={data} project={project} onActive={onActive} />}
      </div>
      {hits.length > 0 ? (
        <Ranking
          data={data}
          explained={explained}
          project={project}
          activeId={activeId}
          onActive={onActive}
          pinnedId={pinnedId}
          most={isPresenting ? PRESENTED : hits.length}
          onMore={isPresenting ? null : onMore}
          isPresenting={isPresenting}
        />
      ) : (
        <Cold data={data} onChoose={onChoose} />
      )}
    </>
  )
}
