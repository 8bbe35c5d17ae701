'use client'

import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { armWords } from '@/components/marks/arm-words.ts'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { type FrozenPlan, planTitle } from '@/lib/memory/experiments/plan.ts'
import { decidedWords } from '@/lib/memory/experiments/plan-words.ts'
import { signedPp } from '@/lib/memory/text/signed.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { drawGainStream } from './draw-gain-stream.ts'
import { drawLadder } from './draw-ladder.ts'
import { drawSweep } from './draw-sweep.ts'
import { FlipList } from './flip-list.tsx'
import { ArmChoice, SourceChoice } from './gain-choice.tsx'
import { coldStartWords, gainVerdict, gateWords, noEffectWords, sweepWords } from './gain-words.ts'
import { LadderTable } from './ladder-table.tsx'
import { type GainView, type LadderView, ladderTable, streamTable, sweepTable } from './prepare-gain.ts'
import { RangeFields, type RangeState, useRange } from './use-range.tsx'

export const AGENT_WORDS = 'a search program, not a language model'

/** Gain over the twin by density, over a stream, and by misprediction. */
export function GainScreen({ view, example, hasMeasured, refused, plans }: GainScreenProps) {
  return (
    <AuditPage
      room="gain"
      verdict={view ? gainVerdict(view) : 'Not measured yet: no run of the workbench is kept here.'}
      basis={view && <GainBasis view={view} />}
    >
      <SourceChoice example={example} hasMeasured={hasMeasured} />
      {refused.map(({ file, reason }) => (
        <p key={file} role="alert" className="border-hairline border-b px-6 py-2 text-danger max-md:px-4">
          {file} was left out: {reason}
        </p>
      ))}
      {view ? (
        <Rooms view={view} plans={plans} />
      ) : (
        <Section title="What would be here">
          <p className="mt-2 max-w-[70ch] text-ink-2">
            The density ladder: frozen stores of k entries, drawn at random, on the same held-out tasks,
            against the same agent without memory. <code className="font-mono">npm run workbench</code>{' '}
            measures it on this machine without a key. Until then, look above at what this page says when the
            truth is known.
          </p>
        </Section>
      )}
    </AuditPage>
  )
}

type GainScreenProps = {
  view: GainView | null
  example: string | null
  hasMeasured: boolean
  refused: { file: string; reason: string }[]
  /** Of runs that were brought in; what came of them stands on Experiments. */
  plans: FrozenPlan[]
}

function GainBasis({ view: { ladder, source, against, clusters } }: { view: GainView }) {
  const point = ladder?.curve.points.find(({ x }) => x === ladder.spokenSize)
  return (
    <>
      <SourceChip source={source} />
      <span>{source === 'measured' ? AGENT_WORDS : 'made up with a known truth; no agent ran'}</span>
      {point && (
        <>
          <span>
            {plural(point.tasks, 'held-out task')} of {plural(clusters, 'function')},{' '}
            {plural(point.draws.length, 'draw')}
          </span>
          {point.interval && (
            <span>
              95 % {signedPp(point.interval.low)} to {signedPp(point.interval.high)} pp, functions and draws
              drawn again
            </span>
          )}
        </>
      )}
      <span>
        {ladder?.noiseFloor
          ? `noise floor ±${ladder.noiseFloor.floorPp.toFixed(1)} pp, one draw of ${armWords(against)} against another`
          : `noise floor unknown: ${armWords(against)} was run once`}
      </span>
      {ladder?.neededTasks && point && (
        <span className="text-ink-3">
          {ladder.neededTasks.toLocaleString('en')} independent tasks would settle {signedPp(point.value)} pp
        </span>
      )}
    </>
  )
}

