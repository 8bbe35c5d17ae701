import { expect, it } from 'vitest'
import { z } from 'zod'
import type { AnyOperation } from '../memory/operation.ts'
import { API } from './all.ts'
import { requireNoSecretIn } from './run.ts'

// Put together at run time: the value opens nothing and stands in no file.
const SECRET = ['gh', 'p_', 'a1B2'.repeat(9)].join('')

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  propertyNames?: { enum?: string[] }
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  $ref?: string
}

/** A place in what a command takes, and an input that has a value there and nothing else. */
type Place = { path: string; schema: JsonSchema; holding: (value: unknown) => unknown }

/** Every place of a schema, however deep. */
function placesOf(schema: JsonSchema, path = '', holding: Place['holding'] = (value) => value): Place[] {
  const inside = (name: string, one: JsonSchema, put: Place['holding']) =>
    placesOf(one, name, (value) => holding(put(value)))
  const {
    properties = {},
    additionalProperties,
    items,
    prefixItems = [],
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema
  return [
    { path, schema, holding },
    ...Object.entries(properties).flatMap(([name, one]) =>
      inside(path === '' ? name : `${path}.${name}`, one, (value) => ({ [name]: value })),
    ),
    ...(typeof additionalProperties === 'object'
      ? inside(`${path}.*`, additionalProperties, (value) => ({ any: value }))
      : []),
    ...[...(items ? [items] : []), ...prefixItems].flatMap((one) =>
      inside(`${path}[]`, one, (value) => [value]),
    ),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => placesOf(one, path, holding)),
  ]
}

const commands = Object.entries(API as Record<string, AnyOperation<never>>).map(
  ([name, { input, kind, arrive }]) => ({
    name,
    kind,
    arrive,
    input: input as z.ZodType,
    places: placesOf(
      z.toJSONSchema(input as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    ),
  }),
)

it('reads every schema whole: none refers to another place, and each has something in it', () => {
  expect(
    commands.filter(({ places }) => places.some(({ schema }) => schema.$ref)).map(({ name }) => name),
  ).toEqual([])
  expect(commands.flatMap(({ places }) => places).length).toBeGreaterThan(700)
})

it('no command drops a field that it does not know: a name that is mistyped is refused, at any depth', () => {
  const open = commands.flatMap(({ name, places }) =>
    places
      .filter(
        ({ schema }) =>
          schema.type === 'object' && schema.additionalProperties !== false && !schema.propertyNames?.enum,
      )
      .map(({ path }) => `${name} ${path}`),
  )
  expect(new Set(open)).toEqual(
    new Set([
      // Lines of a file that somebody else wrote: they may say more.
      'replay queries[]',
      'replay queries[].grades',
      'replay grades[]',
      // As the form says that the request came with: it is checked against that.
      'giveAnswer answer',
      // As the study's design says: its own schema refuses what it does not know.
      'orderStudy order',
    ]),
  )
})

it.each(commands)('$name says of a field that it does not have that there is none', ({ input }) => {
  const issues = input.safeParse({ noSuchField: 1 }).error?.issues ?? []
  expect(issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: ['noSuchField'] }))
})

/** A text that somebody chose: an enumeration can hold nothing else than its own words. */
const isFree = ({ schema }: Place) =>
  schema.type === 'string' && schema.enum === undefined && schema.const === undefined
/** Places at which a command that does not look itself lets a secret in. */
const through = commands
  .filter(({ kind, arrive }) => kind === 'command' && !arrive)
  .flatMap(({ name, places }) =>
    places.filter(isFree).flatMap(({ path, holding }) => {
      try {
        requireNoSecretIn(holding(SECRET))
        return [{ name, path, last: path.replace(/\[\]$/, '').split('.').at(-1) ?? '' }]
      } catch {
        return []
      }
    }),
  )
const isId = (name: string) => /^(?:id|\w+Ids?)$/.test(name)

it('a secret is refused wherever a command that keeps what it is given takes a text', () => {
  expect(through.filter(({ last }) => !isId(last)).map(({ name, path }) => `${name} ${path}`)).toEqual([
    // It repeats the name of what goes, which must not stop its going.
    'purge phrase',
    'purgeRun phrase',
    // A digest.
    'giveAnswer hash',
  ])
  expect(() => requireNoSecretIn({ answer: { of: [{ somebody: SECRET }] } })).toThrow('looks like a secret')
})

it('the ids that are let through name things made here: what somebody else named is looked at', () => {
  expect([...new Set(through.map(({ last }) => last).filter(isId))].sort()).toEqual(
    'entryId entryIds id jobId projectId setId subtaskId survivorId'.split(' '),
  )
})

it('the commands that look themselves are these, each with its reason beside it', () => {
  expect(commands.flatMap(({ name, arrive }) => (arrive ? [name] : [])).sort()).toEqual([
    'beginSubtask',
    'bulk',
    'changePassword',
    'endSubtask',
    'giveRecording',
    'hook',
    'importFile',
    'importFound',
    'importMemory',
    'importNotes',
    'readQuestion',
    'saveResults',
    'saveRetrieval',
    'serve',
  ])
})
