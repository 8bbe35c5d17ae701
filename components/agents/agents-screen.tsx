'use client'

import { useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { OutcomeWord } from '@/components/marks/outcome-word.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useBarred, useCommands } from '@/components/ui/commands.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatCount, formatInstant, formatScore, formatTime, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useCut } from '@/components/ui/use-cut.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { AgentsView, FeedRow, SessionView } from '@/lib/memory/agents.ts'
import { type AnswerWay, DEFAULT_CAPS } from '@/lib/memory/distil/distil-words.ts'
import { Funnel, ReachLine } from './funnel.tsx'
import { agentsVerdict, reasonWords, receiptWords } from './prepare-agents.ts'
import { Repositories } from './repositories.tsx'

/** Rows of the feed before all are asked for: what follows it must not lie far below. */
const SHOWN = 20
/** Time between two looks at the feed, ms. */
const LOOK_EVERY_MS = 3_000

type Project = { id: string; name: string }

/** Whether memory reaches the agents of a project, and what became of it. */
export function AgentsScreen({
  project,
  projects,
  agents,
  first,
}: {
  project: Project
  projects: readonly string[]
  /** Those that `npm run connect` knows. */
  agents: readonly string[]
  first: AgentsView
}) {
  const [isLive, setLive] = useState(true)
  const asked = useAnswer('agents', { projectId: project.id }, isLive ? LOOK_EVERY_MS : undefined)
  const view = asked.data ?? first
  const again = () => void asked.refetch()
  return (
    <Screen
      crumbs={[{ label: 'Agents' }]}
      question="Does memory reach my agents, and do they use it?"
      verdict={agentsVerdict(view, project.name)}
      basis={
        <>
          <span>
            <SourceChip source="measured" /> hooks and MCP of this Loupe
          </span>
          {view.failureCount > 0 && (
            <span className="text-warning">
              {plural(view.failureCount, 'event')} came to nothing: npm run connect -- --check says why
            </span>
          )}
        </>
      }
    >
      {asked.error && (
        <ReadErrorState error={asked.error} what="The feed could not be read." onRetry={again} />
      )}
      <Repositories view={view} project={project.name} projects={projects} agents={agents} changed={again} />
      <Section
        title="Live feed"
        note="each stage that an agent began, newest first"
        end={<Button onClick={() => setLive(!isLive)}>{isLive ? 'Hold' : 'Go on'}</Button>}
        className="border-hairline border-t"
      >
        {view.feed.length === 0 ? (
          <EmptyState title="No agent has begun a stage in this project yet.">
            Map a repository above and work there as always. Every stage stands here with its question, its
            lesson or the reason why there is none.
          </EmptyState>
        ) : (
          <Feed rows={view.feed} changed={again} />
        )}
      </Section>
      <Funnel funnel={view.funnel}>
        <ReachLine reach={view.reach} />
      </Funnel>
      <OnlineForm projectId={project.id} online={view.online} changed={again} />
      <Sessions sessions={view.sessions} changed={again} />
    </Screen>
  )
}

/** Sessions of agents, newest first; each can be taken off memory. */
function Sessions({ sessions, changed }: { sessions: readonly SessionView[]; changed: () => void }) {
  if (sessions.length === 0) return null
  return (
    <Section title="Sessions" note="newest first" className="border-hairline border-t">
      <ul className="mt-2">
        {sessions.map((one) => (
          <Session key={one.id} one={one} changed={changed} />
        ))}
      </ul>
    </Section>
  )
}

function Session({ one, changed }: { one: SessionView; changed: () => void }) {
  const { id, agent, session, subagent, task, stage, lastAt, endedAt, paused } = one
  const { pauseSession } = useCommands()
  const { tell } = useTelling()
  const pause = async () => {
    await tell(
      pauseSession({ id, paused: !paused }),
      paused ? 'Goes on.' : 'This session is given nothing more.',
    )
    changed()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5">
      <span className="min-w-0 flex-1 truncate max-md:basis-full" title={task}>
        {task || 'no task yet'}
      </span>
      <span className="font-mono text-ink-3 text-small">
        {agent} {session.slice(0, 8)}
        {subagent && ` / ${subagent.slice(0, 8)}`}
      </span>
      <span className="text-ink-3 text-small">
        {endedAt === null ? (stage ?? 'no stage yet') : 'waits or ended'}, {formatInstant(lastAt)}
      </span>
      <ActButton asks="pauseSession" onClick={() => void pause()}>
        {paused ? 'Go on' : 'Pause'}
      </ActButton>
    </li>
  )
}

const WAYS: readonly [AnswerWay, string][] = [
  ['openai', 'a server writes them'],
  ['command', 'a command on this machine writes them'],
  ['handover', 'they wait to be handed over'],
]

