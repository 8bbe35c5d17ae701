'use client'

import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatCount, formatPercent, plural } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { ReuseReport } from '@/lib/memory/audit/reuse-audit.ts'
import type { Source } from '@/lib/memory/source.ts'
import { ENOUGH_EXPOSURES, FDR } from '@/lib/memory/statistics/utility.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import { drawLongTail, drawUtilities } from './draw-reuse.ts'
import {
  effectTable,
  effectWords,
  lorenzLine,
  paperPoints,
  relationTable,
  reuseVerdict,
  shapeTable,
  utilityTable,
} from './prepare-reuse.ts'

const LISTED = 20

/** Which entries carry the memory, which harm it, which are dead weight? */
export function ReuseScreen({ report, source }: { report: ReuseReport; source: Source }) {
  const { replay, served } = report
  return (
    <AuditPage
      room="reuse"
      verdict={reuseVerdict(report)}
      basis={
        <>
          <SourceChip source="measured" />
          {source === 'written' && <SourceChip source={source} />}
          <SourceChip source="paper" />
          <span>
            replay: {plural(replay.asked, 'entry', 'entries')} asked at their place in the stream
            {replay.isSample && ', evenly drawn'}, {replay.cold} when nothing was there
          </span>
          <span>{plural(served.shape.uses, 'use')} by agents</span>
        </>
      }
    >
      <div className="divide-y divide-hairline">
        <LongTail report={report} />
        <Effect report={report} />
        <Utility report={report} />
        <Provenance report={report} />
        <MostUsed report={report} />
      </div>
    </AuditPage>
  )
}

function LongTail({ report }: { report: ReuseReport }) {
  const { replay, served } = report
  const lines = [
    lorenzLine('served to agents', served.shape, true),
    lorenzLine('replay, other tasks only', replay.others.shape, served.shape.uses === 0),
    lorenzLine('replay, own task too', replay.own.shape, false),
  ].flatMap((line) => line ?? [])
  const shapes = shapeTable(report)
  return (
    <Section id="long-tail" title="The long tail" note="share of all uses that the most used entries carry">
      {lines.length > 0 && (
        <ChartFigure
          name="reuse-long-tail"
          draw={(width) => drawLongTail(lines, paperPoints(), width)}
          table={shapes}
          digits={1}
          caption={`line: ${lines[0]?.name}; dashed: ${
            lines
              .slice(1)
              .map(({ name }) => name)
              .join(', ') || 'even use'
          }; □ the paper’s 100 of 797; its other points are not reported`}
        />
      )}
      <FigureTable
        label="Shape of reuse"
        first="source"
        heads={(shapes[0] ?? []).slice(1).map(String)}
        rows={shapes.slice(1).map(([name, ...cells]) => ({
          name: String(name),
          cells: cells.map((cell, i) =>
            known(cell, (one) => shapeWords(one, i === 6 ? 2 : 1), 'Not reported'),
          ),
        }))}
      />
      <Note>
        The paper’s uses are the fewest that its own figures allow (derived). A store is not a benchmark of
        500 instances: the shapes stand side by side, they are not expected to agree. In the replay the
        question is the description that was stored afterwards, in the category it was stored under.
      </Note>
    </Section>
  )
}

function shapeWords(cell: string | number, digits: number): string {
  if (typeof cell === 'string') return cell
  return Number.isInteger(cell) ? formatCount(cell) : cell.toFixed(digits)
}

