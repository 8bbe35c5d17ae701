import type { CompareColumn } from '../compare.ts'

export const PLAIN_COLUMN: Omit<CompareColumn, 'strategy'> = {
  floor: null,
  asOf: null,
  position: null,
  without: '',
}

/** A column as one word of the address: `subtask`, or `subtask;floor=0.4;asOf=2026-11-01T00:00:00Z`. */
export function formatColumn(column: CompareColumn): string {
  const settings = {
    embedder: column.embedder ?? null,
    floor: column.floor,
    asOf: column.asOf,
    position: column.position,
    without: column.without === '' ? null : column.without,
  }
  const words = Object.entries(settings).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return [column.strategy, ...words].join(';')
}

/** The column that a word of the address names; settings that cannot be read are left out. */
export function parseColumn(text: string): CompareColumn {
  const [strategy = '', ...words] = text.split(';')
  const settings = new Map(
    words.map((word) => {
      const at = word.indexOf('=')
      return [word.slice(0, at), decoded(word.slice(at + 1))] as const
    }),
  )
  const number = (name: string, from: number, to: number) => {
    const value = Number(settings.get(name) ?? Number.NaN)
    return value >= from && value <= to ? value : null
  }
  const asOf = settings.get('asOf') ?? ''
  const position = number('position', 0, 10_000_000)
  const embedder = (settings.get('embedder') ?? '').trim().slice(0, 200)
  return {
    strategy,
    ...(embedder === '' ? {} : { embedder }),
    floor: number('floor', -1, 1),
    asOf: Number.isNaN(Date.parse(asOf)) ? null : new Date(asOf).toISOString(),
    position: position === null ? null : Math.floor(position),
    without: (settings.get('without') ?? '').trim(),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
