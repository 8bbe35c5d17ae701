import { expect, it } from 'vitest'
import { functionsOf } from '../code/library.ts'
import { readLibraries } from '../worlds/read-worlds.ts'
import { faultsOf, MECHANISMS, placeOf, repairsOf } from './all-mechanisms.ts'
import { applyEdits, type Edit } from './mechanism.ts'

/** The bodies that a mechanism makes of this body: what `injects` can break, or what `repairs` can propose. */
function madeOf(
  name: string,
  way: 'inject' | 'repair',
  body: string,
  head = 'export function f(a, b) {',
): string[] {
  const source = `${head}\n  ${body}\n}`
  const [one] = functionsOf(source)
  const mechanism = MECHANISMS.find((found) => found.name === name)
  if (!one || !mechanism) throw new Error(`no ${name}`)
  return mechanism[way](placeOf(source, one))
    .filter(({ line }) => line > 0)
    .map((edit) => applyEdits(source, [edit]).split('\n').slice(1, -1).join('\n').replace(/^ {2}/, ''))
}

it.each<[string, string, string[]]>([
  ['boundary', 'return a < b', ['return a <= b']],
  ['boundary', 'return a >= b', ['return a > b']],
  ['boundary', "return a === '<'", []],
  ['comparison', 'return a <= b', ['return a >= b']],
  ['comparison', 'return a !== b', ['return a === b']],
  ['logic', 'return a && b || a', ['return a || b || a', 'return a && b && a']],
  ['arithmetic', 'return a + b', ['return a - b']],
  ['arithmetic', 'return -a', ['return +a']],
  ['arithmetic', 'return [-a]', []],
  ['arithmetic', 'return f(b) * 2', ['return f(b) / 2']],
  ['falsy-default', 'return a ?? 0', ['return a || 0']],
  ['loop-exit', 'if (a) continue', ['if (a) break']],
  ['opposite-method', 'return a.some(b)', ['return a.every(b)']],
  ['opposite-method', 'return a.some + some(b)', []],
  ['rounding', 'return Math.floor(a)', ['return Math.ceil(a)', 'return Math.round(a)']],
  ['swapped-arguments', 'return g(a, b)', ['return g(b, a)']],
  ['swapped-arguments', 'return g(a.x, [1, 2])', ['return g([1, 2], a.x)']],
  ['swapped-arguments', 'return g(a, b, 1)', []],
  ['swapped-arguments', 'return a.x - b[0]', ['return b[0] - a.x']],
  ['swapped-arguments', 'return a - g(b)', []],
  ['wrong-key', 'return a.x + b.y', ['return a.y + b.y', 'return a.x + b.x']],
  ['wrong-key', 'return a.length + b.size + a.x + b.y()', []],
  ['wrong-variable', 'return a', ['return b']],
  ['wrong-variable', 'return { a: b }', ['return { a: a }']],
  ['off-by-one', 'return a[2]', ['return a[3]', 'return a[1]']],
  ['off-by-one', 'return a.length - 1', ['return a.length - 2', 'return a.length - 0', 'return a.length']],
  ['off-by-one', 'return 360', []],
  ['lost-await', 'return await g(a)', ['return g(a)']],
  ['shared-value', 'return [...a]', ['return a']],
  ['shared-value', 'return a.map((x) => ({ ...x }))', ['return a.map((x) => (x))']],
  ['shared-value', 'return [...a, b]', []],
  ['lost-call', 'return a.trim().slice(1)', ['return a.slice(1)']],
  ['negation', 'return !a', ['return a']],
  ['negation', 'if (a) return b', ['if (!a) return b']],
  ['missing-guard', 'if (a === 0) return b', ['']],
  ['stale-cache', 'a.delete(b)', ['']],
])('%s in `%s` makes %j', (name, body, expected) => {
  expect(madeOf(name, 'inject', body).map((made) => made.replace(/^\n$/, ''))).toEqual(expected)
})

it.each<[string, string, string]>([
  ['boundary', 'return a <= b', 'return a < b'],
  ['off-by-one', 'return a.length', 'return a.length - 1'],
  ['shared-value', 'return a', 'return [...a]'],
  ['shared-value', 'return a.map((x) => x)', 'return a.map((x) => ({ ...x }))'],
  ['lost-call', 'return a', 'return a.trim()'],
  ['negation', 'if (!a) return b', 'if (a) return b'],
  ['missing-guard', 'return b', 'if (a == null) return null\n  return b'],
])('%s proposes for `%s` among others `%s`', (name, body, wanted) => {
  expect(madeOf(name, 'repair', body)).toContain(wanted)
})

it('a lost await is proposed in asynchronous functions only', () => {
  const body = 'return g(a)'
  expect(madeOf('lost-await', 'repair', body, 'export async function f(a, b) {')).toEqual([
    'return await g(a)',
  ])
  expect(madeOf('lost-await', 'repair', body)).toEqual([])
})

const libraries = [...readLibraries(process.cwd()).values()]
const functions = libraries.flatMap((library) => library.functions.map((one) => ({ library, one })))

it('changes stand in the function they were asked for and name the line they begin on', () => {
  const astray: string[] = []
  for (const { library, one } of functions) {
    const lineOf: number[] = []
    for (const [line, text] of library.source.split('\n').entries())
      for (let i = 0; i <= text.length; i++) lineOf.push(line)
    for (const { start, end, line, mechanism } of [
      ...faultsOf(library, one),
      ...repairsOf(library.source, one),
    ]) {
      const isInside = line >= one.fromLine && (lineOf[end - 1] ?? 0) <= one.toLine
      if (!isInside || lineOf[start] !== line) astray.push(`${mechanism} in ${one.name} at ${start}`)
    }
  }
  expect(astray).toEqual([])
})

/** What cannot always be told from the code that is left: which of its names, guards or numbers stood there. */
const NOT_ALWAYS = [
  'lost-await',
  'lost-call',
  'missing-guard',
  'off-by-one',
  'shared-value',
  'stale-cache',
  'wrong-key',
  'wrong-variable',
]

it('every mechanism breaks something in the libraries and mends what it broke, some of them not always', () => {
  const byMechanism = Map.groupBy(
    functions.flatMap(({ library, one }) => faultsOf(library, one).map((edit) => ({ library, one, edit }))),
    ({ edit }) => edit.mechanism,
  )
  expect([...byMechanism.keys()].sort()).toEqual(MECHANISMS.map(({ name }) => name).sort())
  const notAlways: string[] = []
  for (const [name, faults] of byMechanism) {
    const some = faults.filter((_, i) => i % Math.ceil(faults.length / 14) === 0)
    const mended = some.filter(({ library, one, edit }) => {
      const buggy = applyEdits(library.source, [edit])
      const place = functionsOf(buggy).find((found) => found.name === one.name)
      const mends = (repair: Edit) => applyEdits(buggy, [repair]) === library.source
      return place !== undefined && repairsOf(buggy, place).some(mends)
    })
    expect(mended.length, name).toBeGreaterThan(0)
    if (mended.length < some.length) notAlways.push(name)
  }
  expect(notAlways.filter((name) => !NOT_ALWAYS.includes(name))).toEqual([])
})

it('makes several edits at once from the last to the first, so that places before stay true', () => {
  const edits = [
    { start: 0, end: 1, text: 'long' },
    { start: 4, end: 4, text: '!' },
    { start: 2, end: 3, text: '' },
  ]
  expect(applyEdits('a b c', edits)).toBe('long  !c')
  expect(applyEdits('a b c', [...edits].reverse())).toBe('long  !c')
})