/** Whether a model writes lessons of the sessions of a project as they end: off until a person says so. */
function OnlineForm({
  projectId,
  online,
  changed,
}: {
  projectId: string
  online: AnswerWay | null
  changed: () => void
}) {
  const { setOnline } = useCommands()
  const because = useBarred('setOnline')
  const { tell } = useTelling()
  const keep = async (value: string) => {
    const way = WAYS.find(([name]) => name === value)?.[0] ?? null
    await tell(
      setOnline({ projectId, with: way }),
      way === null
        ? 'Off: lessons are written when a person orders them.'
        : 'Sessions that end from now on become lessons.',
    )
    changed()
  }
  return (
    <Section
      title="Lessons of sessions"
      note="a session that ends is stored and cut into stages at once; its lessons take a model"
      className="border-hairline border-t"
    >
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="w-72">
          <Select
            aria-label="Lessons of sessions that end"
            disabled={because !== undefined}
            title={because}
            value={online ?? ''}
            onChange={({ target }) => void keep(target.value)}
          >
            <option value="">only when a person orders them</option>
            {WAYS.map(([way, words]) => (
              <option key={way} value={way}>
                {words}
              </option>
            ))}
          </Select>
        </span>
        <span className="text-ink-3 text-small">
          Of sessions that end after this was chosen; at most {formatCount(DEFAULT_CAPS.dayCalls)} calls and $
          {DEFAULT_CAPS.dayUsd} a day. Where the project holds new entries they wait for review.
        </span>
      </div>
    </Section>
  )
}

/** One line a stage: what was asked, what was sent or why nothing was, what became of it. */
function Feed({ rows, changed }: { rows: readonly FeedRow[]; changed: () => void }) {
  const { shown, button } = useCut(rows, SHOWN)
  return (
    <>
      <ul className="mt-2">
        {shown.map((row) => (
          <Stage key={row.id} row={row} changed={changed} />
        ))}
      </ul>
      {button}
    </>
  )
}

function Stage({ row, changed }: { row: FeedRow; changed: () => void }) {
  const { at, agent, episode, category, declaredBy, question, tokens, latencyMs, outcome } = row
  return (
    <li className="grid grid-cols-[7rem_8rem_minmax(0,1fr)_14rem] gap-x-3 border-hairline border-b py-2 max-md:grid-cols-1">
      <span className="text-ink-3 text-small">
        {formatTime(at)} {agent}
        <span className="block truncate font-mono" title={episode ?? ''}>
          {(episode ?? 'no episode').replace(`${agent}:`, '').slice(0, 12)}
        </span>
      </span>
      <span>
        <CategoryMark category={category} />
        <span className="block text-ink-3 text-small">
          {declaredBy === 'agent' ? 'declared' : 'observed'}
        </span>
      </span>
      <span className="min-w-0">
        <span className="block truncate text-ink-2" title={question}>
          {question}
        </span>
        <Answer row={row} />
      </span>
      <span className="text-small">
        {receiptWords(row) || <span className="text-ink-3">nothing sent</span>}
        <span className="block text-ink-3">
          {tokens === null ? '' : `${tokens} tokens, `}
          {Math.round(latencyMs)} ms{' '}
          {outcome && <OutcomeWord outcome={outcome} source="imported" chip={false} />}
        </span>
        {row.receipt !== null && <Followed row={row} changed={changed} />}
      </span>
    </li>
  )
}

function Answer({ row: { abstained, entryId, title, score } }: { row: FeedRow }) {
  const href = useProjectHref()
  const best =
    entryId === null ? null : (
      <>
        <Link href={href(`/memories/${entryId}`)}>{title ?? entryId}</Link>
        {score !== null && <span className="ml-2 font-mono text-ink-3 text-small">{formatScore(score)}</span>}
      </>
    )
  if (abstained === null) return <span className="block">{best}</span>
  return (
    <span className="block text-ink-3">
      nothing: {reasonWords(abstained)}
      {best && <span className="text-small"> · best {best}</span>}
    </span>
  )
}

function Followed({ row: { id, followed }, changed }: { row: FeedRow; changed: () => void }) {
  const { setFollowed } = useCommands()
  const { tell } = useTelling()
  const say = async (word: 'yes' | 'no') => {
    const next = followed === word ? null : word
    await tell(setFollowed({ id, followed: next, by: 'person' }), next === null ? 'Taken back.' : 'Kept.')
    changed()
  }
  return (
    <span className="mt-1 flex gap-1">
      <ActButton asks="setFollowed" aria-pressed={followed === 'yes'} onClick={() => void say('yes')}>
        followed
      </ActButton>
      <ActButton asks="setFollowed" aria-pressed={followed === 'no'} onClick={() => void say('no')}>
        not
      </ActButton>
    </span>
  )
}
