import { compileFunction } from 'node:vm'
import { remembered } from '../../memory/remembered.ts'
import type { LibraryTest } from './library.ts'
import { show } from './show.ts'

/** Lines that one test may run through; a changed loop may never end by itself. */
const MOST_LINES = 4_000

class EndlessLoop extends Error {
  override readonly name = 'EndlessLoop'
}

export interface TestRun {
  passed: boolean
  /** What it came to, as `show` writes it; `throws TypeError` when it threw. */
  shown: string
}

export interface Program {
  /** Runs one test on a fresh instance of the code. Adds the lines it ran through to `lines` where one is given. */
  run(test: LibraryTest, lines?: Set<number>): Promise<TestRun>
}

/**
 * Code of our own, changed by our own operators, ready to be tested in this process; nothing from outside comes here.
 * Counts lines instead of time, so that every machine stops a loop at the same place. Null when it is not JavaScript.
 */
export function compile(source: string): Program | null {
  const names = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = '']) => name)
  const text = `${countingLines(source)}\nreturn { ${names.join(', ')} }`
  let instantiate: (hit: (line: number) => void) => Record<string, unknown>
  try {
    instantiate = compileFunction(text, ['__hit']) as typeof instantiate
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return {
    async run(test, lines) {
      let left = MOST_LINES
      const hit = (line: number) => {
        lines?.add(line)
        if (--left < 0) throw new EndlessLoop()
      }
      const shown = await comesTo(test, () => instantiate(hit), names)
      return { passed: shown === test.expected, shown }
    },
  }
}

async function comesTo(
  { code }: LibraryTest,
  instantiate: () => Record<string, unknown>,
  names: readonly string[],
): Promise<string> {
  try {
    const library = instantiate()
    const { value } = await testFunction(code, names)(...names.map((name) => library[name]))
    return show(value)
  } catch (error) {
    return `throws ${error instanceof Error ? error.name : show(error)}`
  }
}

type TestFunction = (...library: unknown[]) => Promise<{ value: unknown }>
const testFunctions = new Map<string, TestFunction>()

/** Put in an object, so that a promise it comes to is seen and not waited for. */
function testFunction(code: string, names: readonly string[]): TestFunction {
  return remembered(testFunctions, `${names.join()} ${code}`, () => {
    const cut = lastStatementStart(code)
    const text = `return (async () => { ${code.slice(0, cut)} return { value: (${code.slice(cut)}) } })()`
    return compileFunction(text, [...names]) as TestFunction
  })
}

/** Place after the last `;` that stands outside brackets. */
function lastStatementStart(code: string): number {
  let depth = 0
  let start = 0
  for (let i = 0; i < code.length; i++) {
    if ('([{'.includes(code[i] ?? '')) depth++
    if (')]}'.includes(code[i] ?? '')) depth--
    if (code[i] === ';' && depth === 0) start = i + 1
  }
  return start
}

/** Every statement's line says that it is run; the libraries have one statement a line. */
function countingLines(source: string): string {
  return source
    .split('\n')
    .map((line, n) => {
      const [, indent = '', rest = ''] = /^(\s*)(.*)$/.exec(line) ?? []
      if (indent === '' || rest === '' || /^[})\]]|^\/\//.test(rest)) return line.replace(/^export /, '')
      // A loop says so in its body as well: a change may have emptied it.
      const body = /^(?:for|while) .*[{]$/.test(rest) ? `__hit(${n});` : ''
      return `${indent}__hit(${n});${rest}${body}`
    })
    .join('\n')
}

/**
 * Runs work in which changed code may drop a promise that fails later: Node would end the process for it. Only for a thread or
 * a command of the workbench's own.
 */
export async function withStrayRejections<T>(work: () => Promise<T>): Promise<T> {
  const ignore = () => undefined
  process.on('unhandledRejection', ignore)
  try {
    return await work()
  } finally {
    await new Promise((later) => setImmediate(later))
    process.off('unhandledRejection', ignore)
  }
}
