import type { Cell, Curves, Figure, Measured, Point, Row, Rows, Series } from './figure.ts'

type Table = Cell[][]

/** The figure’s numbers, heads first, as its table and its CSV show them. */
export function figureTable(figure: Figure): Table {
  if (figure.kind === 'rows') return rowsTable(figure)
  return isWide(figure) ? wideTable(figure) : longTable(figure)
}

/** Plain lines over the same x stand side by side: one row a place. */
function isWide({ series }: Curves): boolean {
  const [first, ...others] = series
  const xs = first?.points.map(({ x }) => x).join() ?? ''
  return (
    others.every(({ points }) => points.map(({ x }) => x).join() === xs) &&
    series.every(({ points }) => points.every(({ low, high, draws }) => !isKnown(low, high) && !draws))
  )
}

function wideTable({ x, series, references = [] }: Curves): Table {
  const points = series[0]?.points ?? []
  const extra = namesOf(points)
  const level = references.filter(({ axis }) => axis === 'y')
  return [
    [x.name, ...series.map(({ name }) => name), ...level.map(({ name }) => name), ...extra],
    ...points.map((point, i) => [
      x.places?.[point.x] ?? point.x,
      ...series.map(({ points: own }) => own[i]?.y ?? null),
      ...level.map(({ value }) => value),
      ...extra.map((name) => point.cells?.[name] ?? null),
    ]),
  ]
}

function longTable({ x, y, series }: Curves): Table {
  const points = series.flatMap((one) => one.points.map((point) => ({ one, point })))
  const columns = measuredColumns(points.map(({ point }) => point))
  const named = series.length > 1
  const row = (one: Series, point: Point): Cell[] => [
    ...(named ? [one.name] : []),
    x.places?.[point.x] ?? point.x,
    point.y,
    ...columns.map(({ cell }) => cell(point)),
  ]
  return [
    [...(named ? ['series'] : []), x.name, y.name, ...columns.map(({ name }) => name)],
    ...points.map(({ one, point }) => row(one, point)),
  ]
}

function rowsTable({ label, x, rows }: Rows): Table {
  const columns = measuredColumns(rows)
  const isGrouped = rows.some(({ group }) => group !== undefined)
  const line = (row: Row): Cell[] => [
    ...(isGrouped ? [row.group ?? null] : []),
    row.name,
    row.value,
    ...columns.map(({ cell }) => cell(row)),
  ]
  return [
    [...(isGrouped ? ['group'] : []), label, x.name, ...columns.map(({ name }) => name)],
    ...rows.map(line),
  ]
}

interface Column {
  name: string
  cell: (of: Measured) => Cell
}

function measuredColumns(marks: readonly Measured[]): Column[] {
  const draws = Math.max(0, ...marks.map((mark) => mark.draws?.length ?? 0))
  return [
    ...(marks.some(({ low, high }) => isKnown(low, high))
      ? [
          { name: '95 % low', cell: ({ low }: Measured) => low ?? null },
          { name: '95 % high', cell: ({ high }: Measured) => high ?? null },
        ]
      : []),
    ...Array.from({ length: draws }, (_, i) => ({
      name: `draw ${i + 1}`,
      cell: (mark: Measured) => mark.draws?.[i] ?? null,
    })),
    ...namesOf(marks).map((name) => ({ name, cell: ({ cells }: Measured) => cells?.[name] ?? null })),
  ]
}

function namesOf(marks: readonly Measured[]): string[] {
  return [...new Set(marks.flatMap(({ cells }) => Object.keys(cells ?? {})))]
}

function isKnown(low: number | null | undefined, high: number | null | undefined): boolean {
  return (low ?? null) !== null || (high ?? null) !== null
}
