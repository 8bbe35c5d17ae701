'use client'

import { useState } from 'react'
import { Screen } from '@/components/frame/screen.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Button } from '@/components/ui/button.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { AgentsView } from '@/lib/memory/agents.ts'
import { Feed } from './feed.tsx'
import { Funnel, ReachLine } from './funnel.tsx'
import { OnlineForm } from './online-form.tsx'
import { agentsVerdict } from './prepare-agents.ts'
import { Repositories } from './repositories.tsx'
import { Sessions } from './sessions.tsx'

/** Time between two looks at the feed, ms. */
const LOOK_EVERY_MS = 3_000

type Project = { id: string; name: string }

/** Whether memory reaches the agents of a project, and what became of it. */
export function AgentsScreen({
  project,
  projects,
  first,
}: {
  project: Project
  projects: readonly string[]
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
      <Repositories view={view} project={project.name} projects={projects} changed={again} />
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
