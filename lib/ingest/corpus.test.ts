import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { trajectorySchema } from '../memory/trajectory.ts'
import { type IngestResult, readTrajectories } from './ingest-file.ts'
import { readOutcomes } from './results.ts'

/*
 * Real files, outside the repository: LOUPE_CORPUS_DIR, else ../shared/corpus where it is there. A folder with an INDEX.json of
 * {entries: [{file, format, steps?, task_id?, outcome?}]}.
 */
const root = process.env.LOUPE_CORPUS_DIR ?? '../shared/corpus'
const isThere = existsSync(join(root, 'INDEX.json'))

const indexSchema = z.object({
  entries: z.array(
    z.object({
      file: z.string(),
      format: z.string(),
      steps: z.number().optional(),
      task_id: z.string().optional(),
      outcome: z.string().optional(),
    }),
  ),
})
const entries = isThere
  ? indexSchema.parse(JSON.parse(readFileSync(join(root, 'INDEX.json'), 'utf8'))).entries
  : []

const OTHERS = [
  'openhands-run-metadata',
  'pairs-json',
  'results-jsonl',
  'swebench-report',
  'task-ids',
  'tasks-jsonl',
]
const OUTCOMES = ['swebench-report', 'results-jsonl']
/** Layouts whose records say the outcome themselves. */
const SAY_OUTCOMES = ['chat-messages', 'nebius-swe-agent', 'openai-chat-tools']
/** Where INDEX.json counts something else than steps (messages, chats, nothing); counted by hand. */
const COUNTED_BY_HAND: Record<string, number> = {
  'mini-swe-agent/fixtures/github_issue.traj.json': 10,
  'swe-agent/function_calling_simple.traj': 5,
  'inspect/2025-05-12T20-27-36-04-00_browser.json': 5,
  'aider/chat-history_part1.aider.chat.history.md': 50,
}
/** INDEX.json names this one after its file; the file names its problem. */
const NAMED_INSIDE: Record<string, string> = {
  '6e44b9__sweagenttestrepo-1c2844': 'SWE-agent__test-repo-i1',
}
/** Names of ours for what INDEX.json calls otherwise. */
const OUR_NAME: Record<string, string> = { 'mini-swe-agent fixture (bare list)': 'mini-swe-agent-bare' }

const read = (file: string): IngestResult => readTrajectories(readFileSync(join(root, file)), file)

describe.skipIf(!isThere)('the corpus', () => {
  it.each(entries.filter(({ format }) => !OTHERS.includes(format)))(
    'reads $file: layout, steps, instance and outcome as in INDEX.json',
    (entry) => {
      const { format, status, trajectories } = read(entry.file)
      expect(status).toBe('recognised')
      // INDEX.json says which version or origin after the layout's name, for example `adp-std (Agent Data Protocol)`.
      expect((OUR_NAME[entry.format] ?? entry.format).startsWith(format ?? '?'), `${format}`).toBe(true)
      const steps = trajectories.flatMap((one) => trajectorySchema.parse(one).steps)
      const counted = COUNTED_BY_HAND[entry.file] ?? entry.steps
      if (counted !== undefined) expect(steps).toHaveLength(counted)
      const ids = trajectories.map(({ instanceId }) => instanceId).join(',')
      if (entry.task_id) expect(ids).toBe(NAMED_INSIDE[entry.task_id] ?? entry.task_id)
      if (SAY_OUTCOMES.includes(format ?? '')) expect(trajectories[0]?.outcome).toBe(entry.outcome)
    },
  )

  it.each(entries.filter(({ format }) => OTHERS.includes(format)))(
    'names $file without reading it',
    (entry) => {
      const { format, status, trajectories } = read(entry.file)
      expect([status, trajectories]).toEqual(['not-a-trajectory', []])
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

describe.skipIf(isThere)('without a corpus', () => {
  it.skip('the checks on real files are skipped: set LOUPE_CORPUS_DIR to run them', () => undefined)
})
