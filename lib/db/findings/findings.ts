import { UserError } from '../../memory/errors.ts'
import {
  DETECTOR_NAMES,
  type DetectorName,
  detectorNameSchema,
  type FindingState,
  type FindingView,
  findingDetailSchema,
} from '../../memory/findings/finding.ts'
import type { LoosePair } from '../../memory/findings/worklist.ts'
import { untilNextCommit } from '../commit-cache.ts'
import type { Finding, Prisma } from '../generated/client.ts'
import { keepVerdict, listVerdicts, type VerdictRow, withdraw } from '../review/verdicts.ts'
import { getSetting, putSetting, type Store, type Tx } from '../store.ts'
import { type Reader, select, selectColumn, selectNumbers, tables } from '../tables.ts'
import { keepPairs, NO_PAIRS, type PairsOf, standingPairs } from './loose-pair-rows.ts'

/** What detectors found, as it is to be stored. */
export type FoundFault = {
  detector: DetectorName
  entryId: string
  otherId: string | null
  score: number | null
  detail: { sentence: string; spans: unknown[] }
}

/** When a project was last looked through, at which revision of the store, and which detectors could not look. */
export type ScanState = {
  at: string
  revision: number
  unknown: Partial<Record<DetectorName, string>>
  /** Detectors that stopped before they had seen everything, and why; absent in scans of older versions. */
  stopped?: Partial<Record<DetectorName, string>>
}

/** Findings written before others have their turn. Ours. */
const AT_A_TIME = 40

/** Below every score; an infinity arrives in SQLite as NULL. */
const LOWEST = -1e9

/** Only findings whose entries still serve or wait: a retired entry needs no triage. */
const IN_SERVICE = `e."lifecycle" NOT IN ('retired', 'purged') AND NOT e."beside"
  AND (f."otherId" IS NULL OR EXISTS (SELECT 1 FROM "Entry" o WHERE o."id" = f."otherId" AND NOT o."beside" AND o."lifecycle" NOT IN ('retired', 'purged')))`
const STANDING = `f."state" = 'open' AND ${IN_SERVICE}`
/** What a person said is no fault, pairs that are no findings among them. */
const DISMISSED = `f."state" IN ('dismissed', 'parted') AND ${IN_SERVICE}`

/** Brings the findings of a project to what a scan found: new ones open, lost ones gone, a person's dismissal stays. Not a revision. */
export async function storeScan(
  store: Store,
  tx: Tx,
  projectId: string,
  faults: readonly FoundFault[],
  scan: ScanState,
): Promise<void> {
  const known = await tables(tx).finding.findMany({ where: { projectId } })
  const byKey = new Map(known.map((row) => [keyOf(row), row]))
  const added: Prisma.FindingCreateManyInput[] = []
  const seen = new Set<string>()
  for (const [nth, fault] of faults.entries()) {
    if (nth % AT_A_TIME === 0) await letOthersGo()
    const row = byKey.get(keyOf(fault))
    seen.add(keyOf(fault))
    const data = { score: fault.score, detail: JSON.stringify(fault.detail) }
    if (!row)
      added.push({ id: store.nextId('f'), projectId, ...fault, ...data, state: 'open', foundAt: store.now() })
    else if (row.state === 'gone' || row.state === 'loose')
      await tables(tx).finding.update({
        where: { id: row.id },
        data: { ...data, state: 'open', settledAt: null },
      })
    else if (row.score !== fault.score || row.detail !== data.detail)
      await tables(tx).finding.update({ where: { id: row.id }, data })
  }
  for (let from = 0; from < added.length; from += AT_A_TIME) {
    await tables(tx).finding.createMany({ data: added.slice(from, from + AT_A_TIME) })
    await letOthersGo()
  }
  const lost = known.filter((row) => row.state === 'open' && !seen.has(keyOf(row))).map(({ id }) => id)
  for (let from = 0; from < lost.length; from += 500)
    await tables(tx).finding.updateMany({
      where: { id: { in: lost.slice(from, from + 500) } },
      data: { state: 'gone', settledAt: store.now() },
    })
  await putSetting(tx, scanName(projectId), JSON.stringify(scan))
}

