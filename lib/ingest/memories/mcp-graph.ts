import { isObject, type JsonObject } from '../shape.ts'
import type { ForeignMemory } from './memory-format.ts'
import { recordFormat } from './records.ts'

/**
 * The reference MCP memory server: `memory.json`, a line an entity or a relation, or `{entities, relations}` as `read_graph` answers.
 * An observation is a memory; an entity without one and all relations stay as they are.
 */
export const mcpGraph = recordFormat('mcp-memory-graph', ['entities'], {
  detect: (record) =>
    (typeof record.entityType === 'string' && Array.isArray(record.observations)) ||
    (record.type === 'relation' && typeof record.relationType === 'string'),
  read: (record) =>
    observationsOf(record).map(
      ({ text, id }): ForeignMemory => ({
        id,
        text,
        about: `${record.name} (${record.entityType})`,
        keywords: [String(record.name)],
      }),
    ),
  write: (record, changes) => {
    const told = observationsOf(record)
    const observations = (record.observations as unknown[]).flatMap((before, i) => {
      const id = told.find((one) => one.place === i)?.id
      const text = id === undefined ? undefined : changes.get(id)
      if (text === undefined) return [before]
      return text === null ? [] : [isObject(before) ? { ...before, content: text } : text]
    })
    return { ...record, observations }
  },
})

function observationsOf(record: JsonObject): { place: number; id: string; text: string }[] {
  if (!Array.isArray(record.observations)) return []
  return record.observations.flatMap((one, place) => {
    const text = isObject(one) ? one.content : one
    return typeof text === 'string' && text.trim() !== ''
      ? [{ place, id: `${record.name}#${place + 1}`, text }]
      : []
  })
}
