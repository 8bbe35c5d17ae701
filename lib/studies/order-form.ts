import { z } from 'zod'
import type { FormField, StudyForm } from '../memory/studies/study.ts'
import type { Design, StudyDeps } from './study.ts'

/** What a field of an order says of itself beside its type: `meta` of its schema. */
type FieldMeta = {
  title?: string
  description?: string
  lines?: boolean
  of?: string
  options?: FormField['options']
  words?: Record<string, string>
}
type FieldSchema = FieldMeta & {
  type?: string
  default?: unknown
  maxLength?: number
  maxItems?: number
  prefixItems?: unknown[]
  items?: { type?: string; enum?: string[] }
  anyOf?: FieldSchema[]
}

/** The order form of a design in a project: one field for each of its order that has a title. */
export async function orderForm(
  design: Design,
  project: { id: string; name: string },
  deps: StudyDeps,
): Promise<StudyForm> {
  const { name, words, button, order } = design
  return { design: name, words, button, fields: fieldsOf(order), basis: await design.basis(project, deps) }
}

/** One field for each of a schema's that has a title. */
export function fieldsOf(schema: z.ZodObject): FormField[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties as Record<string, FieldSchema>).flatMap(([name, field]) =>
    field.title === undefined ? [] : [fieldOf(name, field, field.title)],
  )
}

function fieldOf(name: string, schema: FieldSchema, label: string): FormField {
  const { description, default: usual, of, maxLength, maxItems, items } = schema
  const options =
    schema.options ?? items?.enum?.map((value) => ({ value, label: schema.words?.[value] ?? value }))
  const most = maxItems ?? maxLength
  return {
    ...{ name, label, kind: kindOf(schema) },
    ...(description === undefined ? {} : { hint: description }),
    ...(usual === undefined ? {} : { usual }),
    ...(most === undefined ? {} : { most }),
    ...(options === undefined ? {} : { options }),
    ...(of === undefined ? {} : { of }),
  }
}

function kindOf({ type, lines, anyOf = [], items }: FieldSchema): FormField['kind'] {
  if (anyOf.some(({ prefixItems }) => prefixItems?.length === 2)) return 'pair'
  if (type === 'boolean') return 'check'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return items?.type === 'integer' ? 'numbers' : 'choices'
  return lines ? 'lines' : 'text'
}