/** When the project was last looked through; null = never. */
export async function getScanState(store: Store, projectId: string): Promise<ScanState | null> {
  return JSON.parse((await getSetting(store, scanName(projectId))) ?? 'null') as ScanState | null
}

/** Live entries that came or changed after a look through the project; all of them when there was none. */
export async function countUnseen(
  store: Store,
  projectId: string,
  scan: Pick<ScanState, 'revision'> | null,
): Promise<number> {
  return await tables(store).entry.count({
    where: {
      projectId,
      beside: false,
      lifecycle: { notIn: ['retired', 'purged'] },
      ...(scan ? { revision: { gt: scan.revision } } : {}),
    },
  })
}

/** Open and dismissed findings of each detector, and the entries that open ones touch. */
export async function countFindings(store: Store, projectId: string): Promise<FindingCounts> {
  return await untilNextCommit(store, `findings ${projectId}`, () => readFindingCounts(store, projectId))
}

type FindingCounts = Map<DetectorName, { open: number; dismissed: number; entryCount: number }>

async function readFindingCounts(store: Store, projectId: string): Promise<FindingCounts> {
  const rows = await select<{ detector: string; open: number; entryCount: number }>(
    store,
    // An entry may be first in one pair and second in another: it is one entry all the same.
    `WITH standing AS (SELECT f."detector", f."entryId", f."otherId"
       FROM "Finding" f JOIN "Entry" e ON e."id" = f."entryId" WHERE f."projectId" = ? AND ${STANDING}),
     touched AS (SELECT "detector", "entryId" FROM standing
       UNION SELECT "detector", "otherId" FROM standing WHERE "otherId" IS NOT NULL)
     SELECT "detector", COUNT(*) AS open,
       (SELECT COUNT(*) FROM touched t WHERE t."detector" = standing."detector") AS "entryCount"
     FROM standing GROUP BY 1`,
    projectId,
  )
  const dismissed = await select<{ detector: string; n: number }>(
    store,
    `SELECT f."detector", COUNT(*) AS n FROM "Finding" f JOIN "Entry" e ON e."id" = f."entryId"
     WHERE f."projectId" = ? AND ${DISMISSED} GROUP BY 1`,
    projectId,
  )
  return new Map(
    DETECTOR_NAMES.map((name) => {
      const { open, entryCount } = rows.find((one) => one.detector === name) ?? { open: 0, entryCount: 0 }
      const { n } = dismissed.find((one) => one.detector === name) ?? { n: 0 }
      return [name, { open, dismissed: n, entryCount }]
    }),
  )
}

/** One page of the open findings of a detector, worst first; `claimedBy` narrows to what one reviewer took or nobody did. */
export async function listFindings(
  store: Store,
  query: {
    projectId: string
    detector: DetectorName
    minScore: number | null
    /** A reviewer's name: then what others took is left out. */
    claimedBy?: string | undefined
    offset: number
    limit: number
  },
): Promise<{ rows: FindingView[]; matchCount: number; takenCount: number }> {
  const values = [query.projectId, query.detector, query.minScore ?? LOWEST]
  const all = `FROM "Finding" f JOIN "Entry" e ON e."id" = f."entryId"
    WHERE f."projectId" = ? AND f."detector" = ? AND COALESCE(f."score", 0) >= ? AND ${STANDING}`
  const wholeCount = await countOf(store, all, values)
  const mine = query.claimedBy === undefined ? '' : ' AND (f."claimedBy" IS NULL OR f."claimedBy" = ?)'
  if (query.claimedBy !== undefined) values.push(query.claimedBy)
  const from = all + mine
  const ids = await selectColumn<string>(
    store,
    `SELECT f."id" ${from} ORDER BY f."score" DESC NULLS LAST, f."id" LIMIT ? OFFSET ?`,
    ...values,
    query.limit,
    query.offset,
  )
  const matchCount = await countOf(store, from, values)
  return { rows: await readInOrder(store, ids), matchCount, takenCount: wholeCount - matchCount }
}

