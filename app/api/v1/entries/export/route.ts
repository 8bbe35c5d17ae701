import { z } from 'zod'
import { answerText, readQuery } from '@/app/guard.ts'
import { exportFormatSchema } from '@/lib/curate/transfer/export-entries.ts'
import { getLoupe } from '@/lib/runtime.ts'
import { readEntryFilter } from '../read-filter.ts'

const querySchema = z.object({
  project: z.string().nullable(),
  format: exportFormatSchema.nullable(),
  versions: z.literal('1').nullable(),
  all: z.literal('1').nullable(),
})

/** The entries that a filter means as a file; with `all=1` every entry, whatever its state. ATIF is of runs: the header `x-loupe-left-out` counts the entries without one. */
export async function GET(request: Request): Promise<Response> {
  return await answerText(request, async () => {
    const query = readQuery(request, querySchema)
    const loupe = await getLoupe()
    const { id, name: project } = await loupe.memories.project(query.project)
    const format = query.format ?? 'jsonl'
    const filter = query.all ? {} : { filter: await readEntryFilter(request, id) }
    const versions = query.versions === '1'
    const { leftOut, pieces } = await loupe.memories.exportEntries({ project, format, versions, ...filter })
    return {
      fileName: format === 'atif' ? 'runs.atif.jsonl' : `entries.${format}`,
      headers: { 'x-loupe-left-out': String(leftOut) },
      pieces,
    }
  })
}
