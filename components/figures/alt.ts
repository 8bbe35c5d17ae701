import type { Curves, Figure, Point } from './figure.ts'
import { writeNumber, writeTick } from './write-number.ts'

/** The picture in words, for those who do not see it: title, basis, and where each line begins and ends. */
export function altText(figure: Figure): string {
  const says = figure.kind === 'rows' ? rowsWords(figure.rows.length, figure.label) : curvesWords(figure)
  return [figure.title, figure.subtitle, says].filter((part) => part !== '').join('. ')
}

function rowsWords(count: number, label: string): string {
  return `One row for each ${label}, ${count} in all`
}

function curvesWords({ x, y, series }: Curves): string {
  const at = (point: Point & { y: number }) => `${writeNumber(point.y, y.unit)} at ${writeTick(point.x, x)}`
  return series
    .flatMap(({ name, points }) => {
      const known = points.flatMap((point) => (point.y === null ? [] : [{ ...point, y: point.y }]))
      const [first, last] = [known[0], known.at(-1)]
      if (!first || !last) return []
      return [`${name}: ${known.length === 1 ? at(first) : `from ${at(first)} to ${at(last)}`}`]
    })
    .join('; ')
}

/** What a mark says when it is pointed at. */
export function markWords(
  name: string,
  where: string,
  value: number,
  { low, high }: { low?: number | null; high?: number | null },
  write: (value: number) => string,
): string {
  const interval =
    (low ?? null) === null || (high ?? null) === null
      ? ''
      : `, 95 % ${write(low ?? 0)} to ${write(high ?? 0)}`
  return `${[name, where].filter((part) => part !== '').join(', ')}: ${write(value)}${interval}`
}
