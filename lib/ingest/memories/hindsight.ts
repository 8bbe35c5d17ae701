import { isObject, listAt } from '../shape.ts'
import type { MemoryFormat } from './memory-format.ts'
import { instantAt, recordFormat, textAt, textsAt } from './records.ts'

/** Hindsight: a document of its transfer archive (`facts[]`), and what its API lists (`items[]`). The archive itself is a zip: unpack it. */
const records = recordFormat('hindsight-export', ['facts', 'items', 'observations', 'results'], {
  detect: (record) => typeof record.text === 'string' && ('fact_type' in record || 'proof_count' in record),
  read: (record, place) => {
    const text = textAt(record, 'text')
    return text === null
      ? []
      : [
          {
            id: textAt(record, 'id', 'source_id') ?? `#${place}`,
            text,
            about: textAt(record, 'context'),
            at: instantAt(record, 'mentioned_at', 'occurred_start', 'created_at', 'date', 'event_date'),
            keywords: [...textsAt(record, 'tags'), ...textsAt(record, 'entities')],
          },
        ]
  },
  write: (record, changes, place) => {
    const text = changes.get(textAt(record, 'id', 'source_id') ?? `#${place}`)
    return text === null || text === undefined ? null : { ...record, text }
  },
})

/** Facts name each other by their place in the list: those that point at a deleted one lose that relation, the others are counted anew. */
export const hindsight: MemoryFormat = {
  ...records,
  write: (document, changes) => {
    const [before] = document.values
    const after = records.write(document, changes)
    const kept = listAt(before, 'facts').map(
      (fact, i) =>
        changes.get(isObject(fact) ? (textAt(fact, 'id', 'source_id') ?? `#${i + 1}`) : '') !== null,
    )
    const [whole] = after.values
    if (!isObject(whole) || kept.every(Boolean)) return after
    const placeOf = (index: unknown) => kept.slice(0, Number(index)).filter(Boolean).length
    const facts = listAt(whole, 'facts').map((fact) => {
      if (!isObject(fact) || !Array.isArray(fact.causal_relations)) return fact
      const relations = fact.causal_relations
        .filter((one) => isObject(one) && kept[Number(one.target_fact_index)])
        .map((one) => ({ ...one, target_fact_index: placeOf(one.target_fact_index) }))
      return { ...fact, causal_relations: relations }
    })
    return { ...after, values: [{ ...whole, facts }] }
  },
}
