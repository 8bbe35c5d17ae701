import { instantAt, recordFormat, textAt, textsAt } from './records.ts'

/** claude-mem, `scripts/export-memories.ts`: `observations[]` and `summaries[]` of sessions; what a summary says was learned is a memory too. */
export const claudeMem = recordFormat('claude-mem-export', ['observations', 'summaries'], {
  detect: (record) =>
    ('memory_session_id' in record || 'sdk_session_id' in record) &&
    ('narrative' in record || 'facts' in record || 'learned' in record || 'request' in record),
  read: (record, place) => {
    const id = textAt(record, 'id') ?? `#${place}`
    const common = {
      at: instantAt(record, 'created_at_epoch', 'created_at'),
      repo: textAt(record, 'project'),
    }
    if ('learned' in record || 'request' in record)
      return ['learned'].flatMap((part) => {
        const text = textAt(record, part)
        return text === null
          ? []
          : [{ ...common, id: `summary ${id} ${part}`, text, about: textAt(record, 'request') }]
      })
    const text = textAt(record, 'narrative', 'text') ?? textsAt(record, 'facts').join('\n')
    if (text === '') return []
    return [
      {
        ...common,
        id,
        text,
        title: textAt(record, 'title'),
        about: [textAt(record, 'title'), textAt(record, 'subtitle')].filter(Boolean).join(': ') || null,
        keywords: textsAt(record, 'concepts'),
      },
    ]
  },
  write: (record, changes, place) => {
    const id = textAt(record, 'id') ?? `#${place}`
    const learned = changes.get(`summary ${id} learned`)
    if (learned !== undefined) return { ...record, learned }
    const text = changes.get(id)
    if (text === null || text === undefined) return null
    if (textAt(record, 'narrative') !== null) return { ...record, narrative: text }
    if (textAt(record, 'text') !== null) return { ...record, text }
    const facts = text.split('\n')
    return { ...record, facts: typeof record.facts === 'string' ? JSON.stringify(facts) : facts }
  },
})
