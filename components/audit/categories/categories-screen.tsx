'use client'

import { useQueryState } from 'nuqs'
import { useState } from 'react'
import { ChartFigure } from '@/components/charts/chart-figure.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { formatPercent, formatScore } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import type { CategoriesAudit, CategoryLabels, CategoryRow } from '@/lib/memory/audit/categories-audit.ts'
import type { WallReport } from '@/lib/memory/audit/wall-audit.ts'
import { AuditPage } from '../audit-page.tsx'
import { Note } from '../note.tsx'
import {
  calibrationTable,
  categoriesVerdict,
  DRAWER_WAYS,
  labelWords,
  PURITY_WORDS,
  purityTable,
  shareWord,
  stressTable,
  stressWords,
} from './categories-words.ts'
import { ConfusionMatrix } from './confusion-matrix.tsx'
import { drawCalibration, drawStress } from './draw-categories.ts'
import { LabelPanel } from './label-panel.tsx'
import { WallSection } from './wall-section.tsx'

type CategoriesScreenProps = {
  labels: CategoryLabels
  report: CategoriesAudit
  rows: CategoryRow[]
  wall: WallReport | null
  projectId: string
  predictor: string
  /** The sample has written labels beside those that persons give here. */
  hasWritten: boolean
}
type Part = Pick<CategoriesScreenProps, 'report'>
type Labelled = Pick<CategoriesScreenProps, 'report' | 'labels'>

/** The predictor against labels, and what its mistakes cost. */
export function CategoriesScreen(props: CategoriesScreenProps) {
  const { labels, report, rows, wall, projectId, hasWritten, predictor } = props
  const isAnswerable = report.answerable > 0
  return (
    <AuditPage
      room="misprediction"
      verdict={categoriesVerdict(report, labels)}
      basis={<CategoriesBasis report={report} labels={labels} />}
    >
      {hasWritten && <LabelChoice labels={labels} />}
      <div className="divide-y divide-hairline">
        <MatrixAndStress {...{ report, labels, predictor }} />
        <LabelPanel projectId={projectId} />
        {report.purity.length > 0 && <Purity report={report} labels={labels} />}
        {isAnswerable && <Ways report={report} />}
        {wall && <WallSection wall={wall} report={report} />}
        <div className="grid grid-cols-[minmax(0,1fr)] divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
          <Calibration report={report} />
          <ByCategory report={report} labels={labels} />
        </div>
        <Mistakes rows={rows} />
      </div>
    </AuditPage>
  )
}

/** Whose word is taken for what is so. */
function LabelChoice({ labels: { kind, byPersons } }: Pick<CategoriesScreenProps, 'labels'>) {
  const [, set] = useQueryState('labels', { history: 'replace', shallow: false })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4 print:hidden">
      <span className="text-ink-3 text-small">Held against</span>
      <Segmented
        label="Whose labels"
        value={kind === 'written' ? 'written' : 'own'}
        options={[
          { value: 'written', label: 'the sample’s questions' },
          { value: 'own', label: byPersons > 0 ? `${byPersons} labels given here` : 'labels given here' },
        ]}
        onChange={(value) => void set(value === 'own' ? 'own' : null)}
      />
    </div>
  )
}

function CategoriesBasis({ report, labels }: Labelled) {
  const { n, agreeing, interval, ways } = report
  const lost = ways.find(({ way }) => way === 'given')?.overPredicted ?? null
  return (
    <>
      <SourceChip source="measured" />
      {labels.kind === 'written' && <SourceChip source="written" />}
      {n > 0 && (
        <span>
          {shareWord(labels)} {formatPercent(agreeing / n)}
          {interval && `, 95 % ${formatPercent(interval.low)} to ${formatPercent(interval.high)}`}
        </span>
      )}
      <span>{labelWords(labels)}</span>
      {labels.stored && (
        <span>
          with the steps seen the rules agree in {labels.stored.agreeing} of {labels.stored.n}
        </span>
      )}
      {lost && (
        <span>
          cost {formatScore(lost.low, 3)} to {formatScore(lost.high, 3)}, paired over {report.answerable}{' '}
          answerable questions
        </span>
      )}
    </>
  )
}

function MatrixAndStress({ report, labels, predictor }: Labelled & { predictor: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] divide-hairline max-lg:divide-y lg:grid-cols-2 lg:divide-x">
      <Section
        id="matrix"
        title="Which drawer was opened"
        note={`rows: ${labels.kind === 'rules' ? 'rules, with the steps seen' : 'labelled'}; columns: predicted at the start (predictor ${predictor}; excerpts have rules of their own)${report.answerable > 0 ? `; below the count: mean reciprocal rank lost over its answerable questions, ${report.answerable} in all` : ''}`}
      >
        <ConfusionMatrix report={report} />
        <Note>
          A given category makes “wrong stage 0 %” true by construction: of its figures only what the
          predictor gives says anything about the filter in use.
        </Note>
      </Section>
      {report.answerable > 0 && (
        <Section id="stress" title="When more of them are wrong" note="mistakes fall as the predictor’s do">
          <ChartFigure
            name="categories-stress"
            draw={(width) => drawStress(report, width)}
            table={stressTable(report)}
            digits={3}
            caption={`mean reciprocal rank over ${report.answerable} answerable questions; ● hard filter, ○ soft prior, dashed without dots: no filter; soft is told the share that is wrong`}
          />
          <Note>{stressWords(report)}</Note>
        </Section>
      )}
    </div>
  )
}

