import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Name of each journey of docs/design.md, and the files it names in their order. */
const JOURNEYS = sectionOf(readFileSync('docs/design.md', 'utf8'), '## The five journeys')
  .split(/^\*\*(?=\w+\.\*\* )/m)
  .slice(1)
  .map((text) => ({
    name: text.slice(0, text.indexOf('.')),
    files: [...text.matchAll(/`([a-z]+\/[^`]+[.]tsx?)`/g)].map(([, file = '']) => file),
  }))
/** Where someone comes in; instrumentation.ts opens the runtime before anybody does. */
const ENTRANCE = /^(app|pages|scripts)\/|^lib\/runtime[.]ts$/

function sectionOf(page: string, heading: string): string {
  const from = page.indexOf(heading)
  return page.slice(from, page.indexOf('\n## ', from + 1))
}

/** The files of ours that a file imports, types too. */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\bfrom '([.@][^']*)'/g)].map(([, path = '']) =>
    path.startsWith('@/') ? path.slice(2) : join(dirname(file), path),
  )
}

/** Files that are not there, or that nothing named before them imports. */
function breaksIn(files: readonly string[]): string[] {
  const reached = new Set<string>()
  return files.filter((file) => {
    if (!existsSync(file)) return true
    const isReached = ENTRANCE.test(file) || reached.has(file)
    for (const next of importsOf(file)) reached.add(next)
    return !isReached
  })
}

describe('the five journeys of docs/design.md', () => {
  it('are five, each of several files', () => {
    expect(JOURNEYS.map(({ name }) => name)).toEqual(['Ingest', 'Retrieve', 'Curate', 'Audit', 'Agent'])
    for (const { name, files } of JOURNEYS) expect(files.length, name).toBeGreaterThan(5)
  })

  it.each(JOURNEYS)('$name follows the imports', ({ files }) => {
    expect(breaksIn(files)).toEqual([])
  })

  it('breaks where a file is gone or is reached from nowhere', () => {
    const [first = '', ...rest] = JOURNEYS[1]?.files ?? []
    expect(breaksIn([first, 'lib/gone.ts', ...rest])).toEqual(['lib/gone.ts'])
    expect(breaksIn([first, 'lib/retrieval/verdict.ts'])).toEqual(['lib/retrieval/verdict.ts'])
  })
})
