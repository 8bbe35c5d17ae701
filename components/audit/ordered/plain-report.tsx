import { formatScore } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'

type Line = Record<string, unknown>

/** What a report says of itself in its `verdict`. */
export function plainVerdict(report: unknown): string {
  const { verdict } = report as { verdict?: unknown }
  return typeof verdict === 'string' ? verdict : 'Measured: its numbers stand below.'
}

/** A report as tables: each list of lines in it, a column each field. */
export function PlainReport({ report }: { report: unknown }) {
  const lists = Object.entries(report as Line).flatMap(([title, lines]) =>
    Array.isArray(lines) && lines.every((line) => line !== null && typeof line === 'object')
      ? [{ title, lines: lines as Line[] }]
      : [],
  )
  return lists.map(({ title, lines }) => {
    const [first = '', ...heads] = Object.keys(lines[0] ?? {})
    return (
      <Section key={title} title={title}>
        <FigureTable
          label={title}
          first={first}
          heads={heads}
          rows={lines.map((line) => ({
            name: String(line[first]),
            cells: heads.map((head) => cellOf(line[head])),
          }))}
        />
      </Section>
    )
  })
}

function cellOf(value: unknown) {
  if (value === null || value === undefined) return <Hatch label="Unknown" />
  if (typeof value === 'number' && !Number.isInteger(value)) return formatScore(value, 3)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
