'use client'

import { Button } from '@/components/ui/button.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import type { FrozenPlan } from '@/lib/memory/studies/outcomes/plan.ts'
import { StudyScreen } from '../studies/study-screen.tsx'
import { useTakeOut } from '../use-take-out.ts'
import { FlipList } from './flip-list.tsx'
import { ArmChoice, SourceChoice } from './gain-choice.tsx'
import { sizesShown } from './gain-figures.ts'
import { gainPage } from './gain-page.ts'
import type { GainSource } from './gain-sources.ts'
import type { GainView } from './prepare-gain.ts'
import { useRange } from './use-range.tsx'

/** Gain over the twin by density, over a stream, and by misprediction; a brushed range lists its flips. */
export function GainScreen({ view, shown, files, ...beside }: GainScreenProps) {
  return (
    <StudyScreen
      room="density-and-gain"
      page={gainPage(view, beside)}
      choice={
        <SourceChoice shown={shown}>
          {view && <ArmChoice arms={view.arms} arm={view.arm} against={view.against} />}
        </SourceChoice>
      }
      ranges={useRanges(view)}
    >
      {view && (view.ladder || view.stream) && <FlipList view={view} />}
      {shown === 'imported' && <ImportedFiles files={files} />}
    </StudyScreen>
  )
}

type GainScreenProps = {
  view: GainView | null
  shown: GainSource
  /** Files of several store sizes that were brought in, the latest first. */
  files: { id: string; fileName: string }[]
  /** Of runs that were brought in. */
  plans: FrozenPlan[]
  project: string | null
}

/** The ladder stands at even places, which are not its sizes. */
function useRanges(view: GainView | null) {
  const { choose, rangeIn } = useRange(view)
  const sizes = view?.ladder ? sizesShown(view.ladder) : []
  const [from, to] = rangeIn('ladder') ?? []
  const range: [number, number] | null =
    from === undefined || to === undefined ? null : [sizes.indexOf(from), sizes.indexOf(to)]
  return {
    'gain-ladder': {
      range,
      onRange: (places: [number, number] | null) =>
        choose('ladder', places && [sizes[places[0]] ?? 0, sizes[places[1]] ?? 0]),
    },
    'gain-stream': {
      range: rangeIn('stream'),
      onRange: (chosen: [number, number] | null) => choose('stream', chosen),
    },
  }
}

function ImportedFiles({ files }: Pick<GainScreenProps, 'files'>) {
  const takeOut = useTakeOut()
  if (files.length === 0)
    return (
      <Section id="files" title="No imported file">
        <p className="mt-2 text-ink-2">
          A result file of several store sizes that is imported on Results is drawn here.
        </p>
      </Section>
    )
  return (
    <Section id="files" title="Imported files" note="the latest of each design is drawn">
      <FigureTable
        label="Imported files"
        first="file"
        heads={['action']}
        rows={files.map(({ id, fileName }) => ({
          name: fileName,
          cells: [
            <Button key="r" variant="quiet" onClick={() => void takeOut(id, '1 file taken out')}>
              Take out
            </Button>,
          ],
        }))}
      />
    </Section>
  )
}
