import { parse, parseDocument } from 'yaml'
import { isObject, type JsonObject, listAt } from '../shape.ts'
import type { ForeignMemory, MemoryFormat } from './memory-format.ts'
import { instantAt, recordFormat, textAt, textsAt } from './records.ts'

const bullets = {
  detect: (record: JsonObject) =>
    typeof record.content === 'string' &&
    ('helpfulCount' in record || 'helpful_count' in record || 'maturity' in record || 'section' in record),
  read: (record: JsonObject, place: number): ForeignMemory[] => {
    const text = textAt(record, 'content')
    return text === null
      ? []
      : [
          {
            id: textAt(record, 'id') ?? `#${place}`,
            text,
            about: textAt(record, 'category', 'section'),
            isWarning: record.isNegative === true || record.type === 'anti-pattern',
            at: instantAt(record, 'createdAt', 'created_at'),
            keywords: textsAt(record, 'tags'),
            isRetired: record.state === 'retired' || record.deprecated === true,
          },
        ]
  },
  /** Its own word for a deletion is a state. */
  write: (record: JsonObject, changes: ReadonlyMap<string, string | null>, place: number) => {
    const text = changes.get(textAt(record, 'id') ?? `#${place}`)
    if (text !== null) return { ...record, content: text ?? record.content }
    return 'state' in record ? { ...record, state: 'retired', deprecated: true } : null
  },
}

/** Playbooks of ACE and cass as JSON: `bullets[]` of id, content and counts. */
export const playbook = recordFormat('playbook-json', ['bullets', 'items'], bullets)

/** `playbook.yaml` of cass; comments and order stay. */
export const playbookYaml: MemoryFormat = {
  name: 'playbook-yaml',
  detect: ({ text, values }) =>
    values.length === 0 && /^(?:schema_version|bullets|name):/m.test(text) && /^bullets:/m.test(text),
  read: ({ text }) =>
    listAt(safeYaml(text), 'bullets').flatMap((one, i) => (isObject(one) ? bullets.read(one, i + 1) : [])),
  write: (document, changes) => {
    const whole = parseDocument(document.text)
    listAt(whole.toJS({ maxAliasCount: 0 }), 'bullets').forEach((one, i) => {
      const text = isObject(one) ? changes.get(textAt(one, 'id') ?? `#${i + 1}`) : undefined
      if (text === undefined) return
      if (text !== null) whole.setIn(['bullets', i, 'content'], text)
      else
        for (const [name, value] of Object.entries({ state: 'retired', deprecated: true }))
          whole.setIn(['bullets', i, name], value)
    })
    return { ...document, text: whole.toString({ lineWidth: 0 }) }
  },
}

function safeYaml(text: string): unknown {
  return parse(text, { maxAliasCount: 0 })
}

const LINE =
  /^(?<head>\s*(?:[-*]\s*)?\[(?<id>[\w-]+)\]\s*helpful=(?<helpful>\d+)\s+harmful=(?<harmful>\d+)\s*::\s*)(?<content>.*)$/

/** ACE's text: `## SECTION`, then `[id] helpful=n harmful=n :: content`, a line each. */
export const playbookText: MemoryFormat = {
  name: 'playbook-text',
  detect: ({ text, values }) => values.length === 0 && text.split('\n').some((line) => LINE.test(line)),
  read: ({ text }) => {
    let section: string | null = null
    return text.split('\n').flatMap((line): ForeignMemory[] => {
      section = /^#+\s*(.+?)\s*$/.exec(line)?.[1] ?? section
      const found = LINE.exec(line.replace(/\r$/, ''))?.groups
      return found?.id && found.content ? [{ id: found.id, text: found.content, about: section }] : []
    })
  },
  write: (document, changes) => {
    const lines = document.text.split('\n').flatMap((line) => {
      const found = LINE.exec(line.replace(/\r$/, ''))?.groups
      const text = found?.id === undefined ? undefined : changes.get(found.id)
      if (text === undefined) return [line]
      return text === null
        ? []
        : [`${found?.head}${text.replaceAll('\n', ' ')}${line.endsWith('\r') ? '\r' : ''}`]
    })
    return { ...document, text: lines.join('\n') }
  },
}
