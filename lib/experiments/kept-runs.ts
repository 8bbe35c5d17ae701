import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type WorkbenchRun, workbenchRunSchema } from '../memory/gain/workbench-file.ts'

/** Runs of the workbench that are kept as files, by name; what could not be read is named with its reason. */
export interface KeptRuns {
  runs: WorkbenchRun[]
  refused: { file: string; reason: string }[]
}

/** Reads `*.json` of a folder; a folder that is not there holds none. */
export function readKeptRuns(folder: string): KeptRuns {
  const kept: KeptRuns = { runs: [], refused: [] }
  for (const file of listJson(folder)) {
    try {
      const parsed = workbenchRunSchema.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
      if (parsed.success) kept.runs.push(parsed.data)
      else {
        const [issue] = parsed.error.issues
        kept.refused.push({
          file,
          reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a run'}`,
        })
      }
    } catch (error) {
      kept.refused.push({ file, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return kept
}

function listJson(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort()
  } catch {
    return []
  }
}
