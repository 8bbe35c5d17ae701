import type { JsonObject } from '../shape.ts'
import { recordFormat, textAt } from './records.ts'

const ITEM = /^#+\s*Memory Item\b.*$/im
const PART = (name: string) => new RegExp(`^(#+\\s*${name}:?[ \\t]*)(.*(?:\\n(?!#).*)*)`, 'im')

/** ReasoningBank: a line a task, `memory_items` as the model's Markdown (title, description, content), whole or cut at empty lines. */
export const reasoningBank = recordFormat('reasoning-bank', [], {
  detect: (record) => 'memory_items' in record && ('task_id' in record || 'query' in record),
  read: (record, place) =>
    itemsOf(record).map((item, i) => {
      const part = (name: string) => PART(name).exec(item)?.[2]?.trim() || null
      return {
        id: idOf(record, place, i),
        text: part('Content') ?? item.trim(),
        title: part('Title'),
        about: part('Description') ?? textAt(record, 'query'),
        isWarning: record.status === 'fail',
      }
    }),
  write: (record, changes, place) => {
    const items = itemsOf(record).flatMap((item, i) => {
      const text = changes.get(idOf(record, place, i))
      if (text === undefined) return [item]
      if (text === null) return []
      return [
        PART('Content').test(item) ? item.replace(PART('Content'), (_, head) => `${head}${text}\n`) : text,
      ]
    })
    const whole = items.map((item) => item.trim()).join('\n\n')
    return {
      ...record,
      memory_items: Array.isArray(record.memory_items) ? (whole === '' ? [] : whole.split('\n\n')) : whole,
    }
  },
})

const idOf = (record: JsonObject, place: number, i: number) =>
  `${textAt(record, 'task_id') ?? `#${place}`}/${i + 1}`

/** Two lists or one: a list of whole items stays one an item. */
function itemsOf({ memory_items: given }: JsonObject): string[] {
  const whole = Array.isArray(given)
    ? given.filter((one) => typeof one === 'string').join('\n\n')
    : String(given ?? '')
  if (!ITEM.test(whole)) return whole.trim() === '' ? [] : [whole]
  return whole.split(/^(?=#+\s*Memory Item\b)/im).filter((one) => ITEM.test(one))
}
