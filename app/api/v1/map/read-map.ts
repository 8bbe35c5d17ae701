import { z } from 'zod'
import { readQuery } from '@/app/guard.ts'
import { MAP_METHODS } from '@/lib/memory/map.ts'
import { getLoupe } from '@/lib/runtime.ts'

const schema = z.object({ project: z.string().nullable(), method: z.enum(MAP_METHODS).nullable() })

/** Which map an address means: `project`, and `method` (`pca` without one). */
export async function readMap(request: Request) {
  const { project, method } = readQuery(request, schema)
  const loupe = await getLoupe()
  const { id: projectId, name } = await loupe.memories.project(project)
  return { loupe, projectId, name, method: method ?? 'pca' }
}
