import { findSession, type KeptSession, keepSession } from '../db/agents/sessions.ts'
import { seeWorkspace } from '../db/agents/workspaces.ts'
import type { Store } from '../db/store.ts'
import { masked } from '../extract/mask-texts.ts'
import { taskOfPrompt } from '../ingest/formats/claude-code/events.ts'
import { readTask } from '../ingest/task-text.ts'
import type { AgentName } from '../memory/agents.ts'
import type { Category } from '../memory/category.ts'
import { descriptionText } from '../memory/text/words.ts'
import { ADAPTERS } from './adapters/all-adapters.ts'
import { findGitRoot } from './git-root.ts'
import { type HookEvent, readHookEvent, TEST_SESSION } from './hook-event.ts'
import { describeNext, keptWatch, newWatch, observe, setTask, type Watch, watchSchema } from './observe.ts'

/** What is asked for one stage. */
type StageQuestion = {
  projectId: string
  agent: AgentName
  episode: string
  category: Category
  text: string
  /** Entries that were sent in the session before: none is sent twice. */
  given: string[]
}

export type HookDeps = {
  store: Store
  /** Whether the caller is shown a project. */
  isOpen: (projectId: string) => boolean
  /** Whether what the caller names may be brought in. */
  mayIngest: boolean
  /** Asks the memory, keeps the answer in the served log, and gives the message to send, or null. */
  ask: (question: StageQuestion) => Promise<{ entryId: string; message: string } | null>
  /** A session ended, or waits for its person: its transcript is brought in some time later, unless it goes on. */
  ended: (sessionId: string, isOver: boolean) => void
  goesOn: (sessionId: string) => void
}

/** Events of one session are taken one after the other: two of them at once would each open the same stage. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Takes one event of an agent: finds its project and session, sees what stage the work is in, and where that changed asks the memory
 * once. Gives the agent's own answer, or null when there is nothing to say. No model is asked.
 */
export async function receiveHook(
  agent: AgentName,
  payload: unknown,
  deps: HookDeps,
): Promise<object | null> {
  const event = readHookEvent(payload, ADAPTERS[agent])
  if (event === null || event.session === TEST_SESSION) return null
  const key = JSON.stringify([agent, event.session, event.subagent])
  const turn = (turns.get(key) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => take(agent, event, deps))
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}

async function take(agent: AgentName, event: HookEvent, deps: HookDeps): Promise<object | null> {
  const { store } = deps
  const root = findGitRoot(event.cwd)
  if (root === null) return null
  const { projectId, paused } = await seeWorkspace(store, root, agent)
  if (projectId === null || paused || !deps.isOpen(projectId)) return null
  const key = { agent, session: event.session, subagent: event.subagent }
  const kept = await findSession(store, key)
  // With the session its transcript would go over to another project.
  if (kept && !deps.isOpen(kept.projectId)) return null
  const before = readWatch(kept)
  const after = advance(before, event)
  const asks = stageToAsk(before, after, event)
  const canCarry = ADAPTERS[agent].answer('', event) !== null
  const sent =
    asks === null || !canCarry || kept?.paused
      ? null
      : await deps.ask({
          projectId,
          agent,
          episode: episodeName(key, after.taskCount),
          category: asks,
          text: descriptionText(describeNext(after)),
          given:
            event.kind === 'compact' ? [] : after.given.flatMap(({ entryId }) => (entryId ? [entryId] : [])),
        })
  const isAsked = asks !== null && canCarry && !kept?.paused
  const watch = isAsked
    ? {
        ...after,
        given: [...after.given, { task: after.taskCount, stage: asks, entryId: sent?.entryId ?? null }],
      }
    : after
  const task = masked(watch.task.title)
  const { stage } = watch
  const transcript = deps.mayIngest ? event.transcript : null
  const session = { projectId, root, task, stage, state: keptWatch(watch), transcript }
  const id = await keepSession(store, key, session, event.kind === 'end')
  if (event.kind === 'end') deps.ended(id, /session/i.test(event.name) || event.subagent !== '')
  else deps.goesOn(id)
  return sent && ADAPTERS[agent].answer(sent.message, event)
}

/** The name under which outcomes of an episode are reported: as its session is named, a further task with its number. */
export function episodeName(
  { agent, session, subagent }: Pick<KeptSession, 'session' | 'subagent'> & { agent: string },
  taskCount: number,
): string {
  const number = taskCount > 1 ? `#${taskCount}` : ''
  return `${agent}:${session}${subagent === '' ? '' : `/${subagent}`}${number}`.slice(0, 200)
}

/** A state that can no longer be read, since an older Loupe wrote it, begins anew. */
export function readWatch(kept: Pick<KeptSession, 'state'> | null): Watch {
  const parsed = watchSchema.safeParse(kept === null ? null : JSON.parse(kept.state))
  return parsed.success ? parsed.data : newWatch()
}

function advance(watch: Watch, event: HookEvent): Watch {
  if (event.kind === 'tools') return observe(watch, event.calls)
  if (event.kind !== 'prompt' || event.prompt === null) return watch
  const task = taskOfPrompt(event.prompt)
  if (task === null || task === watch.task.raw) return watch
  return { ...setTask(watch, readTask(task)), stage: 'ANALYZE' }
}

/** The stage that begins with this event; null when none does, or when it was asked for in this task before. */
function stageToAsk(before: Watch, { stage, taskCount, given }: Watch, { kind }: HookEvent): Category | null {
  if (stage === null || taskCount === 0) return null
  const isAsked = given.some((one) => one.task === taskCount && one.stage === stage)
  // What was sent may have been cut with the context: the lesson of the stage at hand is asked for once more.
  if (kind === 'compact') return isAsked ? stage : null
  const begins = stage !== before.stage || taskCount !== before.taskCount
  // A stage whose event could carry nothing is asked for with the next one that can.
  return !isAsked && (begins || kind === 'tools') ? stage : null
}
