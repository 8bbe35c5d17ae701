import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { formatPercent, formatScore } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import { WALL_REASON, type WallReport, wallSentence } from '@/lib/memory/audit/wall-audit.ts'
import { Note } from '../note.tsx'
import { drawWall } from './draw-wall.ts'
import { wallTable } from './prepare-wall.ts'

/** What the filter is for, by lessons that were read: helps and misleads, beside a measure that cannot see it. */
export function WallSection({ wall }: { wall: WallReport }) {
  const unknown = <Hatch key="u" label="Unknown" />
  const range = (one: readonly [number, number] | null) =>
    one === null ? unknown : `${formatPercent(one[0])} to ${formatPercent(one[1])}`
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
      <FigureTable
        label="First lessons by way"
        first="way"
        heads={[
          'helps',
          '95 % interval',
          'misleads, of the graded',
          'nothing found',
          'not graded',
          'MRR over runs',
          'questions',
        ]}
        rows={wall.rows.map(({ strategy, helps, ci, misleads, empty, ungraded, mrr, n }) => ({
          name: strategy,
          cells: [
            helps === null ? unknown : formatPercent(helps),
            range(ci),
            misleads === null ? unknown : formatPercent(misleads),
            empty,
            ungraded,
            mrr === null ? unknown : formatScore(mrr, 3),
            n,
          ],
        }))}
      />
      <ChartFigure
        name="categories-wall"
        draw={(width) => drawWall(wall, width)}
        table={wallTable(wall)}
        digits={3}
        caption="● share of first lessons that help; ○ mean reciprocal rank over runs; right of 0: the wall is better; line: 95 % interval"
      />
      <Note>
        {WALL_REASON} A first lesson that nobody graded counts as no help, so that a gap never looks good.
      </Note>
    </Section>
  )
}
