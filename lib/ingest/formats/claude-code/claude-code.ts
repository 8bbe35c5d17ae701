import type { Trajectory } from '../../../memory/trajectory.ts'
import { finishTrajectory, Tally } from '../../finish-trajectory.ts'
import { nameInstance, repoOfInstance } from '../../instance-id.ts'
import { hasAll, listAt } from '../../shape.ts'
import { readTask } from '../../task-text.ts'
import type { SessionFormat, SessionLine, SessionRead } from '../session-format.ts'
import { type ClaudeEvent, isClaudeEvent, readEvent, taskOf } from './events.ts'
import { stepsOf } from './steps.ts'

const name = 'claude-code-jsonl'

/**
 * Sessions of Claude Code, `~/.claude/projects/<folder>/<session>.jsonl`, sub-agents' files and the web export `{loglines}`
 * (docs/import.md). A session is one episode for each task that a person, or a main agent, set in it.
 */
export const claudeCode: SessionFormat = {
  name,
  detect: (values) =>
    values.some(isClaudeEvent) || values.some((value) => listAt(value, 'loglines').some(isLogLine)),
  parse,
}

/** Lines of the web export may lack the ids of a session. */
function isLogLine(value: unknown): boolean {
  return isClaudeEvent(value) || hasAll(value, 'type', 'message')
}

interface Episode {
  task: string
  events: ClaudeEvent[]
}

function parse(lines: readonly SessionLine[], fileName: string): SessionRead {
  const events = lines
    .flatMap(({ line, value }) => {
      const inside = listAt(value, 'loglines')
      return inside.length > 0 ? inside.map((event) => readEvent(event, line)) : [readEvent(value, line)]
    })
    .filter((event) => event !== null)
  const unread = lines.length - new Set(events.map(({ line }) => line)).size
  const { episodes, withoutTask } = episodesOf(events)
  const done = episodes
    .map((episode) => ({ ...episode, tally: new Tally() }))
    .map((episode) => ({ ...episode, ...stepsOf(episode.events, episode.tally) }))
  const worked = done.filter(({ steps }) => steps.length > 0)
  // A session in which nothing was done is one run without steps, so that it is named.
  const kept = worked.length > 0 ? worked : done.slice(0, 1)
  const trajectories = kept.map((episode, i) =>
    trajectoryOf(episode, kept.length > 1 ? i + 1 : null, fileName),
  )
  const talk = done.length - kept.length
  return {
    trajectories,
    recordTexts: kept.map(({ events: own }) => JSON.stringify(own.map(({ raw }) => raw))),
    warnings: [
      ...(unread > 0 ? [`${unread} × line of a kind that is not known, left out`] : []),
      ...(talk > 0 ? [`${talk} × prompt that nothing was done for, left out`] : []),
      ...(withoutTask > 0 ? [`${withoutTask} × step before any task, left out`] : []),
    ],
  }
}

/**
 * Each event belongs to the task nearest above it in the chain of parents: that parts the tasks of a session, the branches that a
 * rewind leaves, and sub-agents in the same file. A compaction cuts the chain and names the event before it.
 */
function episodesOf(events: readonly ClaudeEvent[]): { episodes: Episode[]; withoutTask: number } {
  const episodeOf = new Map<string, Episode>()
  const episodes: Episode[] = []
  let latest: Episode | undefined
  let withoutTask = 0
  for (const event of events) {
    const { uuid, parentUuid, logicalParentUuid } = event
    const parent = parentUuid ?? logicalParentUuid ?? null
    // An event without a parent that is known here goes on with what was last done, unless it begins a chain of its own.
    const above =
      (parent === null ? undefined : episodeOf.get(parent)) ??
      (event.isSidechain && parent === null ? undefined : latest)
    const task = taskOf(event)
    const episode = task === null ? above : { task, events: [] }
    if (episode === undefined) {
      if (event.type === 'assistant')
        withoutTask += (event.message?.content ?? []).filter(({ type }) => type === 'tool_use').length
      continue
    }
    if (task !== null) episodes.push(episode)
    episode.events.push(event)
    if (uuid) episodeOf.set(uuid, episode)
    if (event.type === 'user' || event.type === 'assistant') latest = episode
  }
  // What was printed while it ran names no prompt, and a file may have lost its beginning: still one run.
  if (episodes.length === 0 && withoutTask > 0)
    return { episodes: [{ task: '', events: [...events] }], withoutTask: 0 }
  return { episodes, withoutTask }
}

type ReadEpisode = Episode & ReturnType<typeof stepsOf> & { tally: Tally }

function trajectoryOf(
  { task, events, steps, closing, tally }: ReadEpisode,
  number: number | null,
  fileName: string,
): Trajectory {
  const [first] = events
  const { instanceId, warning } = nameInstance(
    { explicit: null, prompt: task, recordId: first?.agentId ?? first?.sessionId },
    { fileName, record: null },
  )
  const models = events
    .map(({ message }) => message?.model)
    .filter((model) => model && model !== '<synthetic>')
  return finishTrajectory(
    {
      format: name,
      instanceId: number === null ? instanceId : `${instanceId}#${number}`,
      repo: repoOfInstance(instanceId) ?? folderOf(first?.cwd),
      task: readTask(task),
      agent: {
        name: first?.isSidechain || first?.agentId ? 'Claude Code (sub-agent)' : 'Claude Code',
        version: events.find(({ version }) => version)?.version ?? null,
      },
      backbone: mostFrequent(models),
      outcome: null,
      outcomeSource: null,
      exitStatus: null,
      submission: closing,
      costUsd: null,
      startedAt: instantOf(first?.timestamp),
    },
    steps,
    warning === null ? [] : [warning],
    tally,
  )
}

/** The working folder's own name stands for the repository where no id names it. */
function folderOf(cwd: string | null | undefined): string | null {
  return cwd?.split(/[\\/]/).filter(Boolean).at(-1) ?? null
}

function instantOf(timestamp: string | null | undefined): string | null {
  const at = timestamp ? new Date(timestamp) : null
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

function mostFrequent(models: readonly (string | null | undefined)[]): string | null {
  const counts = new Map<string, number>()
  for (const model of models) if (model) counts.set(model, (counts.get(model) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null
}
