import { createHash } from 'node:crypto'
import { isObject, type JsonObject, listAt } from '../shape.ts'
import type { MemoryFormat } from './memory-format.ts'
import { instantAt, recordFormat, textAt, textsAt } from './records.ts'

const records = recordFormat('mem0-export', ['results', 'memories'], {
  detect: (record) =>
    typeof record.memory === 'string' && ('id' in record || 'hash' in record || 'user_id' in record),
  read: (record, place) => {
    const text = textAt(record, 'memory')
    const { metadata } = record
    return text === null
      ? []
      : [
          {
            id: textAt(record, 'id') ?? `#${place}`,
            text,
            at: instantAt(record, 'created_at', 'updated_at'),
            keywords: textsAt(record, 'categories'),
            repo: isObject(metadata) ? textAt(metadata, 'repo', 'repository') : null,
            isRetired: record.is_deleted === true || record.is_deleted === 1 || record.state === 'deleted',
          },
        ]
  },
  write: (record, changes, place) => {
    const text = changes.get(textAt(record, 'id') ?? `#${place}`)
    return text === null || text === undefined ? null : withText(record, text)
  },
})

/** mem0: `get_all` and `export` (`results[]` of id, memory, hash, metadata), with the rows of `history` beside them where they were added. */
export const mem0: MemoryFormat = {
  ...records,
  read: (document) => {
    const rows = document.isLines ? [] : listAt(document.values[0], 'history').filter(isObject)
    const earlier = Map.groupBy(rows, (row) => String(row.memory_id))
    return records.read(document).map((memory) => ({
      ...memory,
      history: (earlier.get(memory.id) ?? []).flatMap((row) => textAt(row, 'old_memory') ?? []),
    }))
  },
}

/** Its hash is the MD5 of its text, where it was before. */
function withText(record: JsonObject, memory: string): JsonObject {
  const md5 = (text: unknown) => createHash('md5').update(String(text)).digest('hex')
  return { ...record, memory, ...(record.hash === md5(record.memory) ? { hash: md5(memory) } : {}) }
}
