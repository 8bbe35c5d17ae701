import type { z } from 'zod'
import { UserError } from '../memory/errors.ts'
import type { RecordSource } from './formats/format.ts'

/** Where a fault stands: the step (from 1, null when it is outside the steps) and the field. */
interface FaultSite {
  step: number | null
  field: string
}

/**
 * The value as the schema reads it. Throws UserError `wrong-layout` for the first fault, named by file, step and field.
 * `locate` turns a path of the layout into step and field.
 */
export function checkLayout<T>(
  schema: z.ZodType<T>,
  value: unknown,
  source: RecordSource,
  format: string,
  locate: (path: PropertyKey[]) => FaultSite,
): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const path = issue?.path ?? []
  const { step, field } = locate(path)
  const isMissing = memberAt(value, path) === undefined
  const what = isMissing ? `"${field}" is missing` : `"${field}" has another type than the layout has`
  throw new UserError('wrong-layout', `${step === null ? '' : `step ${step}: `}${what}`, {
    place: placeOf(source, { step, field }),
    hint: `The file looks like ${format}. Export it again with the agent's own exporter, or compare it with docs/import.md.`,
  })
}

/** A path of a layout as a field outside of the steps. `whole`: what a path of nothing means. */
export const fieldIn =
  (whole: string) =>
  (path: PropertyKey[]): FaultSite => ({ step: null, field: path.map(String).join('.') || whole })

/** A path of a layout whose member `list` holds the steps. */
export const stepIn =
  (list: string) =>
  (path: PropertyKey[]): FaultSite => {
    const [name, index, ...rest] = path
    if (name !== list || typeof index !== 'number') return fieldIn(list)(path)
    return { step: index + 1, field: rest.map(String).join('.') || `${list}[${index}]` }
  }

/** `run.traj · step 14 · action` */
export function placeOf(source: RecordSource, site: FaultSite): string {
  const record = source.record === null ? [] : [`record ${source.record}`]
  const step = site.step === null ? [] : [`step ${site.step}`]
  return [source.fileName, ...record, ...step, site.field].join(' · ')
}

function memberAt(value: unknown, path: PropertyKey[]): unknown {
  let member = value
  for (const name of path) {
    if (typeof member !== 'object' || member === null) return undefined
    member = (member as Record<PropertyKey, unknown>)[name]
  }
  return member
}
