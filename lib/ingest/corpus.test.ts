import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { trajectorySchema } from '../memory/trajectory.ts'
import { type IngestResult, readTrajectories } from './ingest-file.ts'
import { readOutcomes } from './results.ts'

/*
 * Real files, outside the repository. Set LOUPE_CORPUS_DIR to a folder with an INDEX.json of
 * {entries: [{file, format, steps?, task_id?, outcome?}]}.
 */
const root = process.env.LOUPE_CORPUS_DIR ?? ''
const isThere = root !== '' && existsSync(join(root, 'INDEX.json'))

const indexSchema = z.object({
  entries: z.array(z.object({ file: z.string(), format: z.string(), steps: z.number().optional() })),
})
const entries = isThere
  ? indexSchema.parse(JSON.parse(readFileSync(join(root, 'INDEX.json'), 'utf8'))).entries
  : []

const READ = [
  'mini-swe-agent-1',
  'mini-swe-agent-1.1',
  'mini-swe-agent fixture (bare list)',
  'swe-agent-traj',
  'atif-1.7',
  'claude-code-jsonl',
]
const OUTCOMES = ['swebench-report', 'results-jsonl']
/** Files whose steps INDEX.json does not count (0 or none there); counted by hand. */
const COUNTED_BY_HAND: Record<string, number> = {
  'mini-swe-agent/fixtures/github_issue.traj.json': 10,
  'swe-agent/function_calling_simple.traj': 5,
}

const read = (file: string): IngestResult => readTrajectories(readFileSync(join(root, file)), file)

describe.skipIf(!isThere)('the corpus at LOUPE_CORPUS_DIR', () => {
  it.each(entries.filter(({ format }) => READ.includes(format)))(
    'reads $file with as many steps as INDEX.json',
    (entry) => {
      const { status, trajectories } = read(entry.file)
      expect(status).toBe('recognised')
      const [trajectory] = trajectories
      // A session holds an episode for each of its tasks.
      const steps = trajectories.flatMap((one) => trajectorySchema.parse(one).steps)
      expect(steps).toHaveLength(COUNTED_BY_HAND[entry.file] ?? entry.steps ?? -1)
      // The one ATIF file has its texts and names blacked out.
      if (entry.format !== 'atif-1.7') expect(trajectory?.task.text).not.toBe('')
    },
  )

  it.each(entries.filter(({ format }) => !READ.includes(format)))(
    'names $file without reading it',
    (entry) => {
      const { format, status, trajectories } = read(entry.file)
      expect(trajectories).toEqual([])
      expect(['unsupported', 'not-a-trajectory']).toContain(status)
      // INDEX.json says which version or origin after the layout's name, for example `adp-std (Agent Data Protocol)`.
      expect(entry.format.startsWith(format ?? '?'), `${entry.format} was named ${format}`).toBe(true)
    },
  )

  it('names every file of the folder, those beside the index too', () => {
    const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
    const names = files.map((file) => read(relative(root, join(file.parentPath, file.name))).format)
    expect(names.length).toBeGreaterThan(entries.length)
    expect(names).not.toContain(null)
  })

  it('reads outcomes from every report and every results file of {instance_id, resolved}', () => {
    const files = entries.filter(
      ({ format, file }) => OUTCOMES.includes(format) && !file.startsWith('devai/'),
    )
    for (const { file } of files) {
      const { outcomes, source } = readOutcomes(readFileSync(join(root, file)), file)
      expect(outcomes.size, file).toBeGreaterThan(0)
      expect(source).not.toBe('')
    }
    expect(files.length).toBeGreaterThan(0)
  })
})

describe.skipIf(isThere)('without LOUPE_CORPUS_DIR', () => {
  it.skip('the checks on real files are skipped: set LOUPE_CORPUS_DIR to run them', () => undefined)
})
