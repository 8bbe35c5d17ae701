'use client'

import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Section } from '@/components/ui/section.tsx'
import { ABLATION_SCOPE, ABSTRACTION_LADDER } from '@/lib/memory/paper/figures.ts'
import { Note } from '../note.tsx'
import { ReportedValue } from './certainty-mark.tsx'
import { drawAblation } from './draw-paper.ts'
import { ablationTable } from './prepare-paper.ts'

/** Tables 2 to 4 of the paper: what the raw steps gain, and what the lesson gains. */
export function PaperAblation() {
  return (
    <Section id="paper" title="Raw and abstracted in the paper" note={ABLATION_SCOPE}>
      <ChartFigure
        name="paper-ablations"
        draw={drawAblation}
        table={ablationTable()}
        caption={
          <>
            <SourceChip source="paper" /> Pass@1 over no memory; the runs behind each row are not reported
          </>
        }
      />
      <Note>
        Another paper (arXiv 2604.14004), other agents and benchmark, points of Pass@3:{' '}
        {ABSTRACTION_LADDER.map(({ form, gainPp }, i) => (
          <span key={form}>
            {i > 0 && ', '}
            {form} <ReportedValue of={gainPp} format={(value) => `+${value.toFixed(1)}`} />
          </span>
        ))}
      </Note>
    </Section>
  )
}