/** One page of what people dismissed in a worklist, the latest decision first, with who, when and why. */
export async function listDismissed(
  store: Store,
  query: { projectId: string; detector: DetectorName; offset: number; limit: number },
): Promise<{ rows: FindingView[]; matchCount: number }> {
  const values = [query.projectId, query.detector]
  const from = `FROM "Finding" f JOIN "Entry" e ON e."id" = f."entryId"
    WHERE f."projectId" = ? AND f."detector" = ? AND ${DISMISSED}`
  const ids = await selectColumn<string>(
    store,
    `SELECT f."id" ${from} ORDER BY f."settledAt" DESC NULLS LAST, f."id" DESC LIMIT ? OFFSET ?`,
    ...values,
    query.limit,
    query.offset,
  )
  return { rows: await readInOrder(store, ids), matchCount: await countOf(store, from, values) }
}

async function countOf(read: Reader, from: string, values: unknown[]): Promise<number> {
  return (await selectNumbers<'n'>(read, `SELECT COUNT(*) AS n ${from}`, ...values)).n
}

async function readInOrder(read: Reader, ids: string[]): Promise<FindingView[]> {
  const rows = await tables(read).finding.findMany({ where: { id: { in: ids } } })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [toView(row)] : []
  })
}

/** Open pairs of a detector with a score of at least `minScore`, closest first; inside a transaction too. */
export async function listPairs(
  tx: Reader,
  query: { projectId: string; detector: DetectorName; minScore: number | null },
): Promise<{ id: string; older: string; newer: string; score: number }[]> {
  return await select(
    tx,
    `SELECT f."id", f."entryId" AS older, f."otherId" AS newer, COALESCE(f."score", 0) AS score
     FROM "Finding" f JOIN "Entry" e ON e."id" = f."entryId"
     WHERE f."projectId" = ? AND f."detector" = ? AND f."otherId" IS NOT NULL AND COALESCE(f."score", 0) >= ? AND ${STANDING}
     ORDER BY f."score" DESC NULLS LAST, f."id"`,
    query.projectId,
    query.detector,
    query.minScore ?? LOWEST,
  )
}

export async function listFindingsOf(store: Store, entryId: string): Promise<FindingView[]> {
  const rows = await tables(store).finding.findMany({
    where: { state: 'open', OR: [{ entryId }, { otherId: entryId }] },
    orderBy: [{ detector: 'asc' }, { score: { sort: 'desc', nulls: 'last' } }, { id: 'asc' }],
    take: 50,
  })
  return rows.map(toView)
}

/** A person says that these are no faults, or takes that back, after a year too. Throws UserError `no-such-finding`. */
export async function settleFindings(
  store: Store,
  input: { ids: string[]; state: 'open' | 'dismissed'; by: string; reason: string | null },
  /** Loose pairs among those that are meant. */
  loose: PairsOf = NO_PAIRS,
  /** The transaction that it is a part of; absent: one of its own. */
  within?: Tx,
): Promise<{ count: number }> {
  const { ids, state, by, reason } = input
  const settleIn = async (tx: Tx) => {
    const kept = await keepPairs(store, tx, loose)
    const named = [...new Set([...ids, ...kept.findings])]
    // Of the list of what was dismissed a pair that is no finding comes by the id of its row.
    const rows = await tables(tx).finding.findMany({
      where: { id: { in: named } },
      select: { id: true, state: true, projectId: true, detector: true },
    })
    if (rows.length < named.length)
      throw new UserError(
        'no-such-finding',
        `${named.length - rows.length} of ${named.length} findings are gone.`,
        { hint: 'Reload the worklist. Nothing was changed.', status: 404 },
      )
    const isPair = (row: { state: string }) => row.state === 'loose' || row.state === 'parted'
    const findings = rows.filter((row) => !isPair(row)).map(({ id }) => id)
    const pairs = [...rows.filter(isPair).map(({ id }) => id), ...kept.loose]
    const opens = state === 'open'
    const said = opens ? { by: null, reason: null, settledAt: null } : { by, reason, settledAt: store.now() }
    const settle = (some: string[], become: FindingState) =>
      tables(tx).finding.updateMany({ where: { id: { in: some } }, data: { state: become, ...said } })
    const settled = await settle(findings, state)
    const settledPairs = await settle(pairs, opens ? 'loose' : 'parted')
    if (opens) await withdraw(store, tx, { task: 'finding', subject: { in: [...findings, ...pairs] } })
    else
      for (const { id: subject, projectId, detector: queue } of [
        ...rows,
        ...kept.loose.map((id) => ({ ...loose, id })),
      ]) {
        const about = { projectId, task: 'finding', queue, subject, by, blind: false }
        await keepVerdict(store, tx, { ...about, verdict: 'dismiss', reason })
      }
    // What another reviewer had taken would be open to nobody who looks now.
    if (opens)
      await tables(tx).finding.updateMany({
        where: { id: { in: [...findings, ...pairs] }, claimedBy: { not: by } },
        data: { claimedBy: null },
      })
    return { count: settled.count + settledPairs.count }
  }
  return await (within ? settleIn(within) : store.record(settleIn))
}

