import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../memory/errors.ts'
import type { Prisma, PrismaClient } from '../generated/client.ts'

type Tx = Prisma.TransactionClient

/** Turns the key of what an entry says into what the store keeps of it; see decision 014. */
export type Conceal = (key: string) => string

/** File of the data folder with the random key; never in the database, so that a copy of that alone tells nothing. */
export const MARK_KEY_FILE = 'suppression.key'

/** Says under which key the marks of this database were made, without telling the key. */
const FINGERPRINT = 'suppressionKeyFingerprint'

/** Stands before a mark; a row without it is a bare key, as stores before the marks have them. */
const SIGN = 'h1:'

/**
 * Opens the key of a data folder, made at the first start, and turns into marks what still stands as a bare key. Throws
 * UserError `lost-suppression-key` when the file is missing or another's while purged lessons depend on it.
 */
export async function openMarks(
  writer: PrismaClient,
  dataPath: string,
  log?: (line: string) => void,
): Promise<Conceal> {
  const path = join(dataPath, MARK_KEY_FILE)
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : null
  const known = (await writer.setting.findUnique({ where: { name: FINGERPRINT } }))?.value ?? null
  const fits = found !== null && found !== '' && (known === null || known === fingerprintOf(found))
  const isLost = !fits && known !== null
  const purgedCount = isLost ? await countPurged(writer) : 0
  if (purgedCount > 0 && found !== '') throw lostKey(purgedCount)
  const key = found || makeKey(path)
  if (isLost)
    log?.(
      `! The key in ${path} was ${found ? 'of another folder' : 'missing: a new one was made'}. Marks of retired lessons were made anew. ${
        purgedCount === 0
          ? 'No lesson was purged here, so none can come back.'
          : `${purgedCount} purged lessons may come back by import. Put the old file back before the next start if you have it.`
      }`,
    )
  const conceal: Conceal = (bare) => SIGN + createHmac('sha256', key).update(bare).digest('hex')
  const bareCount = await writer.$transaction(async (tx) => {
    if (isLost) await markRetiredAnew(tx, conceal)
    const count = await concealBare(tx, conceal)
    const value = fingerprintOf(key)
    if (value === known) return count
    await tx.setting.upsert({
      where: { name: FINGERPRINT },
      create: { name: FINGERPRINT, value },
      update: { value },
    })
    return count
  })
  if (bareCount > 0) await writer.$queryRawUnsafe('PRAGMA wal_checkpoint(TRUNCATE)')
  return conceal
}

function fingerprintOf(key: string): string {
  return createHmac('sha256', key).update('Loupe suppression key').digest('hex').slice(0, 16)
}

/** On disk before the first mark is: a key that is lost with the power would take the marks' meaning along. */
function makeKey(path: string): string {
  const key = randomBytes(32).toString('hex')
  const file = openSync(`${path}.new`, 'w', 0o600)
  writeSync(file, `${key}\n`)
  fsyncSync(file)
  closeSync(file)
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
  return key
}

async function countPurged(writer: PrismaClient): Promise<number> {
  return await writer.suppression.count({
    where: { state: 'purged', liftedAt: null, key: { startsWith: SIGN } },
  })
}

function lostKey(purgedCount: number): UserError {
  return new UserError(
    'lost-suppression-key',
    `The file ${MARK_KEY_FILE} that belongs to this database is not in the data folder: ${purgedCount} purged lessons would not be recognised and could come back.`,
    {
      hint: `Copy ${MARK_KEY_FILE} from the folder that the database came from. If it is lost, put an empty file of that name there: a new key is made and what was purged may come back. Nothing was changed.`,
      status: 409,
    },
  )
}

/** Under another key: the entries that were retired are still here, and with them what was concealed. */
async function markRetiredAnew(tx: Tx, conceal: Conceal): Promise<void> {
  const rows = await tx.$queryRawUnsafe<{ id: string; key: string }[]>(
    `SELECT s."id" AS id, e."suppressionKey" AS key FROM "Suppression" s JOIN "Entry" e ON e."id" = s."entryId"
     WHERE s."state" = 'retired' AND s."key" LIKE '${SIGN}%'`,
  )
  await writeKeys(
    tx,
    rows.map(({ id, key }) => ({ id, key: conceal(key) })),
  )
}

async function concealBare(tx: Tx, conceal: Conceal): Promise<number> {
  const rows = await tx.suppression.findMany({
    where: { NOT: { key: { startsWith: SIGN } } },
    select: { id: true, key: true },
  })
  await writeKeys(
    tx,
    rows.map(({ id, key }) => ({ id, key: conceal(key) })),
  )
  return rows.length
}

/** Gives rows their keys. Where one has it already, as after a visit of an older Loupe, the stronger of the two stays. */
async function writeKeys(tx: Tx, rows: { id: string; key: string }[]): Promise<void> {
  if (rows.length === 0) return
  const json = JSON.stringify(rows)
  const strength = (row: string) =>
    `CASE WHEN ${row}."liftedAt" IS NULL THEN 2 ELSE 0 END + CASE WHEN ${row}."state" = 'purged' THEN 1 ELSE 0 END`
  const pairs = `json_each(?) j JOIN "Suppression" a ON a."id" = j.value ->> 'id'
    JOIN "Suppression" b ON b."projectId" = a."projectId" AND b."key" = j.value ->> 'key' AND b."id" <> a."id"`
  await tx.$executeRawUnsafe(
    `DELETE FROM "Suppression" WHERE "id" IN
       (SELECT CASE WHEN ${strength('a')} > ${strength('b')} THEN b."id" ELSE a."id" END FROM ${pairs})`,
    json,
  )
  await tx.$executeRawUnsafe(
    `UPDATE "Suppression" SET "key" = j.value ->> 'key' FROM json_each(?) j WHERE "Suppression"."id" = j.value ->> 'id'`,
    json,
  )
}
