import { expect, it } from 'vitest'
import { ROUTES } from './http.ts'
import { findRoute, get } from './route.ts'

const routes = [
  get('things/next', 'The next.', {}, () => 'next'),
  get('things/:id', 'One.', {}, ({ id }) => id),
  get('things/:id/parts/:n', 'A part.', {}, ({ id, n }) => `${id} ${n}`),
]
const at = (method: string, path: string) => {
  const { route, parts } = findRoute(routes, method, `/api/v1/${path}`)
  return [route.path, parts]
}

it('finds an address by its parts; one that is written out goes first', () => {
  expect(at('GET', 'things/next')).toEqual(['things/next', {}])
  expect(at('HEAD', 'things/t_1')).toEqual(['things/:id', { id: 't_1' }])
  expect(at('GET', 'things/a%2Fb/parts/2')).toEqual(['things/:id/parts/:n', { id: 'a/b', n: '2' }])
})

it.each(['nothing', 'things', 'things/', 'things/t_1/parts', 'things/%E0%A4%A', 'things/t_1/parts/2/more'])(
  'says in words that there is nothing at %s',
  (path) => {
    expect(() => at('GET', path)).toThrow(`There is nothing at /api/v1/${path}.`)
  },
)

it('refuses another method, with the ones it takes', () => {
  expect(() => at('DELETE', 'things/t_1')).toThrow('DELETE is not answered here.')
})

it('no two rows of the table answer the same', () => {
  const names = ROUTES.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`)
  expect(new Set(names).size).toBe(names.length)
})

it('says of every address what it answers, in one line', () => {
  for (const { words } of ROUTES) expect(words).toMatch(/^[A-Z][^\n]*\.$/)
})