function Rooms({ view, plans }: Pick<GainScreenProps, 'plans'> & { view: GainView }) {
  const room: RoomProps = {
    view,
    arm: armWords(view.arm),
    against: armWords(view.against),
    who: view.source === 'measured' ? AGENT_WORDS : 'simulated',
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

/** What every room reads: the arms and whose figures they are, in words, and the brushed range. */
type RoomProps = { view: GainView; arm: string; against: string; who: string; chosen: RangeState }

function LadderRoom({ view, plans, ladder, arm, against, who, chosen }: LadderRoomProps) {
  const noEffect = noEffectWords(view.arm, view.against)
  return (
    <div className={BESIDE}>
      <Section
        id="ladder"
        title="Density ladder"
        note={`${arm} less ${against}, percentage points, by entries in a frozen store · ${who}`}
      >
        <ChartFigure
          name="gain-ladder"
          draw={(width) =>
            drawLadder(ladder, `Gain of ${arm} over ${against} by entries in a frozen store`, width)
          }
          table={ladderTable(ladder)}
          brush={{
            label: 'Rungs',
            range: chosen.rangeIn('ladder'),
            onRange: (range) => chosen.choose('ladder', range),
          }}
          caption={
            <>
              entries in the store; ○ one random store, ● mean with 95 % interval, each rung’s own and not
              adjusted; {ladder.control.some((value) => value !== null) && 'dashed: random entries; '}grey:
              where whole curves stay, 95 % of the time, {noEffect}; draw a range to list its flips
            </>
          }
        />
        <div id="cold-start">
          {coldStartWords(ladder, noEffect).map((sentence) => (
            <Note key={sentence}>{sentence}</Note>
          ))}
          {ladder.gate && <Note>{gateWords(ladder.gate)}</Note>}
        </div>
      </Section>
      <Section id="plan" title="Decided before looking" note="the plan is fixed before the start">
        <PlanList view={view} />
        <ImportedPlans plans={plans} />
        <LadderTable view={ladder} />
      </Section>
    </div>
  )
}

type LadderRoomProps = RoomProps & Pick<GainScreenProps, 'plans'> & { ladder: LadderView }

function Misprediction({ who, view: { sweep } }: RoomProps) {
  return (
    <Section
      id="misprediction"
      title="The wrong drawer"
      note={`gain over ${armWords('vanilla')} when a share of the categories is wrong · ${who}`}
    >
      {sweep ? (
        <>
          <ChartFigure
            name="gain-misprediction"
            draw={(width) => drawSweep(sweep, 'Gain over no memory by share of wrong categories', width)}
            table={sweepTable(sweep)}
            digits={2}
            caption={`share of retrievals with a wrong category, at ${sweep.size} entries; zero line: no memory; bar: 95 % interval`}
          />
          <Note>{sweepWords(sweep)}</Note>
          {!sweep.arms.some(({ arm: one }) => one === ('soft' as string)) && (
            <Note>
              A soft category is not an arm of this run: here the hard filter stands against no filter and the
              others. Hard against soft on retrieval is on the page Categories.
            </Note>
          )}
        </>
      ) : (
        <NotRun what="The misprediction sweep" />
      )}
    </Section>
  )
}

function StreamRoom({ view, arm, against, who, chosen }: RoomProps) {
  const { stream } = view
  return (
    <Section
      id="stream"
      title="The stream"
      note={`net tasks solved, ${arm} less ${against}, while the store grows · ${who}`}
    >
      {stream ? (
        <>
          <ChartFigure
            name="gain-stream"
            draw={(width) =>
              drawGainStream(stream.curve, `Cumulative net solved, ${arm} less ${against}`, width)
            }
            table={streamTable(stream.curve)}
            brush={{
              label: 'Blocks',
              range: chosen.rangeIn('stream'),
              onRange: (range) => chosen.choose('stream', range),
            }}
            caption={`tasks, in stream order; thin: one of ${stream.draws} shuffles; grey: where whole curves stay, 95 % of the time, ${noEffectWords(view.arm, view.against)}; draw a range to list its flips`}
          />
          <StreamNotes view={view} />
        </>
      ) : (
        <NotRun what="The stream" />
      )}
    </Section>
  )
}

function StreamNotes({ view }: { view: GainView }) {
  const curve = view.stream?.curve
  if (!curve) return null
  const { dip, dipChance, tellableDepth } = curve
  const at = dip.deepestAt === null ? null : (curve.points[dip.deepestAt - 1]?.x ?? 0)
  return (
    <>
      <Note>
        {at === null
          ? `The line never lies below 0 at the end of a block. A dip of less than ${tellableDepth.toFixed(1)} tasks could not be told from none.`
          : `It lies lowest after ${at} tasks, ${dip.depth.toFixed(1)} below 0. Chance of a dip this deep, ${noEffectWords(view.arm, view.against)}: ${(100 * dipChance).toFixed(0)} %, ${dipChance <= 0.05 ? 'news' : 'not news'}. Below ${tellableDepth.toFixed(1)} tasks no dip could be told from none.`}
      </Note>
      <p className="mt-3 flex items-center gap-2 text-ink-3 text-small">
        <Hatch label="Not reported" /> entries by category over the stream: not kept by this run
      </p>
    </>
  )
}

function PlanList({ view }: { view: GainView }) {
  const { plan } = view
  const { a, b, size } = plan.primary
  const rows: [string, string][] = [
    ['primary', `${armWords(a)} against ${armWords(b)} at ${size} entries, paired by task`],
    [
      'shown',
      `${armWords(view.arm)} against ${armWords(view.against)}${view.arm === a && view.against === b ? '' : ': looked at, not decided on'}`,
    ],
    ['stops at', `${plan.tasks} tasks, ${plan.draws} draws, nothing is decided in between`],
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

/** Plans for runs that are brought in: they stand on no axis with the workbench. */
function ImportedPlans({ plans }: { plans: FrozenPlan[] }) {
  const href = useProjectHref()
  const standing = plans.filter(({ standing }) => standing === 'plan')
  if (standing.length === 0) return null
  return (
    <Note>
      For runs that are brought in:{' '}
      {standing.map((plan) => `${planTitle(plan)}: ${decidedWords(plan)}`).join(' ')}{' '}
      <Link href={`${href('/audit/experiments')}#plans`} className="link">
        What came of it
      </Link>
    </Note>
  )
}

function NotRun({ what }: { what: string }) {
  return (
    <p className="hatch-wide mt-3 flex min-h-20 items-center px-3 text-ink-3 text-small">
      {what} has not been run. <code className="ml-1 font-mono">npm run workbench</code>&nbsp;measures it.
    </p>
  )
}
