'use client'

import { FigureView } from '@/components/figures/figure-view.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { armWords } from '@/components/marks/arm-words.ts'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { type FrozenPlan, planTitle } from '@/lib/memory/experiments/plan.ts'
import { decidedWords } from '@/lib/memory/experiments/plan-words.ts'
import type { Curve } from '@/lib/memory/gain/curve.ts'
import type { Source } from '@/lib/memory/source.ts'
import { signedPp } from '@/lib/memory/text/signed.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { useTakeOut } from '../use-take-out.ts'
import { FlipList } from './flip-list.tsx'
import { ArmChoice, SourceChoice } from './gain-choice.tsx'
import { ladderFigure, sizesShown, streamFigure, sweepFigure } from './gain-figures.ts'
import type { GainSource } from './gain-sources.ts'
import { coldStartWords, gainVerdict, gateWords, intervalWords, rungWords, sweepWords } from './gain-words.ts'
import type { GainView, LadderView } from './prepare-gain.ts'
import { RangeFields, type RangeState, useRange } from './use-range.tsx'

/** Gain over the twin by density, over a stream, and by misprediction. */
export function GainScreen({ view, shown, files, plans, project }: GainScreenProps) {
  return (
    <AuditPage
      room="density-and-gain"
      verdict={view ? gainVerdict(view) : 'Nothing to draw: no file of several store sizes was imported.'}
      basis={view && <GainBasis view={view} project={project} />}
    >
      <SourceChoice shown={shown} />
      {view && <Rooms view={view} plans={plans} />}
      {shown === 'imported' && <ImportedFiles files={files} />}
    </AuditPage>
  )
}

type GainScreenProps = {
  view: GainView | null
  shown: GainSource
  /** Files of several store sizes that were brought in, the latest first. */
  files: { id: string; fileName: string }[]
  /** Of runs that were brought in; what came of them stands on Results. */
  plans: FrozenPlan[]
  /** Whose page it is: a demonstration says that it is of nobody's project. */
  project: string | null
}

function GainBasis({ view, project }: { view: GainView; project: string | null }) {
  const { ladder, source, against, clusters } = view
  const point = ladder?.curve.points.find(({ x }) => x === ladder.spokenSize)
  return (
    <>
      <SourceChip source={source} />
      <span>{basisWords(source, project)}</span>
      {point && (
        <>
          <span>{intervalWords(view)}</span>
          <span>
            {plural(point.tasks, 'held-out task')} of {plural(clusters, 'function')},{' '}
            {plural(point.draws.length, 'draw')}
          </span>
        </>
      )}
      <span>
        {ladder?.noiseFloor
          ? `noise ±${ladder.noiseFloor.floorPp.toFixed(1)} pp between two runs of ${armWords(against)}`
          : 'baseline run only once: no noise estimate'}
      </span>
      {ladder?.neededTasks && point && (
        <span className="text-ink-3">
          to confirm {signedPp(point.value)} pp: {ladder.neededTasks.toLocaleString('en')} tasks
        </span>
      )}
    </>
  )
}

/** Whose figures they are: the search program's, whatever project is open. */
function basisWords(source: Source, project: string | null): string {
  if (source === 'imported') return 'of the latest imported file of each design'
  if (source === 'simulated') return 'made up with a known truth'
  const not = project === null || project === 'sample' ? '' : `, not of ${project}`
  return `demonstration by a search program, not a language model${not}`
}

function Rooms({ view, plans }: Pick<GainScreenProps, 'plans'> & { view: GainView }) {
  const room: RoomProps = {
    view,
    arm: armWords(view.arm),
    against: armWords(view.against),
    chosen: useRange(view),
  }
  const { arm, against, chosen } = room
  return (
    <div className="divide-y divide-hairline">
      {view.ladder && <LadderRoom {...room} ladder={view.ladder} plans={plans} />}
      <Misprediction {...room} />
      <div className={BESIDE}>
        <StreamRoom {...room} />
        {(view.ladder || view.stream) && (
          <FlipList
            {...{ arm, against, rows: chosen.rows, where: chosen.where }}
            range={<RangeFields {...chosen} />}
          />
        )}
      </div>
    </div>
  )
}

const BESIDE =
  'grid grid-cols-[minmax(0,1fr)] divide-hairline max-xl:divide-y xl:grid-cols-[minmax(0,1fr)_430px] xl:divide-x'

/** What every room reads: the arms in words, and the brushed range. */
type RoomProps = { view: GainView; arm: string; against: string; chosen: RangeState }

