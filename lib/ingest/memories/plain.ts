import { UserError } from '../../memory/errors.ts'
import { readCsv } from '../../memory/text/read-csv.ts'
import { isObject } from '../shape.ts'
import type { ForeignMemory, MemoryFormat } from './memory-format.ts'
import { instantAt, recordFormat, textAt, textsAt } from './records.ts'

/** Which column is what; those that are not named are found by their usual names. */
export interface Mapping {
  text?: string
  id?: string
  title?: string
  about?: string
  at?: string
}

const USUAL = {
  text: ['content', 'text', 'memory', 'lesson', 'note', 'experience', 'insight', 'rule', 'value'],
  id: ['id', 'uuid', 'uid', 'key', '_id'],
  title: ['title', 'name'],
  about: ['objective', 'description', 'context', 'query', 'task', 'topic'],
  at: ['created_at', 'createdAt', 'timestamp', 'date', 'created'],
}

/** Any JSON Lines, list or CSV of records with a text: columns by name, or as the mapping says. */
export function plain(mapping: Mapping = {}): MemoryFormat {
  const names = (of: keyof Mapping) => (mapping[of] === undefined ? USUAL[of] : [mapping[of]])
  const idOf = (record: Record<string, unknown>, place: number) =>
    textAt(record, ...names('id')) ?? `#${place}`
  const format = recordFormat(
    'plain-records',
    ['memories', 'entries', 'items', 'records', 'data', 'results'],
    {
      detect: (record) => textAt(record, ...names('text')) !== null,
      read: (record, place): ForeignMemory[] => {
        const text = textAt(record, ...names('text'))
        if (text === null) return []
        return [
          {
            id: idOf(record, place),
            text,
            title: textAt(record, ...names('title')),
            about: textAt(record, ...names('about')),
            at: instantAt(record, ...names('at')),
            keywords: textsAt(record, 'tags'),
          },
        ]
      },
      write: (record, changes, place) => {
        const text = changes.get(idOf(record, place))
        const at = names('text').find((name) => textAt(record, name) !== null)
        return text === null || text === undefined || at === undefined ? null : { ...record, [at]: text }
      },
    },
  )
  return {
    ...format,
    detect: (document) => format.detect(withCsv(document)),
    read: (document) => format.read(withCsv(document)),
    write: (document, changes) => {
      const after = format.write(withCsv(document), changes)
      if (document.values.length > 0) return after
      const { columns } = readCsv(document.text, 'memories.csv')
      const rows = after.values.filter(isObject).map((row) => columns.map((name) => String(row[name] ?? '')))
      return {
        ...document,
        text: [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join(''),
      }
    },
  }
}

function withCsv(document: { text: string; values: unknown[]; isLines: boolean }) {
  if (document.values.length > 0) return document
  try {
    const { columns, rows } = readCsv(document.text, 'memories.csv')
    const values = rows.map(({ cells }) =>
      Object.fromEntries(columns.map((name, i) => [name, cells[i] ?? ''])),
    )
    return { ...document, values, isLines: true }
  } catch (error) {
    if (error instanceof UserError) return document
    throw error
  }
}

const csvCell = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
