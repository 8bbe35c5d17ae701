import { categorySchema } from '../../memory/category-schema.ts'
import type { SideEntry, SidesFilter, SidesList, SidesRow } from '../../memory/distil/distil.ts'
import { sidesFilterSchema } from '../../memory/distil/distil.ts'
import type { MemoryEntry } from '../../memory/entry.ts'
import { EXPERIENCE_PARTS } from '../../memory/experience.ts'
import { type Span, type Step, spanSchema, stepText } from '../../memory/trajectory.ts'
import { readEntries } from '../entries/entry-writes.ts'
import { ofPersons } from '../entries/extracted.ts'
import { listSteps } from '../episodes/steps.ts'
import { select, selectList, selectNumbers } from '../select.ts'
import type { Store } from '../store.ts'
import type { Reader } from '../tables.ts'

/** Newest live entry of a subtask by an extractor whose name is like this. */
const entryBy = (like: string) =>
  `(SELECT e."id" FROM "Entry" e WHERE e."subtaskId" = s."id" AND e."extractor" LIKE '${like}'
     AND e."lifecycle" NOT IN ('retired', 'purged') ORDER BY e."seq" DESC LIMIT 1)`

const SIDES = `SELECT s."id" AS "subtaskId", s."episodeId", ep."instanceId", s."category", s."fromStep", s."toStep", s."judged",
    s."skippedBecause", d."judged" AS "modelJudged", d."because", d."evidence", d."skippedBecause" AS "modelSkipped", d."refused",
    r."provider", r."model", ${entryBy('rules-v%')} AS "rulesId", ${entryBy('model-v%')} AS "modelId"
  FROM "Subtask" s JOIN "Episode" ep ON ep."id" = s."episodeId"
  LEFT JOIN "Distillation" d ON d."subtaskId" = s."id" AND d."extractor" = ?
  LEFT JOIN "ModelRequest" r ON r."hash" = d."hash"
  WHERE ep."projectId" = ? AND s."category" <> 'OTHER'`

const SHOWN: Record<NonNullable<SidesFilter['show']>, string> = {
  all: '1',
  both: '"rulesId" IS NOT NULL AND "modelId" IS NOT NULL',
  model: '"rulesId" IS NULL AND "modelId" IS NOT NULL',
  rules: '"rulesId" IS NOT NULL AND "modelId" IS NULL AND "modelJudged" IS NOT NULL',
  neither: '"rulesId" IS NULL AND "modelId" IS NULL AND "modelJudged" IS NOT NULL',
  refused: '"refused" = 1',
  left: '"modelJudged" IS NULL',
}

/** A subtask for which a person has chosen: an entry of it was reviewed or accepted and serves. */
const CHOSEN = `EXISTS (SELECT 1 FROM "Entry" c WHERE c."subtaskId" = x."subtaskId" AND c."reviewedBy" IS NOT NULL AND NOT c."beside"
  AND c."lifecycle" NOT IN ('retired', 'purged'))`

type RawSide = {
  subtaskId: string
  episodeId: string
  instanceId: string
  category: string
  fromStep: number
  toStep: number
  judged: string
  skippedBecause: string | null
  modelJudged: string | null
  because: string | null
  evidence: string | null
  modelSkipped: string | null
  refused: number | boolean | null
  provider: string | null
  model: string | null
  rulesId: string | null
  modelId: string | null
}

type Where = { sql: string; values: string[] }

function whereOf(projectId: string, extractor: string, asked: SidesFilter): Where {
  const { show, category, open } = sidesFilterSchema.parse(asked)
  const conditions = [
    SHOWN[show],
    ...(category === null ? [] : ['x."category" = ?']),
    ...(open ? [`NOT ${CHOSEN}`] : []),
  ]
  return {
    sql: `FROM (${SIDES} ORDER BY ep."position", s."position") x WHERE ${conditions.join(' AND ')}`,
    values: [extractor, projectId, ...(category === null ? [] : [category])],
  }
}

