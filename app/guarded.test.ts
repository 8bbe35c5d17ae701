import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).map(
  (name) => `app/${name.replaceAll('\\', '/')}`,
)
const read = (path: string) => readFileSync(path, 'utf8')

it('guards every route handler', () => {
  const routes = sources.filter((path) => path.endsWith('/route.ts'))
  expect(routes).toContain('app/api/[...path]/route.ts')
  for (const path of routes) {
    const handlers = read(path).match(/export async function (GET|POST|PUT|PATCH|DELETE)\b/g) ?? []
    expect(handlers.length, path).toBeGreaterThan(0)
    expect(read(path).match(/return await answer(?:Http|Mcp|Session)\(\s*request\b/g)?.length, path).toBe(
      handlers.length,
    )
  }
})

it("guards every route on Node's own answer", () => {
  const routes = readdirSync('pages', { recursive: true, encoding: 'utf8' })
    .map((name) => `pages/${name.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts'))
  expect(routes).toContain('pages/api/v1/retrieve.ts')
  for (const path of routes)
    expect(read(path), path).toMatch(
      /export default async function \w+\([^)]*\): Promise<void> \{\n {2}await answerNode\(request, response,/,
    )
})

it('guards every server action', () => {
  const files = sources.filter((path) => /\.tsx?$/.test(path) && /^['"]use server['"]/m.test(read(path)))
  expect(files).toEqual(['app/commands.ts'])
  for (const path of files) {
    const actions = read(path).match(/export async function \w+Action\(/g) ?? []
    expect(actions.length, path).toBeGreaterThan(0)
    expect(read(path).match(/return await answerAction\(/g)?.length, path).toBe(actions.length)
    expect(read(path).match(/export async function (?!\w+Action\()\w+/g), path).toBeNull()
  }
})

it('guards every page', () => {
  // Whoever has not signed in sees this one and no other.
  const pages = sources.filter((path) => path.endsWith('page.tsx') && path !== 'app/sign-in/page.tsx')
  expect(pages.length).toBeGreaterThan(5)
  for (const path of pages)
    expect(read(path), path).toMatch(
      /export default async function \w+\([\s\S]*?\) \{\n {2}await guardPage\((searchParams)?\)/,
    )
})

it('no page asks but as whoever signed in', () => {
  const asks = sources.filter((path) => /(?<![.]test)[.]tsx?$/.test(path) && /\bgetLoupe\(/.test(read(path)))
  expect(asks.toSorted()).toEqual([
    'app/answer-http.ts',
    'app/answer-mcp.ts',
    'app/answer-session.ts',
    'app/commands.ts',
    'app/guard.ts',
    'app/layout.tsx',
  ])
})
