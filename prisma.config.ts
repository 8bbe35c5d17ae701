import { resolve } from 'node:path'
import { defineConfig } from 'prisma/config'

/** For Prisma's command line only: the running app opens the same file through lib/db. */
const dataDir = resolve(import.meta.dirname, process.env.LOUPE_DATA_DIR ?? 'data')

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: `file:${resolve(dataDir, 'loupe.db')}` },
})