/** Subtasks in the order of the stream with what rules and a model made of each, and with the words that each part cites. */
export async function listSides(
  store: Store,
  projectId: string,
  extractor: string,
  { offset, limit, ...asked }: SidesFilter & { offset: number; limit: number },
): Promise<SidesList> {
  const where = whereOf(projectId, extractor, asked)
  const [rows, counts] = await Promise.all([
    select<RawSide>(
      store,
      `SELECT * ${where.sql} LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
      ...where.values,
    ),
    selectNumbers<'matchCount' | 'modelEntryCount'>(
      store,
      `SELECT COUNT(*) AS matchCount, COUNT("modelId") AS modelEntryCount ${where.sql}`,
      ...where.values,
    ),
  ])
  const entries = await readEntries(
    store,
    rows.flatMap(({ rulesId, modelId }) => [rulesId ?? [], modelId ?? []].flat()),
  )
  const persons = await ofPersons(store, entries)
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const steps = await stepsOf(store, rows)
  return {
    rows: rows.map((row) => sidesRow(row, byId, persons, steps.get(row.episodeId) ?? [])),
    ...counts,
  }
}

/** Ids of the model's entries of all subtasks that match. */
export async function listModelEntries(
  client: Reader,
  projectId: string,
  extractor: string,
  asked: SidesFilter,
): Promise<string[]> {
  const where = whereOf(projectId, extractor, asked)
  return await selectList(
    client,
    `SELECT json_group_array("modelId") FROM (SELECT "modelId" ${where.sql}) WHERE "modelId" IS NOT NULL`,
    ...where.values,
  )
}

/** Steps of the runs shown, up to the last that is: citations may stand in earlier stages. */
async function stepsOf(store: Store, rows: readonly RawSide[]): Promise<Map<string, Step[]>> {
  const upto = new Map<string, number>()
  for (const { episodeId, toStep } of rows) upto.set(episodeId, Math.max(upto.get(episodeId) ?? 0, toStep))
  const found = await Promise.all(
    [...upto].map(async ([id, last]) => [id, await listSteps(store, id, 1, last)] as const),
  )
  return new Map(found)
}

function sidesRow(
  row: RawSide,
  byId: ReadonlyMap<string, MemoryEntry>,
  persons: ReadonlySet<string>,
  steps: readonly Step[],
): SidesRow {
  const side = (id: string | null) => {
    const entry = id === null ? undefined : byId.get(id)
    return entry ? sideEntry(entry, persons.has(entry.id), steps) : null
  }
  const { subtaskId, episodeId, instanceId, fromStep, toStep, judged, skippedBecause } = row
  const evidence = row.evidence === null ? null : spanSchema.parse(JSON.parse(row.evidence))
  return {
    ...{ subtaskId, episodeId, instanceId, fromStep, toStep },
    category: categorySchema.parse(row.category),
    rules: { judged, skippedBecause, entry: side(row.rulesId) },
    model:
      row.modelJudged === null
        ? null
        : {
            judged: row.modelJudged,
            because: row.because ?? '',
            evidence: evidence && { step: evidence.step, quote: quoteOf(evidence, steps) },
            skippedBecause: row.modelSkipped,
            refused: Number(row.refused) === 1,
            by: [row.provider, row.model].filter(Boolean).join(', ') || null,
            entry: side(row.modelId),
          },
  }
}

function sideEntry(entry: MemoryEntry, ofPerson: boolean, steps: readonly Step[]): SideEntry {
  const { id, revision, extractor, lifecycle, beside = false, description, experience, citations } = entry
  const { title, kind, ...parts } = experience
  return {
    ...{ id, revision, extractor, lifecycle, beside, ofPerson, title, kind, parts },
    ...description,
    cites: EXPERIENCE_PARTS.flatMap((part) =>
      citations
        .filter((one) => one.part === part)
        .map(({ span }) => ({ part, step: span.step, quote: quoteOf(span, steps) })),
    ),
  }
}

/** Longest quote shown, characters. */
const QUOTE = 240

function quoteOf({ step: n, part, start, end }: Span, steps: readonly Step[]): string {
  const step = steps.find((one) => one.n === n)
  const text = step && stepText(step, part)
  return text ? text.slice(start, Math.min(end, start + QUOTE)) : ''
}
