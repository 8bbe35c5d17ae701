'use client'

import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs'
import { FigureView } from '@/components/figures/figure-view.tsx'
import { Button } from '@/components/ui/button.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { StreamReport } from '@/lib/memory/studies/stream.ts'
import type { StreamPlan } from '@/lib/memory/studies/stream-schema.ts'
import { MomentPane } from './moment-pane.tsx'
import { growthFigure, type Measure, seedWords } from './stream-words.ts'

type ScrubberProps = { id: string; plan: StreamPlan; report: StreamReport; measure: Measure }
type Order = StreamReport['seeds'][number]

/** Any place of the stream: pool, question and winner, and the same run where another order met it. */
export function Scrubber({ id, plan, report, measure }: ScrubberProps) {
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
