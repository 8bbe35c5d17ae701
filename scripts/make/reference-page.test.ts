import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROUTES } from '../../lib/api/http.ts'
import { openApi } from '../../lib/api/openapi.ts'
import { referencePage } from './reference-page.ts'

it('docs/reference.md lists the strategies and addresses of the code; `node scripts/make/reference.ts` writes it', () => {
  const page = readFileSync('docs/reference.md', 'utf8')
  expect(referencePage(page)).toBe(page)
  expect(page).toContain('| `POST /retrieve` |')
})

it('the OpenAPI document has every address with its parameters, and of a body the fields that are required', () => {
  const { paths } = openApi(ROUTES) as { paths: Record<string, Record<string, Record<string, never>>> }
  expect(Object.values(paths).flatMap((one) => Object.keys(one))).toHaveLength(ROUTES.length)
  expect(paths['/api/v1/entries/{id}']?.get?.parameters).toMatchObject([
    { name: 'id', in: 'path' },
    { name: 'only' },
  ])
  expect(paths['/api/v1/retrieve']?.post?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { required: expect.arrayContaining(['project', 'text']) } } },
  })
})
