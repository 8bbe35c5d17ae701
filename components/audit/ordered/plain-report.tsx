import { Section } from '@/components/ui/section.tsx'
import type { Cell } from '../../figures/figure.ts'
import { Parts } from '../studies/study-screen.tsx'

type Line = Record<string, unknown>

/** What a report says of itself in its `verdict`. */
export function plainVerdict(report: unknown): string {
  const { verdict } = report as { verdict?: unknown }
  return typeof verdict === 'string' ? verdict : 'Measured: its numbers stand below.'
}

/** A report as tables: each list of lines in it, a column each field. */
export function PlainReport({ report }: { report: unknown }) {
  return Object.entries(report as Line).flatMap(([title, lines]) => {
    if (!Array.isArray(lines) || !lines.every((line) => line !== null && typeof line === 'object')) return []
    const heads = Object.keys(lines[0] ?? {})
    const table = [heads, ...lines.map((line: Line) => heads.map((head) => cellOf(line[head])))]
    return [
      <Section key={title} title={title}>
        <Parts parts={[{ kind: 'table', name: title, title, table, digits: 3 }]} />
      </Section>,
    ]
  })
}

function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}
