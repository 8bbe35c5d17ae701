import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { formatPercent, formatScore } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { CategoriesAudit } from '@/lib/memory/audit/categories-audit.ts'
import { WALL_REASON, type WallReport, wallSentence } from '@/lib/memory/audit/wall-audit.ts'
import { Note } from '../note.tsx'
import { predictedWallWords } from './categories-words.ts'
import { drawWall } from './draw-wall.ts'
import { wallTable } from './prepare-wall.ts'

/** What the filter is for, by lessons that were read: helps and misleads, beside a measure that cannot see it. */
export function WallSection({ wall, report }: { wall: WallReport; report: CategoriesAudit }) {
  return (
    <Section
      id="wall"
      title={
        <>
          What <Term of="wall">the category filter</Term> is for
        </>
      }
      note={`the first lesson of each way, ${wall.gradeCount} lessons graded by ${wall.readers.join(', ')}, category as labelled; clustered by question, 10,000 draws`}
    >
      <p className="mt-2 max-w-[76ch] text-pretty font-medium" data-testid="wall">
        {wallSentence(wall)}
      </p>
      <p className="mt-1 max-w-[76ch] text-pretty" data-testid="wall-predicted">
        {predictedWallWords(report)}
      </p>
      <FigureTable
        label="First lessons by way"
        first="way"
        heads={[
          'questions',
          'helps',
          '95 % interval',
          'misleads, of the graded',
          'nothing found',
          'not graded',
          'answerable',
          'MRR over runs',
        ]}
        rows={wall.rows.map(({ strategy, helps, ci, misleads, empty, ungraded, mrr, answerable, n }) => ({
          name: strategy,
          cells: [
            n,
            known(helps, formatPercent),
            known(ci, ([low, high]) => `${formatPercent(low)} to ${formatPercent(high)}`),
            known(misleads, formatPercent),
            empty,
            ungraded,
            known(answerable, String),
            known(mrr, (one) => formatScore(one, 3)),
          ],
        }))}
      />
      <ChartFigure
        name="categories-wall"
        draw={(width) => drawWall(wall, width)}
        table={wallTable(wall)}
        digits={3}
        caption="● share of first lessons that help; ○ mean reciprocal rank over runs; right of 0: the wall is better, with the true category; line: 95 % interval"
      />
      <Note>
        {WALL_REASON} A first lesson that nobody graded counts as no help, so that a gap never looks good. MRR
        is over the answerable questions alone: those that a run in the memory is labelled to help.
      </Note>
    </Section>
  )
}
