import type { FormField } from '../../../lib/memory/studies/study.ts'

/** What a filled form orders: fields that were left empty are left to their defaults. */
export function orderOf(
  fields: readonly FormField[],
  given: FormData,
  chosen: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> {
  const text = (name: string) => String(given.get(name) ?? '').trim()
  return Object.fromEntries(
    fields.flatMap(({ name, kind }): [string, unknown][] => {
      if (kind === 'choices') return [[name, chosen[name] ?? []]]
      if (kind === 'check') return [[name, given.get(name) === 'on']]
      if (kind === 'pair')
        return text(`${name}.b`) === '' ? [] : [[name, [text(`${name}.a`), text(`${name}.b`)]]]
      if (text(name) === '') return []
      if (kind === 'number') return [[name, Number(text(name))]]
      if (kind === 'numbers')
        return [
          [
            name,
            text(name)
              .split(/[\s,;]+/)
              .filter(Boolean)
              .map(Number),
          ],
        ]
      return [[name, text(name)]]
    }),
  )
}
