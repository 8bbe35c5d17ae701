'use client'

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { categoryColor, categoryPath, formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import { ScrollRegion } from '@/components/ui/scroll-region.tsx'
import { CsvLink } from '@/components/ui/table/csv-link.tsx'
import { CATEGORIES } from '@/lib/memory/category.ts'
import { type Growth, type GrowthRow, growthTable, spreadLabels } from './prepare-growth.ts'

const HEIGHT = 312
const MARGIN = { top: 12, right: 8, bottom: 4, left: 0 }
const X_AXIS_HEIGHT = 26
const PLOT_HEIGHT = HEIGHT - MARGIN.top - MARGIN.bottom - X_AXIS_HEIGHT
const LABEL_GAP = 16

/** Live entries of each category after each episode; lines are labelled where they end. */
export function GrowthChart({ growth, csvName }: GrowthChartProps) {
  const last = growth.rows.at(-1)
  if (!last) {
    return <p className="mt-2 text-ink-3 text-small">No episode yet: nothing to draw.</p>
  }
  const ends = spreadLabels(
    CATEGORIES.map((category) => PLOT_HEIGHT * (1 - last[category] / growth.yMax)),
    LABEL_GAP,
    PLOT_HEIGHT,
  )
  return (
    <figure className="m-0">
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)_72px]">
        <Curves growth={growth} last={last} />
        <div className="relative" style={{ marginTop: MARGIN.top }}>
          {CATEGORIES.map((category, k) => (
            <span
              key={category}
              className="absolute left-1 flex -translate-y-1/2 items-center gap-1.5 font-mono text-micro"
              style={{ top: ends[k] }}
            >
              <CategoryMark category={category} show="letter" />
              <span className="text-ink">{formatCount(last[category])}</span>
            </span>
          ))}
        </div>
      </div>
      <figcaption className="flex flex-wrap items-baseline gap-x-3 text-ink-3 text-small">
        <span>
          episodes in import order, n {formatCount(growth.episodeCount)}
          {growth.every > 1 && `, every ${formatCount(growth.every)}th drawn`}
        </span>
        <CsvLink fileName={csvName} rows={growthTable(growth)} />
      </figcaption>
      <Numbers growth={growth} />
    </figure>
  )
}

type GrowthChartProps = { growth: Growth; csvName: string }

function Curves({ growth, last }: Pick<GrowthChartProps, 'growth'> & { last: GrowthRow }) {
  return (
    <div style={{ height: HEIGHT }}>
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 720, height: HEIGHT }}>
        <LineChart data={growth.rows} margin={MARGIN} title="Live entries by category after each episode">
          <CartesianGrid vertical={false} stroke="var(--plot-grid)" />
          <XAxis
            dataKey="episode"
            type="number"
            domain={[0, last.episode]}
            ticks={growth.xTicks}
            tickFormatter={formatCount}
            height={X_AXIS_HEIGHT}
            stroke="var(--plot-axis)"
            tickLine={false}
            tick={TICK}
          />
          <YAxis
            domain={[0, growth.yMax]}
            ticks={growth.yTicks}
            tickFormatter={formatCount}
            width={40}
            axisLine={false}
            tickLine={false}
            tick={TICK}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--plot-axis)' }}
            content={({ active, payload }) =>
              active && payload[0] ? <RowCard row={payload[0].payload as GrowthRow} /> : null
            }
          />
          {CATEGORIES.map((category) => (
            <Line
              key={category}
              type="stepAfter"
              dataKey={category}
              stroke={categoryColor(category)}
              strokeWidth={1.75}
              isAnimationActive={false}
              activeDot={({ cx, cy }) => (
                <path
                  d={categoryPath(category, cx ?? 0, cy ?? 0, 4.5)}
                  fill={categoryColor(category)}
                  stroke="var(--surface)"
                  strokeWidth="1.5"
                />
              )}
              dot={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}

function Numbers({ growth }: Pick<GrowthChartProps, 'growth'>) {
  return (
    <details className="mt-2 text-small">
      <summary className="link w-fit text-ink-2 max-md:py-3.5">Numbers as a table</summary>
      <ScrollRegion label="Live entries by category, as a table" className="mt-2 max-h-72 overflow-y-auto">
        <table className="w-full max-w-xl border-collapse">
          <thead className="sticky top-0 bg-surface text-ink-3">
            <tr>
              <th className="h-7 border-strong border-b text-right font-normal">after episode</th>
              {CATEGORIES.map((category) => (
                <th key={category} className="border-strong border-b text-right font-normal">
                  <CategoryMark category={category} show="letter" />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {growth.rows.map((row) => (
              <tr key={row.episode}>
                <td className="num h-7 border-hairline border-b">{formatCount(row.episode)}</td>
                {CATEGORIES.map((category) => (
                  <td key={category} className="num border-hairline border-b">
                    {formatCount(row[category])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </details>
  )
}

const TICK = { fill: 'var(--text-3)', fontSize: 11 }

function RowCard({ row }: { row: GrowthRow }) {
  return (
    <div className="rounded-float bg-overlay px-3 py-2 text-small shadow-float">
      <p className="font-medium">
        {row.episode === 0 ? 'Before the first episode' : `After ${plural(row.episode, 'episode')}`}
      </p>
      {row.at && <p className="text-ink-3">{formatInstant(row.at)}</p>}
      <dl className="mt-1 grid grid-cols-[auto_auto] gap-x-6">
        {CATEGORIES.map((category) => (
          <div key={category} className="contents">
            <dt>
              <CategoryMark category={category} />
            </dt>
            <dd className="num">{formatCount(row[category])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
