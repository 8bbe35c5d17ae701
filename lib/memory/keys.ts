/**
 * What a key may do. `read`: ask and look; `log`: ask as an agent, which is kept in the served log, and report;
 * `propose`: write lessons that wait for a person; `ingest`: bring runs in. All else is the owner's.
 */
export const SCOPES = ['read', 'log', 'propose', 'ingest'] as const
export type Scope = (typeof SCOPES)[number]

/** A key of a program, without the key itself. */
export type AccessKey = {
  id: string
  name: string
  scopes: Scope[]
  /** The only project that it opens; null = all. */
  projectId: string | null
}

export type KeyView = AccessKey & { project: string | null; createdAt: string; usedAt: string | null }