/** Verdicts on what detectors found, in the order in which they were given; pairs that are no findings are left out. */
export async function listFindingVerdicts(store: Store, projectId: string): Promise<VerdictRow[]> {
  const [verdicts, found] = await Promise.all([
    listVerdicts(store, { projectId, task: 'finding' }),
    tables(store).finding.findMany({
      where: { projectId, state: { notIn: ['loose', 'parted'] } },
      select: { id: true },
    }),
  ])
  const ids = new Set(found.map(({ id }) => id))
  return verdicts.filter(({ subject }) => ids.has(subject))
}

/** Gives a reviewer the next `count` open findings that nobody took, then loose pairs; those taken stay his or hers until released. */
export async function claimFindings(
  store: Store,
  input: {
    projectId: string
    detector: DetectorName
    minScore?: number | null | undefined
    by: string
    count: number
  },
  /** Loose pairs as alike as was asked for, closest first. */
  loose: readonly LoosePair[] = [],
): Promise<{ ids: string[] }> {
  return await store.record(async (tx) => {
    const found = await selectColumn<string>(
      tx,
      `SELECT f."id" FROM "Finding" f JOIN "Entry" e ON e."id" = f."entryId"
       WHERE f."projectId" = ? AND f."detector" = ? AND f."claimedBy" IS NULL AND COALESCE(f."score", 0) >= ? AND ${STANDING}
       ORDER BY f."score" DESC NULLS LAST, f."id" LIMIT ?`,
      input.projectId,
      input.detector,
      input.minScore ?? LOWEST,
      input.count,
    )
    const free = (await standingPairs(tx, input, loose)).filter(({ claimedBy }) => claimedBy === null)
    const pairs = free.slice(0, input.count - found.length)
    const kept = await keepPairs(store, tx, { ...input, pairs })
    const ids = [...found, ...kept.loose]
    await tables(tx).finding.updateMany({ where: { id: { in: ids } }, data: { claimedBy: input.by } })
    return { ids }
  })
}

/** Gives back what a reviewer took and did not settle. */
export async function releaseFindings(
  store: Store,
  input: { projectId: string; by: string },
): Promise<{ count: number }> {
  const { projectId, by: claimedBy } = input
  const release = (tx: Tx, ...states: FindingState[]) =>
    tables(tx).finding.updateMany({
      where: { projectId, claimedBy, state: { in: states } },
      data: { claimedBy: null },
    })
  return await store.record(async (tx) => {
    // Found again it would be open, and shown to nobody else.
    await release(tx, 'gone')
    return await release(tx, 'open', 'loose')
  })
}

function letOthersGo(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function keyOf({ detector, entryId, otherId }: Pick<Finding, 'detector' | 'entryId' | 'otherId'>): string {
  return `${detector}\n${entryId}\n${otherId ?? ''}`
}

function scanName(projectId: string): string {
  return `scan:${projectId}`
}

function toView(row: Finding): FindingView {
  const { id, entryId, otherId, score, claimedBy, by, reason } = row
  return {
    ...{ id, entryId, otherId, score, claimedBy, by, reason },
    detector: detectorNameSchema.parse(row.detector),
    detail: findingDetailSchema.parse(JSON.parse(row.detail)),
    state: row.state as FindingState,
    foundAt: row.foundAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }
}
