/** Writes the part of docs/reference.md that follows from the code. `node scripts/make/reference.ts`; a test checks that it is up to date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { referencePage } from './reference-page.ts'

const path = new URL('../../docs/reference.md', import.meta.url)
writeFileSync(path, referencePage(readFileSync(path, 'utf8')))
