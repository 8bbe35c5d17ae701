'use client'

import { AuditPage } from '../audit-page.tsx'
import { PaperBasis, PaperGain } from '../paper/paper-gain.tsx'
import { type PaperView, paperVerdict } from '../paper/prepare-paper.ts'
import { SourceChoice } from './gain-choice.tsx'

/** Density and gain as the paper prints it. */
export function PaperScreen({ view }: { view: PaperView }) {
  return (
    <AuditPage room="density-and-gain" verdict={paperVerdict(view)} basis={<PaperBasis />}>
      <SourceChoice shown="paper" />
      <PaperGain view={view} />
    </AuditPage>
  )
}
