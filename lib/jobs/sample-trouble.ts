import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import type { Planted } from '../detect/quality.ts'
import { suppressionKey } from '../extract/suppression-key.ts'
import { categorySchema, kindSchema, type MemoryEntry, newEntry } from '../memory/entry.ts'
import { UserError } from '../memory/errors.ts'

/** The project that holds the sample's planted trouble. */
export const TROUBLE_PROJECT = 'sample-trouble'

/** Wrong lessons may break every limit of a right one, so that only types are checked. */
const lineSchema = z.object({
  id: z.string(),
  category: categorySchema,
  objective: z.string(),
  keywords: z.array(z.string()),
  title: z.string(),
  kind: kindSchema,
  when: z.string(),
  do: z.string(),
  because: z.string(),
  check: z.string(),
  repo: z.string().nullable(),
  instanceId: z.string().nullable(),
})

const manifestSchema = z.object({
  id: z.string(),
  trouble: z.string(),
  of: z.string().optional(),
  note: z.string(),
})

/** Entries with planted trouble (source: written), as they are to be stored in `projectId`. Their secrets are made here, so that no file holds one. */
export async function readTrouble(rootPath: string, projectId: string): Promise<MemoryEntry[]> {
  const folder = join(rootPath, 'prisma', 'sample', 'trouble')
  // Built at run time, so that a bundler does not try to follow it.
  const secrets = pathToFileURL(join(folder, 'secrets.mjs')).href
  const { fillSecrets } = (await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ secrets)) as {
    fillSecrets: (text: string) => string
  }
  return readLines(join(folder, 'entries.jsonl'), lineSchema).map((line) => {
    const experience = {
      title: fillSecrets(line.title),
      kind: line.kind,
      when: fillSecrets(line.when),
      do: fillSecrets(line.do),
      because: fillSecrets(line.because),
      check: fillSecrets(line.check),
    }
    return newEntry('1970-01-01T00:00:00.000Z', {
      ...{ id: line.id, projectId, category: line.category, instanceId: line.instanceId, repo: line.repo },
      description: { objective: fillSecrets(line.objective), keywords: line.keywords.map(fillSecrets) },
      experience,
      extractor: 'written',
      lifecycle: 'approved',
      revision: 0,
      suppressionKey: suppressionKey(line.category, experience),
    })
  })
}

/** What was planted where. Only the measurement of detectors reads it; it never enters the store. */
export function readTroubleManifest(rootPath: string): (Planted & { note: string })[] {
  const path = join(rootPath, 'prisma', 'sample', 'trouble', 'manifest.jsonl')
  return readLines(path, manifestSchema).map(({ id, trouble, of, note }) => ({
    entryId: id,
    trouble,
    of: of ?? null,
    note,
  }))
}

function readLines<T>(path: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(path))
    throw new UserError('no-sample', `${path} is missing.`, { hint: 'Restore prisma/sample.', status: 500 })
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => schema.parse(JSON.parse(line)))
}
