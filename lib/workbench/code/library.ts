import { type Token, tokensOf } from './tokens.ts'

/** One small function of a library: its lines and what it calls there. */
export interface LibraryFunction {
  name: string
  /** Lines of the source, from 0, both included. */
  fromLine: number
  toLine: number
  /** Other functions of the library that it calls, directly or through another. */
  helpers: readonly string[]
}

/** A test: an expression, or statements that end in one, and what it comes to as `show` writes it. */
export interface LibraryTest {
  name: string
  /** Function it is a test of. */
  of: string
  code: string
  expected: string
  hidden: boolean
}

/** A little library of functions with its tests: one of ours, correct as it stands. */
export interface Library {
  name: string
  source: string
  functions: readonly LibraryFunction[]
  tests: readonly LibraryTest[]
}

export function readLibrary(name: string, source: string, testsText: string): Library {
  return { name, source, functions: functionsOf(source), tests: readTests(name, testsText) }
}

export function functionsOf(source: string): LibraryFunction[] {
  const lines = source.split('\n')
  const blocks = lines.flatMap((line, fromLine) => {
    const name = /^export (?:async )?function (\w+)\(/.exec(line)?.[1]
    return name ? [{ name, fromLine, toLine: lines.indexOf('}', fromLine) }] : []
  })
  const tokens = tokensOf(source)
  const direct = new Map(
    blocks.map((block) => {
      const words = new Set(tokensWithin(tokens, block).map(({ text }) => text))
      return [
        block.name,
        blocks.map(({ name }) => name).filter((name) => name !== block.name && words.has(name)),
      ]
    }),
  )
  const helpersOf = (name: string, seen: Set<string>): Set<string> => {
    for (const called of direct.get(name) ?? []) if (!seen.has(called)) helpersOf(called, seen.add(called))
    return seen
  }
  return blocks.map((block) => ({
    ...block,
    helpers: [...helpersOf(block.name, new Set())].filter((name) => name !== block.name),
  }))
}

/** The tokens that stand in a function. */
export function tokensWithin(
  tokens: readonly Token[],
  { fromLine, toLine }: { fromLine: number; toLine: number },
): Token[] {
  return tokens.filter(({ line }) => line >= fromLine && line <= toLine)
}

/** Lines `# function: topic`, then tests; `~` in front of a hidden one; ` -> ` before what it comes to. */
function readTests(library: string, text: string): LibraryTest[] {
  const tests: LibraryTest[] = []
  let of = ''
  let n = 0
  for (const line of text.split('\n')) {
    const [, name] = /^# (\w+): .+$/.exec(line) ?? []
    if (name) {
      of = name
      n = 0
    } else if (line !== '') {
      const [, mark, code = '', expected = ''] = /^(~ )?(.*?) -> (.*)$/.exec(line) ?? []
      if (code === '') throw new Error(`${library}.tests.txt: no " -> " in "${line}"`)
      n++
      tests.push({ name: `${of} ${n}`, of, code, expected, hidden: mark !== undefined })
    }
  }
  return tests
}
