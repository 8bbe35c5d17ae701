'use client'

import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { armWords } from '@/components/marks/arm-words.ts'
import { Button } from '@/components/ui/button.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { useCut } from '@/components/ui/use-cut.tsx'
import type { FrozenPlan } from '@/lib/memory/studies/outcomes/run.ts'
import { StudyScreen } from '../studies/study-screen.tsx'
import { useTakeOut } from '../use-take-out.ts'
import { ArmChoice, SourceChoice } from './gain-choice.tsx'
import { sizesShown } from './gain-figures.ts'
import { gainPage } from './gain-page.ts'
import type { GainSource } from './gain-sources.ts'
import { type FlipRow, type FlipsAt, flipsIn } from './prepare-flips.ts'
import type { GainView } from './prepare-gain.ts'

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

const SHOWN = 12

/** Tasks that go one way more often with memory than without, both ways, over a brushed range. */
function FlipList({ view }: { view: GainView }) {
  const chosen = useRange(view)
  const { rows, where } = chosen
  const flipped = rows.filter(({ difference }) => Math.abs(difference) >= 0.5)
  const { shown, button } = useCut(flipped, SHOWN)
  const gained = flipped.filter(({ difference }) => difference > 0).length
  const solvedIn = (marks: string) => marks.replaceAll('0', '').length
  return (
    <Section
      id="flips"
      title="Flips"
      note={`${where}, by half of the draws or more: ${gained} gained, ${flipped.length - gained} lost, ${rows.length - flipped.length} the same`}
    >
      <RangeFields {...chosen} />
      {flipped.length === 0 ? (
        <p className="mt-2 text-ink-3">No task flips in half of the draws.</p>
      ) : (
        <FigureTable
          label="Flips by task"
          first="task"
          heads={[armWords(view.against), `${armWords(view.arm)}, draws solved`, 'change']}
          rows={shown.map(({ taskId, twin, arm, difference }) => ({
            name: taskId,
            cells: [
              `${Math.round(100 * twin)} %`,
              `${solvedIn(arm)} of ${arm.length}`,
              difference > 0 ? 'gained' : 'lost',
            ],
          }))}
        />
      )}
      {button}
    </Section>
  )
}

const ROOMS = ['ladder', 'stream'] as const
type Room = (typeof ROOMS)[number]

/** The brushed range of the ladder or the stream, in the address; without one the ladder's spoken rung. */
function useRange(view: GainView | null) {
  const [asked, set] = useQueryStates(
    { in: parseAsStringLiteral(ROOMS), from: parseAsInteger, to: parseAsInteger },
    { history: 'replace' },
  )
  const room: Room = asked.in ?? (view?.ladder ? 'ladder' : 'stream')
  const flips = (room === 'ladder' ? view?.ladder?.flips : view?.stream?.flips) ?? []
  const isChosen = asked.from !== null && asked.to !== null
  const whole: [number, number] = [flips[0]?.x ?? 0, flips.at(-1)?.x ?? 0]
  const usual: [number, number] =
    room === 'ladder' && view?.ladder ? [view.ladder.spokenSize, view.ladder.spokenSize] : whole
  const range = isChosen ? snapped(flips, [asked.from ?? 0, asked.to ?? 0]) : usual
  const choose = (next: Room, value: [number, number] | null) =>
    void set(value ? { in: next, from: value[0], to: value[1] } : { in: null, from: null, to: null })
  return {
    ...{ room, range, flips, choose },
    rangeIn: (name: Room) => (isChosen && room === name ? range : null),
    rows: flipsIn(flips, range) satisfies FlipRow[],
    where: whereWords(room, flips, range),
  }
}

type RangeState = ReturnType<typeof useRange>

/** An address may name what is no place of the axis. */
function snapped(flips: readonly FlipsAt[], [from, to]: readonly [number, number]): [number, number] {
  const inside = flips.filter(({ x }) => x >= from && x <= to)
  return [inside[0]?.x ?? from, inside.at(-1)?.x ?? to]
}

function whereWords(room: Room, flips: readonly FlipsAt[], [from, to]: readonly [number, number]): string {
  if (room === 'ladder') return from === to ? `at ${from} entries` : `at ${from} to ${to} entries`
  const before = flips.findLast(({ x }) => x < from)?.x ?? 0
  return `tasks ${before + 1} to ${to} of the stream`
}

/** The same choice without a pointer. */
function RangeFields({ room, range, flips, choose, rangeIn }: RangeState) {
  const [from, to] = range
  const field = (label: string, value: number, onValue: (value: number) => void) => (
    <Field label={label}>
      <Select value={value} onChange={(event) => onValue(Number(event.target.value))}>
        {flips.map(({ x }) => (
          <option key={x}>{x}</option>
        ))}
      </Select>
    </Field>
  )
  const unit = room === 'ladder' ? 'entries' : 'tasks'
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3 print:hidden">
      {field(`From, ${unit}`, from, (value) => choose(room, [value, Math.max(value, to)]))}
      {field(`To, ${unit}`, to, (value) => choose(room, [Math.min(from, value), value]))}
      {rangeIn(room) && <Button onClick={() => choose(room, null)}>Let go</Button>}
    </div>
  )
}
