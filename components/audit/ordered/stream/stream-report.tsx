'use client'

import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryState, useQueryStates } from 'nuqs'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { OriginContext } from '@/components/figures/origin.ts'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Button } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { formatDuration, formatScore, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { MomentQuestion, StreamReport } from '@/lib/memory/studies/stream.ts'
import type { StreamPlan } from '@/lib/memory/studies/stream-schema.ts'
import type { StudyView } from '@/lib/memory/studies/study.ts'
import type { ReportView } from '../report-view.ts'
import {
  densityFigure,
  growthFigure,
  type Measure,
  seedWords,
  streamOrigin,
  streamVerdict,
  usualMeasure,
} from './stream-words.ts'

const MEASURES = ['relevant', 'fits'] as const

/** What would have been retrieved as the memory grew, order by order. */
export function useStreamReport(study: StudyView<StreamPlan, StreamReport> | null): ReportView | null {
  const [asked, setMeasure] = useQueryState('measure', parseAsStringLiteral(MEASURES))
  if (study?.report == null) return null
  const { id, plan, report } = study
  const measure = asked ?? usualMeasure(report)
  const took = report.seeds.reduce((sum, { tookMs }) => sum + tookMs, 0)
  const origin = streamOrigin(plan, report, measure)
  const figure = (
    <Section
      id="density"
      title="Quality by density"
      note="how many entries of the category were there when it was asked, those of the own instance left out"
      end={
        <Segmented
          label="What counts as good"
          value={measure}
          options={MEASURES.map((value) => ({ value, label: value }))}
          onChange={(value) => void setMeasure(value)}
        />
      }
    >
      {measure === 'relevant' && report.labelled === 0 ? (
        <p className="mt-3 text-ink-3">Nobody says what is relevant to these episodes. See what fits.</p>
      ) : (
        <FigureView
          figure={densityFigure(plan, report, measure)}
          digits={3}
          caption={measure === 'fits' ? 'fits: above 99.9 % of unrelated pairs' : undefined}
        />
      )}
      <p className="mt-2 max-w-[88ch] text-pretty text-ink-3 text-small">
        Orders ask the same questions, so they are not independent: intervals draw instances. The category is
        the episode’s own label, except where a strategy predicts it. Replayed in {formatDuration(took)}.
      </p>
    </Section>
  )
  return {
    verdict: streamVerdict(plan, report, measure),
    basis: (
      <>
        {origin.basis.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>
          {report.seeds.length} of {plural(plan.seeds.length, 'order')}
        </span>
        <span>{plan.labels ? `relevant: ${plan.labels.what}` : 'no labels: only what fits is known'}</span>
        <span>retrieval only: no agent ran, no outcome is known</span>
      </>
    ),
    figure: <OriginContext value={origin}>{figure}</OriginContext>,
    body: (
      <OriginContext value={origin}>
        <div className="divide-y divide-hairline">
          {figure}
          <Scrubber id={id} plan={plan} report={report} measure={measure} />
        </div>
      </OriginContext>
    ),
  }
}

type ScrubberProps = { id: string; plan: StreamPlan; report: StreamReport; measure: Measure }
type Order = StreamReport['seeds'][number]

/** Any place of the stream: pool, question and winner, and the same run where another order met it. */
function Scrubber({ id, plan, report, measure }: ScrubberProps) {
  const { a, b, at, elsewhere, strategy, set } = useScrubber(plan, report, measure)
  if (!a || !b) return null
  const last = a.places.length - 1
  return (
    <Section
      id="scrubber"
      title="Place by place"
      note="the same episode in two orders: the same questions of another memory"
    >
      <div className="mt-3 grid grid-cols-3 gap-3 max-md:grid-cols-1 md:max-w-2xl print:hidden">
        <OrderChoice label="Order" name="a" seeds={report.seeds} value={a.seed} set={set} />
        <OrderChoice label="Compared with" name="b" seeds={report.seeds} value={b.seed} set={set} />
        <Field label="Strategy in the strips">
          <Select value={strategy} onChange={(event) => void set({ by: event.target.value })}>
            {plan.strategies.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      </div>
      <div className="mt-3 flex items-center gap-2 print:hidden">
        <Button aria-label="Earlier place" disabled={at === 0} onClick={() => void set({ at: at - 1 })}>
          ←
        </Button>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label="Place in the stream"
          aria-valuetext={`place ${at + 1} of ${last + 1}, ${a.places[at]?.instanceId ?? ''}`}
          onChange={(event) => void set({ at: Number(event.target.value) })}
          className="h-6 min-w-0 flex-1 accent-(--accent) max-md:h-11"
        />
        <Button aria-label="Later place" disabled={at >= last} onClick={() => void set({ at: at + 1 })}>
          →
        </Button>
      </div>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-2">
        {[
          { order: a, place: at, key: 'a' },
          { order: b, place: elsewhere, key: 'b' },
        ].map(({ order, place, key }) => (
          <div key={key} className="min-w-0">
            <FigureView figure={growthFigure(order, { strategy, measure, chosen: place })} digits={0} />
            <MomentPane id={id} plan={plan} order={order} position={place} measure={measure} />
          </div>
        ))}
      </div>
    </Section>
  )
}

function useScrubber(plan: StreamPlan, report: StreamReport, measure: Measure) {
  const [asked, set] = useQueryStates(
    { a: parseAsInteger, b: parseAsInteger, at: parseAsInteger, by: parseAsString },
    { history: 'replace', throttleMs: 120 },
  )
  const ofSeed = (seed: number | null) => report.seeds.find((one) => one.seed === seed)
  const a = ofSeed(asked.a) ?? report.seeds[0]
  const b = ofSeed(asked.b) ?? report.seeds.find(({ seed }) => seed !== a?.seed) ?? a
  const strategy = plan.strategies.find((name) => name === asked.by) ?? plan.strategies[0] ?? 'subtask'
  const last = (a?.places.length ?? 1) - 1
  const at = Math.max(0, Math.min(last, asked.at ?? telling(a?.places ?? [], strategy, measure)))
  const episodeId = a?.places[at]?.episodeId
  const elsewhere = Math.max(0, b?.places.findIndex((place) => place.episodeId === episodeId) ?? 0)
  return { a, b, at, elsewhere, strategy, set }
}

/** The last place that was given something of use, so that the page opens on one that says something. */
function telling(places: Order['places'], strategy: string, measure: Measure): number {
  const found = places.findLastIndex((place) => (place[measure][strategy] ?? 0) > 0)
  return found < 0 ? places.length - 1 : found
}

function OrderChoice({
  label,
  name,
  seeds,
  value,
  set,
}: {
  label: string
  name: 'a' | 'b'
  seeds: Order[]
  value: number
  set: ReturnType<typeof useScrubber>['set']
}) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => void set({ [name]: Number(event.target.value) })}>
        {seeds.map(({ seed }) => (
          <option key={seed} value={seed}>
            {seedWords(seed)}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type MomentPaneProps = {
  id: string
  plan: StreamPlan
  order: StreamReport['seeds'][number]
  position: number
  measure: Measure
}

/** One place of one order: each question with its pool, and what each strategy gave. */
function MomentPane({ id, plan, order, position, measure }: MomentPaneProps) {
  const href = useProjectHref()
  const place = order.places[position]
  const { data, error, refetch } = useAnswer('streamMoment', { id, seed: order.seed, position })
  if (!place) return null
  return (
    <section aria-label={`${seedWords(order.seed)}, place ${position + 1}`} className="mt-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{seedWords(order.seed)}</span>
        <span className="num">
          place {position + 1} of {order.places.length}
        </span>
        <Link href={href(`/episodes/${place.episodeId}`)} className="link min-w-0 break-all max-md:py-3">
          {place.instanceId}
        </Link>
        <span className="text-ink-3 text-small">
          {plural(place.eligible, 'entry', 'entries')} to choose from
        </span>
      </p>
      {error && <ReadErrorState error={error} what="This place could not be read." onRetry={refetch} />}
      {place.asked === 0 && <p className="mt-2 text-ink-3">This episode asked nothing.</p>}
      <ul className="mt-1">
        {data?.questions.map((question) => (
          <Question key={question.subtaskId} question={question} plan={plan} measure={measure} />
        ))}
      </ul>
    </section>
  )
}

function Question({
  question,
  plan,
  measure,
}: {
  question: MomentQuestion
  plan: StreamPlan
  measure: Measure
}) {
  const href = useProjectHref()
  return (
    <li className="border-hairline border-b py-2">
      <p className="flex items-baseline gap-2">
        <CategoryMark category={question.category} show="letter" />
        <span className="min-w-0 flex-1 break-words">{question.text}</span>
        <span className="num flex-none text-ink-3 text-small" title="entries of the category that were there">
          pool {question.pool}
        </span>
      </p>
      <ul className="mt-1 ml-6 max-md:ml-0">
        {plan.strategies.map((name) => {
          const given = question.given[name]
          const isGood = measure === 'relevant' ? given?.isRelevant : given?.doesFit
          const address = given?.id?.startsWith('m_') ? `/memories/${given.id}` : `/episodes/${given?.id}`
          return (
            <li
              key={name}
              className="grid grid-cols-[120px_minmax(0,1fr)_72px] items-baseline gap-x-2 text-small"
            >
              <span className="text-ink-3">{name}</span>
              <span className="min-w-0 truncate" title={given?.words ?? undefined}>
                {given?.id == null ? (
                  <span className="text-ink-3">nothing was there</span>
                ) : (
                  <>
                    <span aria-hidden="true">{isGood == null ? '·' : isGood ? '●' : '○'} </span>
                    <span className="sr-only">{goodWords(isGood, measure)}</span>
                    <Link href={href(address)} className="link max-md:py-3">
                      {given.words ?? 'an entry that is gone'}
                    </Link>
                  </>
                )}
              </span>
              <span className="num">
                {given?.score == null || name === 'random' ? '' : formatScore(given.score, 3)}
              </span>
            </li>
          )
        })}
      </ul>
    </li>
  )
}

function goodWords(isGood: boolean | null | undefined, measure: Measure): string {
  if (isGood == null) return 'unknown'
  if (measure === 'relevant') return isGood ? 'relevant' : 'not relevant'
  return isGood ? 'fits' : 'does not fit'
}
