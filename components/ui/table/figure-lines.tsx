export type FigureLine = { label: string; value: string; note: string }

/** Figures one below the other, each with what it is and a note. */
export function FigureLines({ lines }: { lines: readonly FigureLine[] }) {
  return (
    <dl className="mt-2 grid max-w-[80ch] grid-cols-[140px_120px_1fr] gap-x-4 gap-y-1.5 max-md:grid-cols-[120px_1fr]">
      {lines.map(({ label, value, note }) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
          <dd className="text-pretty text-ink-3 text-small max-md:col-start-2">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
