'use client'

import { FigureView } from '@/components/figures/figure-view.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Section } from '@/components/ui/section.tsx'
import { ABLATION_SCOPE, ABSTRACTION_LADDER } from '@/lib/memory/paper/figures.ts'
import { Note } from '../note.tsx'
import { ReportedValue } from './certainty-mark.tsx'
import { ablationFigure } from './prepare-paper.ts'

/** Tables 2 to 4 of the paper: what the raw steps gain, and what the lesson gains. */
export function PaperAblation() {
  return (
    <Section id="paper" title="Raw and abstracted in the paper" note={ABLATION_SCOPE}>
      <FigureView figure={ablationFigure()} caption={<SourceChip source="paper" />} />
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
