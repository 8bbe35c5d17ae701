import { createHash, randomBytes } from 'node:crypto'
import type { Revision } from '../generated/client.ts'
import { firstOf, type Reader, rowsOf, type Tx } from '../tables.ts'

/** Hex digits of a digest; its salt stands behind them, after a dot. */
export const DIGEST_LENGTH = 64

type SealedChange = { entityId: string; before: string | null; after: string | null }

/**
 * SHA-256 of one change as it was written, with a salt of its own. The digest stays when a purge takes the texts out, so that the
 * chain holds without them; the salt goes, so that a guess cannot be tested against it (decision 014).
 */
export function changeDigest(change: SealedChange): string {
  return saltedDigest(change, randomBytes(16).toString('hex'))
}

/** True when a digest is this change's; changes older than salts have one without. */
export function isDigestOf(digest: string | null, change: SealedChange): boolean {
  const salt = digest?.slice(DIGEST_LENGTH + 1)
  return (
    digest === (salt ? saltedDigest(change, salt) : sha256([change.entityId, change.before, change.after]))
  )
}

function saltedDigest({ entityId, before, after }: SealedChange, salt: string): string {
  return `${sha256([entityId, before, after, salt])}.${salt}`
}

/** SHA-256 over the hash before it in the project, the revision's own fields and the digests of its changes in order. */
export function revisionHash(previous: string | null, row: Revision, digests: string): string {
  const { number, at, by, verb, reason, projectId, batchId, undoes } = row
  return sha256([previous, number, at.toISOString(), by, verb, reason, projectId, batchId, undoes, digests])
}

/** Seals a revision when all its changes are written: the last act of its transaction. */
export async function sealRevision(tx: Tx, number: number): Promise<void> {
  const row = await firstOf<Revision>(tx, 'SELECT * FROM "Revision" WHERE "number" = ?', number)
  if (!row) throw new Error(`there is no revision ${number}`)
  const before = await firstOf<{ hash: string }>(
    tx,
    'SELECT "hash" FROM "Revision" WHERE "projectId" IS NOT DISTINCT FROM ? AND "number" < ? AND "hash" IS NOT NULL ORDER BY "number" DESC LIMIT 1',
    row.projectId,
    number,
  )
  const hash = revisionHash(before?.hash ?? null, row, await digestsOf(tx, number))
  await rowsOf(tx, 'UPDATE "Revision" SET "hash" = ? WHERE "number" = ?', hash, number)
}

/** Digests of a revision's changes in their order, without their salts, as one text. */
export async function digestsOf(client: Reader, number: number): Promise<string> {
  const found = await firstOf<{ digests: string | null }>(
    client,
    `SELECT string_agg(substr("digest", 1, ${DIGEST_LENGTH}), '' ORDER BY "id") AS digests FROM "Change" WHERE "revisionNumber" = ?`,
    number,
  )
  return found?.digests ?? ''
}

function sha256(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
