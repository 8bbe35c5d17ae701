/** Writes docs/third-party.md: what Loupe is made of that others wrote, with licences. `node scripts/make/third-party.ts`; a test checks that it is up to date. */
import { writeFileSync } from 'node:fs'
import { thirdPartyPage } from '../third-party/page.ts'

writeFileSync(new URL('../../docs/third-party.md', import.meta.url), thirdPartyPage())