/** The causal estimate: what stands beside it is an association. */
function Effect({ report: { effect } }: { report: ReuseReport }) {
  const href = useProjectHref()
  const table = effect && effectTable(effect)
  return (
    <Section
      id="effect"
      title="What memory causes"
      note="episodes drawn at random to be given nothing, against the others, as assigned"
      end={table && <CsvLink fileName="reuse-effect.csv" rows={table} />}
    >
      <p className="mt-2 max-w-[76ch] text-pretty" data-testid="effect">
        {effectWords(effect)}{' '}
        {effect === null && (
          <Link href={href('/settings')} className="link">
            Settings
          </Link>
        )}
      </p>
      {table && (
        <FigureTable
          label="Outcomes of served and withheld episodes"
          first="side"
          heads={['episodes', 'with an outcome', 'resolved']}
          className="max-w-[520px] w-full border-collapse"
          rows={table.slice(1).map(([name, ...cells]) => ({
            name: String(name),
            cells: cells.slice(0, 3).map(String),
          }))}
        />
      )}
    </Section>
  )
}

function Utility({ report }: { report: ReuseReport }) {
  const { utilities, served, objectives } = report
  const shown = utilities.slice(0, LISTED)
  return (
    <Section
      id="utility"
      title="Utility by entry"
      note="outcome less what is expected without memory, drawn towards 0 by four uses without effect; worst first"
    >
      {shown.length === 0 ? (
        <p className="hatch-wide mt-3 flex min-h-20 items-center px-3 text-ink-2 text-small">
          Unknown. {plural(served.shape.uses, 'use')} by agents, {served.withOutcome} with an outcome,{' '}
          {served.withExpectation} of an instance that three runs without memory attempted. Needed: agents
          that ask and report outcomes, and <Term of="vanilla">runs without memory</Term> on the page
          Experiments.
        </p>
      ) : (
        <ChartFigure
          name="reuse-utility"
          draw={(width) => drawUtilities(shown, objectives, width)}
          table={utilityTable(utilities, objectives)}
          digits={2}
          caption={`● harmful: from ${ENOUGH_EXPOSURES} exposures and after false-discovery control at ${FDR.toFixed(2)}; ○ association, n exposures; line: 95 % interval of the plain mean`}
        />
      )}
      <Note>
        An association, not a cause: an entry that is given out on hard tasks looks harmful, and so does one
        that a weaker model got than ran without memory
        {served.vanillaSettings > 1 &&
          ` (runs of ${served.vanillaSettings} models or agents are pooled here)`}
        . What memory as a whole causes stands above, where episodes are withheld at random.
      </Note>
    </Section>
  )
}

function Provenance({ report }: { report: ReuseReport }) {
  return (
    <Section
      id="provenance"
      title="Where it came from"
      note="as Algorithm 1 is written an entry may come from the same task; with it and without"
      end={<CsvLink fileName="reuse-provenance.csv" rows={relationTable(report)} />}
    >
      <Relations report={report} />
    </Section>
  )
}

function Relations({ report }: { report: ReuseReport }) {
  const [head, ...rows] = relationTable(report)
  return (
    <FigureTable
      label="Uses by where the entry came from"
      first="from"
      heads={(head ?? []).slice(1).map((name) => String(name).replace(/ %$/, ''))}
      rows={rows.map(([name, ...cells]) => ({
        name: String(name),
        cells: cells.map((cell, i) =>
          known(cell, (percent) => formatPercent(Number(percent) / 100), i === 3 ? 'Not reported' : 'No use'),
        ),
      }))}
    />
  )
}

function MostUsed({ report }: { report: ReuseReport }) {
  const href = useProjectHref()
  const { served, replay, objectives } = report
  const isServed = served.shape.uses > 0
  const { counts } = isServed ? served.shape : replay.others.shape
  return (
    <Section
      id="most-used"
      title="The head"
      note={isServed ? 'most given out to agents' : 'most given out in the replay, other tasks only'}
    >
      <ul className="mt-2">
        {counts.slice(0, LISTED).map(({ entryId, uses }) => (
          <li key={entryId} className="grid grid-cols-[48px_minmax(0,1fr)] gap-x-3 border-hairline border-b">
            <span className="num self-center">{uses} ×</span>
            <Link
              href={href(`/memories/${entryId}`)}
              className="link flex min-h-8 items-center max-md:min-h-11"
            >
              {objectives[entryId] ?? entryId}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