/** A subtask that mixes kinds of steps is hard to name, whoever names it. */
function Purity({ report, labels }: Labelled) {
  const table = purityTable(report)
  return (
    <Section
      id="purity"
      title="Pure and mixed subtasks"
      note="share of its steps that carry their most common label, by the rules a step at a time"
      end={<CsvLink fileName="categories-purity.csv" rows={table} />}
    >
      <FigureTable
        label="Agreement by purity of the subtask"
        first="subtask"
        heads={['n', shareWord(labels), '95 % interval', 'answerable', 'relevance lost']}
        className="max-w-[640px] w-full border-collapse"
        rows={report.purity.map(({ kind, n, agreeing, interval, answerable, lost }) => ({
          name: PURITY_WORDS[kind],
          cells: [
            n,
            known(n === 0 ? null : agreeing / n, formatPercent, 'No such subtask'),
            known(
              interval,
              ({ low, high }) => `${formatPercent(low)} to ${formatPercent(high)}`,
              'No such subtask',
            ),
            answerable,
            known(lost, (one) => formatScore(one, 3)),
          ],
        }))}
      />
    </Section>
  )
}

function Ways({ report: { ways, answerable } }: Part) {
  return (
    <Section
      id="ways"
      title="Hard against soft"
      note="the same answerable questions; differences paired, clustered by instance, 10,000 draws"
    >
      <FigureTable
        label="Mean reciprocal rank by way of choosing the category"
        first="way"
        heads={['answerable', 'MRR', 'less “predicted”', '95 % interval']}
        rows={ways.map(({ way: key, mrr, overPredicted }) => ({
          name: DRAWER_WAYS[key],
          cells: [
            answerable,
            known(mrr, (one) => formatScore(one, 3)),
            overPredicted ? formatScore(overPredicted.difference, 3) : '',
            overPredicted
              ? `${formatScore(overPredicted.low, 3)} to ${formatScore(overPredicted.high, 3)}`
              : '',
          ],
        }))}
      />
    </Section>
  )
}

function Calibration({ report }: Part) {
  const { ece, n } = report.calibration
  return (
    <Section id="calibration" title="How sure it is" note="said against agreed, by tenths; area: questions">
      <ChartFigure
        name="categories-calibration"
        draw={(width) => drawCalibration(report, width)}
        table={calibrationTable(report)}
        digits={2}
        caption={`expected calibration error ${ece === null ? 'unknown' : formatScore(ece, 3)}, n ${n}`}
      />
    </Section>
  )
}

function ByCategory({ report, labels }: Labelled) {
  return (
    <Section
      id="scores"
      title="By category"
      note={
        shareWord(labels) === 'accuracy'
          ? 'against labels of persons or declared ones'
          : 'agreement with the label, not accuracy'
      }
    >
      <FigureTable
        label="Precision and recall by category"
        first="category"
        heads={['labelled', 'predicted', 'precision', 'recall']}
        rows={report.scores.map(({ category, labelled, predicted, precision, recall }) => ({
          name: category,
          cells: [labelled, predicted, known(precision, formatPercent), known(recall, formatPercent)],
        }))}
      />
    </Section>
  )
}

const SHOWN = 15

/** Questions whose drawer was another than the labelled one, the costliest first. */
function Mistakes({ rows }: { rows: CategoryRow[] }) {
  const [isAll, setAll] = useState(false)
  const costOf = ({ byCategory, label, predicted }: CategoryRow) =>
    byCategory === null ? null : byCategory[label] - byCategory[predicted]
  const wrong = rows
    .filter(({ label, predicted }) => label !== predicted)
    .sort((a, b) => (costOf(b) ?? -2) - (costOf(a) ?? -2))
  const shown = isAll ? wrong : wrong.slice(0, SHOWN)
  return (
    <Section
      id="mistakes"
      title={wrong.some(({ byCategory }) => byCategory !== null) ? 'The costliest' : 'In another drawer'}
      note={`${wrong.length} questions in another drawer than the label’s`}
    >
      <ul className="mt-2">
        {shown.map((row) => {
          const cost = costOf(row)
          return (
            <li
              key={`${row.id} ${row.text}`}
              className="grid grid-cols-[minmax(0,1fr)_110px_110px_90px] items-baseline gap-x-3 border-hairline border-b py-1.5 max-md:grid-cols-2"
            >
              <span className="max-md:col-span-2">{row.text}</span>
              <span>
                <CategoryMark category={row.label} />
              </span>
              <span>
                <span className="text-ink-3 text-small">as </span>
                <CategoryMark category={row.predicted} />
              </span>
              <span className="num">
                {known(cost, (one) => formatScore(one, 3), 'Nothing would help this question')}
              </span>
            </li>
          )
        })}
      </ul>
      {wrong.length > SHOWN && (
        <button type="button" className="link mt-2 text-small max-md:min-h-11" onClick={() => setAll(!isAll)}>
          {isAll ? 'Fewer' : `All ${wrong.length}`}
        </button>
      )}
    </Section>
  )
}
