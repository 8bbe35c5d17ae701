import { z } from 'zod'
import { UserError } from '../memory/errors.ts'
import type { Api, OperationName } from '../memory/operation.ts'

/** One address of the HTTP API, below /api/v1/. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:name` stands for a part of the address. */
  path: string
  /** What it answers, in one line of the reference. */
  words: string
  /** What stands behind the `?`; anything else there is refused. */
  parameters: z.ZodObject
  /** A JSON body that is the input of an operation (or `input`, from which it is made), or a file as it is. */
  body: { operation: OperationName; limit: number; input?: z.ZodType } | { bytes: number } | null
  /** `asked` holds the parts of the address, the parameters, and the body as `body`. */
  answer: (asked: never, api: Api) => unknown
}

/** A text file that is written while it is made. */
export class TextFile {
  readonly fileName: string
  readonly pieces: AsyncIterable<string>
  readonly headers: Record<string, string>
  constructor(fileName: string, pieces: AsyncIterable<string>, headers: Record<string, string> = {}) {
    this.fileName = fileName
    this.pieces = pieces
    this.headers = headers
  }
}

type PartsOf<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PartsOf<Head> | PartsOf<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never
type Asked<Path extends string, Shape extends z.ZodRawShape> = Record<PartsOf<Path>, string> &
  z.output<z.ZodObject<Shape>>

/** A question in an address. */
export function get<Path extends string, Shape extends z.ZodRawShape>(
  path: Path,
  words: string,
  shape: Shape,
  answer: (asked: Asked<Path, Shape>, api: Api) => unknown,
): Route {
  return { method: 'GET', path, words, parameters: z.strictObject(shape), body: null, answer }
}

/** Largest JSON body where nothing else is said, bytes. */
const MOST_JSON_BYTES = 1_048_576

/** A JSON body, which is the input of an operation; parts of the address are fields of it. */
export function post(
  path: string,
  words: string,
  operation: OperationName,
  { method = 'POST', limit = MOST_JSON_BYTES }: { method?: 'POST' | 'DELETE'; limit?: number } = {},
): Route {
  return {
    method,
    path,
    words,
    parameters: z.strictObject({}),
    body: { operation, limit },
    answer: ({ body, ...parts }: { body: unknown }, api) => {
      const ask = api[operation] as (input: unknown) => Promise<unknown>
      return ask(Object.keys(parts).length === 0 ? body : { ...Object(body), ...parts })
    },
  }
}

/** Largest file that is taken, bytes; a larger one is refused while it arrives. */
const MOST_FILE_BYTES = 64 * 1_048_576

/** A file as the body. */
export function upload<Shape extends z.ZodRawShape>(
  path: string,
  words: string,
  shape: Shape,
  answer: (asked: z.output<z.ZodObject<Shape>> & { body: Uint8Array }, api: Api) => unknown,
): Route {
  return {
    method: 'POST',
    path,
    words,
    parameters: z.strictObject(shape),
    body: { bytes: MOST_FILE_BYTES },
    answer,
  }
}

/** The value, or a 404 in words. */
export async function found<T>(asked: Promise<T | null>, what: string, id: string): Promise<T> {
  const value = await asked
  if (value !== null) return value
  throw new UserError('not-found', `There is no ${what} ${id.slice(0, 60)}.`, {
    hint: 'It may have been removed; look at the list.',
    status: 404,
  })
}

/** The route of an address, with its parts; throws UserError `no-such-door` or `wrong-method`. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  pathname: string,
): { route: Route; parts: Record<string, string> } {
  const wanted = method === 'HEAD' ? 'GET' : method
  const at = routes.flatMap((route) => {
    const parts = partsOf(route.path, pathname)
    return parts ? [{ route, parts }] : []
  })
  // An address that is written out goes before one with a part in it.
  at.sort((a, b) => Object.keys(a.parts).length - Object.keys(b.parts).length)
  const match = at.find(({ route }) => route.method === wanted)
  if (match) return match
  if (at.length === 0)
    throw new UserError('no-such-door', `There is nothing at ${pathname.slice(0, 200)}.`, {
      hint: 'The README lists what programs can ask.',
      status: 404,
    })
  throw new UserError('wrong-method', `${method} is not answered here.`, {
    hint: `Send ${[...new Set(at.map(({ route }) => route.method))].join(' or ')}.`,
    status: 405,
  })
}

function partsOf(path: string, pathname: string): Record<string, string> | null {
  const names = path.split('/')
  const given = pathname.replace(/^\/api\/v1\//, '').split('/')
  if (given.length !== names.length) return null
  const parts: Record<string, string> = {}
  for (const [i, name] of names.entries()) {
    const part = decoded(given[i] ?? '')
    if (part === null || part === '') return null
    if (name.startsWith(':')) parts[name.slice(1)] = part
    else if (name !== part) return null
  }
  return parts
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
