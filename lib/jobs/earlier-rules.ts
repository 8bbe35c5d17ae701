import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ExtractedSubtask } from '../extract/extract.ts'
import {
  citationSchema,
  descriptionSchema,
  experienceSchema,
  kindSchema,
  removedSpanSchema,
  segmentSchema,
} from '../memory/subtask.ts'
import { spanSchema, type Trajectory } from '../memory/trajectory.ts'
import type { RuleExtractor } from './extractors.ts'

/** The version of the rules before the present one, of which only what it made of the sample is kept. */
export const EARLIER_RULES = 'rules-v1'

const lineSchema = z.object({
  instanceId: z.string(),
  stepCount: z.number().int(),
  segment: segmentSchema,
  description: descriptionSchema,
  descriptionAtStart: descriptionSchema,
  judged: z
    .object({
      verdict: z.enum(['correct', 'incorrect', 'undetermined']),
      kind: kindSchema,
      because: z.string(),
      evidence: z.array(spanSchema),
    })
    .nullable(),
  experience: experienceSchema.nullable(),
  skippedBecause: z.string().nullable(),
  citations: z.array(citationSchema),
  removed: z.array(removedSpanSchema),
  flags: z.array(z.string()),
})

/** Finds what rules-v1 made of a run of the sample; null for any other run. */
export type EarlierRules = (trajectory: Trajectory) => RuleExtractor | null

/** Reads `prisma/sample/rules-v1.jsonl`: for comparing versions, and for tests that must not hang on the wording of the newest. */
export function readEarlierRules(rootPath: string): EarlierRules {
  const byRun = new Map<string, ExtractedSubtask[]>()
  const text = readFileSync(join(rootPath, 'prisma', 'sample', 'rules-v1.jsonl'), 'utf8')
  for (const line of text.split('\n').filter(Boolean)) {
    const { instanceId, stepCount, ...subtask } = lineSchema.parse(JSON.parse(line))
    const key = keyOf(instanceId, stepCount)
    byRun.set(key, [...(byRun.get(key) ?? []), subtask])
  }
  return ({ instanceId, steps }) => {
    const made = byRun.get(keyOf(instanceId, steps.length))
    return made === undefined ? null : { id: EARLIER_RULES, labelledBy: EARLIER_RULES, extract: () => made }
  }
}

/** Two attempts at one instance of the sample differ in length. */
function keyOf(instanceId: string, stepCount: number): string {
  return `${instanceId} ${stepCount}`
}
