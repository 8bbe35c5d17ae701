import type { AgentName, SessionView } from '../../memory/agents.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** One agent's session, or a sub-agent's in it. */
type SessionKey = { agent: AgentName; session: string; subagent: string }
/** What is kept of a session; `state` is JSON whose schema its caller has. */
export type KeptSession = SessionView & { projectId: string; state: string; transcript: string | null }

/** A session as it was last kept, or null. */
export async function findSession(store: Store, key: SessionKey): Promise<KeptSession | null> {
  const row = await tables(store).agentSession.findUnique({ where: { agent_session_subagent: key } })
  return row && viewOf(row)
}

/** Keeps what became of a session with one event; a first one begins it. Gives its id. */
export async function keepSession(
  store: Store,
  key: SessionKey,
  kept: {
    projectId: string
    root: string
    task: string
    stage: string | null
    state: string
    transcript: string | null
  },
  ended: boolean,
): Promise<string> {
  const now = store.now()
  const changed = { ...kept, lastAt: now, endedAt: ended ? now : null }
  return await store.record(async (tx) => {
    const { id } = await tables(tx).agentSession.upsert({
      where: { agent_session_subagent: key },
      create: { id: store.nextId('as'), ...key, ...changed, startedAt: now },
      // A transcript that one event does not name is the one that another did.
      update: { ...changed, transcript: kept.transcript ?? undefined },
      select: { id: true },
    })
    return id
  })
}

export async function listSessions(store: Store, projectId: string, limit: number): Promise<KeptSession[]> {
  const rows = await tables(store).agentSession.findMany({
    where: { projectId },
    orderBy: { lastAt: 'desc' },
    take: limit,
  })
  return rows.map(viewOf)
}

/** Sessions that ended and whose transcript was not brought in since. */
export async function listUncaptured(store: Store): Promise<KeptSession[]> {
  const rows = await tables(store).agentSession.findMany({
    where: { endedAt: { not: null }, transcript: { not: null } },
    orderBy: { lastAt: 'asc' },
  })
  return rows.filter(({ capturedAt, lastAt }) => capturedAt === null || capturedAt < lastAt).map(viewOf)
}

/** The transcript was brought in as it is now. */
export async function markCaptured(store: Store, id: string): Promise<void> {
  await store.record((tx) =>
    tables(tx).agentSession.updateMany({ where: { id }, data: { capturedAt: store.now() } }),
  )
}

/** Gives nothing more to a session, or again. */
export async function pauseSession(store: Store, id: string, paused: boolean): Promise<void> {
  await store.record((tx) => tables(tx).agentSession.updateMany({ where: { id }, data: { paused } }))
}

type Row = Awaited<ReturnType<ReturnType<typeof tables>['agentSession']['findFirstOrThrow']>>

function viewOf({ startedAt, lastAt, endedAt, capturedAt: _, ...row }: Row): KeptSession {
  return {
    ...row,
    startedAt: startedAt.toISOString(),
    lastAt: lastAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
