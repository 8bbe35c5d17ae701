import { type Reader, tables } from './tables.ts'

/** A revision, the one that it undoes, the one that this one undid, and so on. */
export async function* undoChain(
  read: Reader,
  revision: number,
): AsyncGenerator<{ number: number; projectId: string | null; verb: string }> {
  const select = { undoes: true, projectId: true, verb: true } as const
  for (let next: number | null = revision; next !== null; ) {
    const number: number = next
    const row = await tables(read).revision.findUnique({ where: { number }, select })
    yield { number, projectId: row?.projectId ?? null, verb: row?.verb ?? '' }
    next = row?.undoes ?? null
  }
}