function LadderRoom({ view, plans, ladder, arm, against, chosen }: LadderRoomProps) {
  const sizes = sizesShown(ladder)
  const rangeOf = (range: [number, number] | null): [number, number] | null =>
    range && [sizes.indexOf(range[0]), sizes.indexOf(range[1])]
  return (
    <div className={BESIDE}>
      <Section
        id="ladder"
        title="Density ladder"
        note={`gain of ${arm} over ${against} by entries in a frozen store`}
      >
        <FigureView
          figure={ladderFigure(ladder, view)}
          caption="ring: planned; drag to list the flips of a range"
          digits={3}
          choice={{
            range: rangeOf(chosen.rangeIn('ladder')),
            onRange: (range) =>
              chosen.choose('ladder', range && [sizes[range[0]] ?? 0, sizes[range[1]] ?? 0]),
          }}
        />
        <div id="cold-start">
          {coldStartWords(ladder).map((sentence) => (
            <Note key={sentence}>{sentence}</Note>
          ))}
          {ladder.gate && <Note>{gateWords(ladder.gate)}</Note>}
        </div>
      </Section>
      <Section id="plan" title="Decided before looking" note="the plan was fixed before the start">
        <PlanList view={view} />
        <ImportedPlans plans={plans} />
        <Note>{rungWords(ladder)}</Note>
      </Section>
    </div>
  )
}

type LadderRoomProps = RoomProps & Pick<GainScreenProps, 'plans'> & { ladder: LadderView }

function Misprediction({ view: { sweep } }: RoomProps) {
  return (
    <Section
      id="misprediction"
      title="Wrong categories"
      note={`gain over ${armWords('vanilla')} when a share of the categories is wrong`}
    >
      {sweep ? (
        <>
          <FigureView figure={sweepFigure(sweep)} digits={2} />
          <Note>{sweepWords(sweep)}</Note>
        </>
      ) : (
        <NotRun what="The misprediction sweep" />
      )}
    </Section>
  )
}

function StreamRoom({ view, arm, against, chosen }: RoomProps) {
  const { stream } = view
  return (
    <Section
      id="stream"
      title="Stream"
      note={`net tasks solved, ${arm} less ${against}, while the store grows`}
    >
      {stream ? (
        <>
          <FigureView
            figure={streamFigure(stream, view)}
            caption="drag to list the flips of a range"
            choice={{
              range: chosen.rangeIn('stream'),
              onRange: (range) => chosen.choose('stream', range),
            }}
          />
          <StreamNotes curve={stream.curve} />
        </>
      ) : (
        <NotRun what="The stream" />
      )}
    </Section>
  )
}

function StreamNotes({ curve: { dip, dipChance, tellableDepth, points } }: { curve: Curve }) {
  const at = dip.deepestAt === null ? null : (points[dip.deepestAt - 1]?.x ?? 0)
  const lowest =
    at === null
      ? 'No block ends below 0.'
      : `Lowest after ${at} tasks: ${dip.depth.toFixed(1)} below 0, ${dipChance <= 0.05 ? 'significant' : 'not significant'} (p = ${dipChance.toFixed(2)}).`
  return (
    <Note>
      {lowest} Smallest detectable dip: {tellableDepth.toFixed(1)} tasks.
    </Note>
  )
}

function PlanList({ view }: { view: GainView }) {
  const { plan } = view
  const { a, b, size } = plan.primary
  const rows: [string, string][] = [
    ['primary', `${armWords(a)} against ${armWords(b)} at ${size} entries, paired by task`],
    [
      'shown',
      `${armWords(view.arm)} against ${armWords(view.against)}${view.arm === a && view.against === b ? '' : ': exploratory'}`,
    ],
    ['stops at', `${plan.tasks} tasks, ${plan.draws} draws`],
    ['same', `${plan.agent}, budget of ${plan.budgets.join(', ')} steps, world ${plan.world}`],
    ['memory', `${plan.extractor}, ${plan.embedder}`],
    ['seed', `${plan.seed}${view.commit ? `, commit ${view.commit.slice(0, 10)}` : ''}`],
  ]
  return (
    <>
      <dl className="mt-2 grid grid-cols-[72px_1fr] gap-y-1">
        {rows.map(([name, words]) => (
          <Fact key={name} name={name}>
            {words}
          </Fact>
        ))}
      </dl>
      <ArmChoice arms={view.arms} arm={view.arm} against={view.against} />
    </>
  )
}

function ImportedFiles({ files }: Pick<GainScreenProps, 'files'>) {
  const href = useProjectHref()
  const takeOut = useTakeOut()
  if (files.length === 0)
    return (
      <EmptyState
        title="No imported ladder"
        actions={
          <Link href={`${href('/audit/results')}#results-in`} className="link">
            Import results
          </Link>
        }
      >
        A result file with several store sizes (npm run workbench -- --out FILE) is drawn here.
      </EmptyState>
    )
  return (
    <Section id="files" title="Imported files" note="the latest of each design is drawn">
      <FigureTable
        label="Imported files"
        first="file"
        heads={['']}
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

/** Plans for runs of one's own: their outcomes stand on Results. */
function ImportedPlans({ plans }: { plans: FrozenPlan[] }) {
  const href = useProjectHref()
  const standing = plans.filter(({ standing }) => standing === 'plan')
  if (standing.length === 0) return null
  return (
    <Note>
      Your own plans: {standing.map((plan) => `${planTitle(plan)}: ${decidedWords(plan)}`).join(' ')}{' '}
      <Link href={`${href('/audit/results')}#plans`} className="link">
        Outcomes
      </Link>
    </Note>
  )
}

function NotRun({ what }: { what: string }) {
  return (
    <p className="hatch-wide mt-3 flex min-h-20 items-center px-3 text-ink-3 text-small">
      {what} was not run.
    </p>
  )
}
