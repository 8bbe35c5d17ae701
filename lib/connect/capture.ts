import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { settleReceipts } from '../db/agents/feed.ts'
import { type KeptSession, markCaptured } from '../db/agents/sessions.ts'
import type { Store } from '../db/store.ts'
import { episodeName, readWatch } from './receive-hook.ts'

/** Largest transcript that is brought in by itself, bytes; a larger one is imported by hand. */
const MOST_BYTES = 64 * 1_048_576

/**
 * Brings a session's transcript in, and says of each message that was sent whether the transcript holds it. A transcript that is
 * not there (any more) changes nothing: an import by hand finds it later.
 */
export async function captureSession(
  session: KeptSession,
  {
    store,
    bring,
  }: {
    store: Store
    bring: (file: { fileName: string; projectId: string; bytes: Uint8Array }) => Promise<void>
  },
): Promise<void> {
  const { id, transcript, projectId } = session
  if (transcript === null) return
  const found = await stat(transcript).catch(() => null)
  if (!found?.isFile() || found.size > MOST_BYTES) return
  const bytes = await readFile(transcript)
  await bring({ fileName: basename(transcript), projectId, bytes })
  const { taskCount } = readWatch(session)
  const episodes = Array.from({ length: Math.max(1, taskCount) }, (_, i) => episodeName(session, i + 1))
  await settleReceipts(store, { projectId, episodes, arrivedIds: idsOfMessages(bytes.toString('utf8')) })
  await markCaptured(store, id)
}

/** Ids of the entries whose messages stand in a text, as it is, with its brackets escaped, or inside of JSON. */
export function idsOfMessages(text: string): string[] {
  return [
    ...new Set([...text.matchAll(/(?:<|&lt;)memory id=\\*"([\w.:-]{1,80})\\*"/g)].map(([, id = '']) => id)),
  ]
}
