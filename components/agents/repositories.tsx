import { ActButton } from '@/components/ui/act-button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Select } from '@/components/ui/field.tsx'
import { formatInstant, plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { AgentsView, WorkspaceView } from '@/lib/memory/agents.ts'
import { HowToConnect } from './how-to-connect.tsx'

/** Which agents are connected, in which repositories they were seen, and whose memory those get. */
export function Repositories({
  view: { connected, workspaces },
  project,
  projects,
  agents,
  changed,
}: {
  view: AgentsView
  project: string
  projects: readonly string[]
  agents: readonly string[]
  changed: () => void
}) {
  return (
    <Section
      title="Connected"
      note="a repository gets the memory of the project that a person chose for it, and no other"
    >
      <ul className="mt-2 grid gap-1">
        {connected.map(({ agent, root, basis, changed: files }) => (
          <li key={`${agent} ${root}`} className="flex flex-wrap gap-x-3">
            <span className="font-medium">{agent}</span>
            <span>{root === null ? 'everywhere' : <code className="font-mono">{root}</code>}</span>
            <span className="text-ink-3">{basis}</span>
            {files.length > 0 && <span className="text-warning">changed since: {files.join(', ')}</span>}
          </li>
        ))}
        {connected.length === 0 && (
          <li>
            <HowToConnect agents={agents} project={project} />
          </li>
        )}
      </ul>
      <ul className="mt-3 grid">
        {workspaces.map((one) => (
          <Repository
            key={one.root}
            one={one}
            isConnected={connected.some(({ root }) => root === null || root === one.root)}
            project={project}
            projects={projects}
            changed={changed}
          />
        ))}
      </ul>
    </Section>
  )
}

function Repository({
  one: { root, project: mapped, paused, agent, seenAt },
  isConnected,
  project,
  projects,
  changed,
}: {
  one: WorkspaceView
  isConnected: boolean
  project: string
  projects: readonly string[]
  changed: () => void
}) {
  const { mapWorkspace, pauseWorkspace, forgetWorkspace, readGitOutcomes } = useCommands()
  const { tell, isBusy } = useTelling()
  const map = async (name: string | null) => {
    await tell(
      mapWorkspace({ root, project: name }),
      name === null ? 'Its agents get nothing any more.' : `Its agents get the memory of ${name}.`,
    )
    changed()
  }
  const pause = async () => {
    await tell(
      pauseWorkspace({ root, paused: !paused }),
      paused ? 'Goes on.' : 'Paused: nothing is given or kept.',
    )
    changed()
  }
  const forget = async () => {
    const back = async () => {
      if (mapped !== null) await map(mapped)
      if (paused) await pauseWorkspace({ root, paused })
      changed()
    }
    await tell(
      forgetWorkspace({ root }),
      'Forgotten; an agent that works there puts it on the list again.',
      mapped === null ? null : { name: `repository ${root}`, run: () => void back() },
    )
    changed()
  }
  const readOutcomes = async () => {
    await tell(
      readGitOutcomes({ root }),
      ({ looked, kept, reverted, fixedAgain }) =>
        `Git was asked about ${plural(looked, 'run')} without a verdict. It now says: ${kept} kept, ${reverted} reverted, ${fixedAgain} fixed again.`,
    )
    changed()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-b py-1.5">
      <code className="min-w-0 flex-1 truncate font-mono max-md:basis-full" title={root}>
        {root}
      </code>
      <span className="text-ink-3 text-small">
        {agent !== ''
          ? `${agent}, ${formatInstant(seenAt)}`
          : isConnected
            ? 'no agent was seen yet'
            : 'no agent is connected'}
      </span>
      {mapped === null ? (
        <>
          <span className="text-warning">gets no memory</span>
          <ActButton asks="mapWorkspace" onClick={() => void map(project)}>
            Give it the memory of {project}
          </ActButton>
        </>
      ) : (
        <>
          <span className="w-44">
            <Select
              aria-label={`Project of ${root}`}
              value={mapped}
              onChange={(event) => void map(event.target.value === '' ? null : event.target.value)}
            >
              {projects.map((name) => (
                <option key={name}>{name}</option>
              ))}
              <option value="">no project</option>
            </Select>
          </span>
          <ActButton
            asks="readGitOutcomes"
            disabled={isBusy}
            title="What became of each change: kept, reverted or fixed again, by its lines"
            onClick={() => void readOutcomes()}
          >
            Outcomes from git
          </ActButton>
          <ActButton asks="pauseWorkspace" onClick={() => void pause()}>
            {paused ? 'Go on' : 'Pause'}
          </ActButton>
        </>
      )}
      <ActButton asks="forgetWorkspace" variant="quiet" onClick={() => void forget()}>
        Forget
      </ActButton>
    </li>
  )
}
