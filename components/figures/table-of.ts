import type { Cell } from './figure.ts'

/** A chart's numbers for its table and its CSV, heads first: each column's name beside what it says of a row. */
export function tableOf<Row>(
  rows: readonly Row[],
  columns: Record<string, (row: Row, place: number) => Cell | undefined>,
): Cell[][] {
  const cells = Object.values(columns)
  return [Object.keys(columns), ...rows.map((row, place) => cells.map((cell) => cell(row, place) ?? null))]
}
