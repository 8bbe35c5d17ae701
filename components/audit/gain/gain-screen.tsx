'use client'

import { parseAsInteger, useQueryStates } from 'nuqs'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { armWords } from '@/components/marks/arm-words.ts'
import { Button, LinkButton } from '@/components/ui/button.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { Section } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { useCut } from '@/components/ui/use-cut.tsx'
import type { FrozenPlan } from '@/lib/memory/studies/outcomes/run.ts'
import { demonstrated } from '../audit-words.ts'
import type { StudyPage } from '../studies/study-page.ts'
import { StudyScreen } from '../studies/study-screen.tsx'
import { useTakeOut } from '../use-take-out.ts'
import { ArmChoice, SourceChoice } from './gain-choice.tsx'
import { placesOf } from './gain-figures.ts'
import { gainPage, streamPage } from './gain-page.ts'
import type { GainSource } from './gain-sources.ts'
import { type FlipRow, type FlipsAt, flipsIn } from './prepare-flips.ts'
import type { GainView } from './prepare-gain.ts'

/** Gain over the twin by density, or over a stream; a brushed range lists its flips. */
export function GainScreen({ room, view, shown, files, twins, unknown, ...beside }: GainScreenProps) {
  const page = room === 'cold-start' ? streamPage(view, beside) : gainPage(view, beside)
  return (
    <StudyScreen
      room={room}
      page={
        view === null && twins
          ? twins
          : files.length === 0 && shown === 'imported'
            ? page
            : demonstrated(page, unknown)
      }
      choice={
        <SourceChoice room={room} shown={shown}>
          {view && <ArmChoice arms={view.arms} arm={view.arm} against={view.against} />}
        </SourceChoice>
      }
      ranges={useRanges(view)}
    >
      {view && (view.ladder || view.stream) && <FlipList view={view} />}
      {shown === 'imported' && !(twins && files.length === 0) && <ImportedFiles files={files} />}
    </StudyScreen>
  )
}

type GainScreenProps = {
  room: 'density-and-gain' | 'cold-start'
  view: GainView | null
  shown: GainSource
  /** Files of several store sizes that were brought in, the latest first. */
  files: { id: string; fileName: string }[]
  /** What other results that were brought in say; shown where no file has several store sizes. */
  twins: StudyPage | null
  /** What is to be said first of a project that has no such outcomes; null where it has. */
  unknown: string | null
  /** Of runs that were brought in. */
  plans: FrozenPlan[]
  project: string | null
}

/** The ladder stands at even places, which are not its sizes. */
function useRanges(view: GainView | null) {
  const { choose, chosen } = useRange(view)
  const places = view?.ladder ? placesOf(view.ladder.curve.points.map(({ x }) => x)) : []
  return {
    'gain-ladder': {
      range: chosen && ([places.indexOf(chosen[0]), places.indexOf(chosen[1])] as [number, number]),
      onRange: (at: [number, number] | null) => choose(at && [places[at[0]] ?? 0, places[at[1]] ?? 0]),
    },
    'gain-stream': { range: chosen, onRange: choose },
  }
}

function ImportedFiles({ files }: Pick<GainScreenProps, 'files'>) {
  const takeOut = useTakeOut()
  const href = useProjectHref()
  if (files.length === 0)
    return (
      <EmptyState
        title="No imported file holds several store sizes or a stream."
        actions={<LinkButton href={href('/audit/results')}>Import results</LinkButton>}
      >
        One that is imported on Results is drawn here, with its agent.
      </EmptyState>
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

/** The brushed range of the ladder or the stream, in the address; without one the ladder's spoken rung. */
function useRange(view: GainView | null) {
  const [asked, set] = useQueryStates({ from: parseAsInteger, to: parseAsInteger }, { history: 'replace' })
  const flips = view?.ladder?.flips ?? view?.stream?.flips ?? []
  const isChosen = asked.from !== null && asked.to !== null
  const usual: [number, number] = view?.ladder
    ? [view.ladder.spokenSize, view.ladder.spokenSize]
    : [flips[0]?.x ?? 0, flips.at(-1)?.x ?? 0]
  const range = isChosen ? snapped(flips, [asked.from ?? 0, asked.to ?? 0]) : usual
  const isLadder = Boolean(view?.ladder)
  const choose = (value: [number, number] | null) =>
    void set(value ? { from: value[0], to: value[1] } : { from: null, to: null })
  return {
    ...{ isLadder, range, flips, choose },
    chosen: isChosen ? range : null,
    rows: flipsIn(flips, range) satisfies FlipRow[],
    where: whereWords(isLadder, flips, range),
  }
}

type RangeState = ReturnType<typeof useRange>

/** An address may name what is no place of the axis. */
function snapped(flips: readonly FlipsAt[], [from, to]: readonly [number, number]): [number, number] {
  const inside = flips.filter(({ x }) => x >= from && x <= to)
  return [inside[0]?.x ?? from, inside.at(-1)?.x ?? to]
}

function whereWords(
  isLadder: boolean,
  flips: readonly FlipsAt[],
  [from, to]: readonly [number, number],
): string {
  if (isLadder) return from === to ? `at ${from} lessons` : `at ${from} to ${to} lessons`
  const before = flips.findLast(({ x }) => x < from)?.x ?? 0
  return `tasks ${before + 1} to ${to} of the stream`
}

/** The same choice without a pointer. */
function RangeFields({ isLadder, range, flips, choose, chosen }: RangeState) {
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
  const unit = isLadder ? 'lessons' : 'tasks'
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3 print:hidden">
      {field(`From, ${unit}`, from, (value) => choose([value, Math.max(value, to)]))}
      {field(`To, ${unit}`, to, (value) => choose([Math.min(from, value), value]))}
      {chosen && <Button onClick={() => choose(null)}>Let go</Button>}
    </div>
  )
}
