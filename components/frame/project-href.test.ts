import { expect, test } from 'vitest'
import { oneParam, projectHref } from './project-href.ts'

test('every link keeps the project and the parameters it came with', () => {
  expect(projectHref('/memories', 'real', { category: ['EDIT', 'VERIFY'], q: '' })).toBe(
    '/memories?project=real&category=EDIT,VERIFY',
  )
  expect(projectHref('/memories?flag=leak%3A%20path', null)).toBe('/memories?flag=leak%3A+path')
  expect(projectHref('/memories?project=sample', 'real')).toBe('/memories?project=sample')
  expect(oneParam(['a', 'b'])).toBe('a')
  expect(oneParam('')).toBeNull()
})
