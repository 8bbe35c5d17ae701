import { z } from 'zod'
import type { Category } from './category.ts'
import type { AnswerWay } from './distil/distil-words.ts'
import type { Interval } from './statistics.ts'

/** Agents whose hooks Loupe understands; the last part of `/api/v1/hooks/`. */
export const AGENTS = ['claude-code', 'codex', 'gemini', 'cursor', 'openhands', 'opencode', 'goose'] as const
export const agentSchema = z.enum(AGENTS)
export type AgentName = (typeof AGENTS)[number]

/** Who named the stage: the rules, from what the agent did, or the agent itself. */
const declaredBySchema = z.enum(['observed', 'agent'])
/** What became of a message that was sent: its agent's transcript holds it, or the whole transcript does not. */
const receiptSchema = z.enum(['sent', 'arrived', 'absent'])

/** One stage of one session: what was asked for it, and what was given. */
export type FeedRow = {
  /** Of the served retrieval. */
  id: string
  at: string
  agent: string
  /** Name of the episode, as outcomes are reported by it. */
  episode: string | null
  category: Category
  declaredBy: z.infer<typeof declaredBySchema>
  question: string
  entryId: string | null
  title: string | null
  score: number | null
  /** Why nothing was sent; null when something was. */
  abstained: string | null
  tokens: number | null
  latencyMs: number
  receipt: z.infer<typeof receiptSchema> | null
  followed: 'yes' | 'no' | null
  followedBy: string | null
  outcome: 'resolved' | 'unresolved' | null
}

export type WorkspaceView = {
  root: string
  project: string | null
  paused: boolean
  agent: string
  seenAt: string
}

export type SessionView = {
  id: string
  agent: string
  session: string
  subagent: string
  root: string
  task: string
  stage: string | null
  startedAt: string
  lastAt: string
  endedAt: string | null
  paused: boolean
}

/** A step of the funnel: of `n` that came so far, `count` went on. */
export type FunnelStep = { name: string; count: number; n: number; share: Interval | null }

type FunnelSide = { resolved: number; n: number; share: Interval | null }

/** From the stage that asked to the episode that ended well. */
export type AgentFunnel = {
  steps: FunnelStep[]
  /** Share of episodes resolved among those that were given something, and among those drawn to be given nothing. */
  given: FunnelSide
  withheld: FunnelSide
  /** The same by what became of the change, source git: kept of those kept or reverted. No reported outcome is in it. */
  git: { given: FunnelSide; withheld: FunnelSide }
}

/** What became of an entry in the stages of agents; see the field `reach` of an entry. */
export type Reach = 'sent' | 'unfit' | 'outranked' | 'unasked'

/**
 * An agent that was connected by command: in one repository, or in all with `root` null; what it is known to work with, and files that
 * are no longer as they were written.
 */
export type ConnectedAgent = { agent: AgentName; root: string | null; basis: string; changed: string[] }

export type AgentsView = {
  connected: ConnectedAgent[]
  /** Events of hooks that came to nothing. */
  failureCount: number
  workspaces: WorkspaceView[]
  sessions: SessionView[]
  feed: FeedRow[]
  funnel: AgentFunnel
  /** Entries in service by what became of them. */
  reach: Record<Reach, number>
  /** How lessons are made of sessions that end; null = a person orders them. */
  online: AnswerWay | null
}
