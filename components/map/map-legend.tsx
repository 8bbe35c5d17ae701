import { formatCount } from '@/components/ui/format.ts'
import { MapMark } from './map-mark.tsx'
import type { LegendItem } from './prepare-map.ts'

/** What the marks mean; a value pressed stands out and narrows the table. */
export function MapLegend({
  items,
  only,
  onOnly,
}: {
  items: readonly LegendItem[]
  only: string | null
  onOnly: (value: string | null) => void
}) {
  return (
    <ul
      aria-label="What the marks mean"
      className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-0.5 text-small"
    >
      {items.map((item) => (
        <li key={item.value ?? 'rest'}>
          {item.value === null ? (
            <span className="inline-flex h-6 items-center gap-1.5 px-1.5 text-ink-3">
              <Line item={item} />
            </span>
          ) : (
            <button
              type="button"
              aria-pressed={item.value === only}
              onClick={() => onOnly(item.value === only ? null : item.value)}
              className="inline-flex h-6 items-center gap-1.5 rounded-control px-1.5 text-ink-2 hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink touch:h-11"
            >
              <Line item={item} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function Line({ item }: { item: LegendItem }) {
  return (
    <>
      <MapMark style={item} />
      <span className="max-w-[22ch] truncate">{item.word}</span>
      <span className="font-mono text-ink-3 text-micro">{formatCount(item.count)}</span>
    </>
  )
}
