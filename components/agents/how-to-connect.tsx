import { useState } from 'react'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { Select } from '@/components/ui/field.tsx'
import { Link } from '@/components/ui/link.tsx'

/** The command that connects an agent with this project, and where any other program asks. */
export function HowToConnect({ agents, project }: { agents: readonly string[]; project: string }) {
  const [agent, setAgent] = useState(agents[0] ?? '')
  const projectHref = useProjectHref()
  const named = /^[\w.-]+$/.test(project) ? project : `'${project.replaceAll("'", "'\\''")}'`
  const command = `npm run connect -- ${agent} --project ${named} --repo FOLDER`
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-40">
          <Select aria-label="Agent" value={agent} onChange={({ target }) => setAgent(target.value)}>
            {agents.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </div>
        <code className="font-mono [overflow-wrap:anywhere]">{command}</code>
        <CopyButton text={() => command} label="Copy" done="Copied" />
      </div>
      <p className="text-ink-2">
        FOLDER is your repository. The command lists what it writes and takes it out again with{' '}
        <code className="font-mono">--remove</code>.
      </p>
      <p className="text-ink-2">
        Any other program asks <code className="font-mono">/api/mcp</code> or{' '}
        <code className="font-mono">/api/v1/retrieve</code> of this address, with a key from{' '}
        <Link href={projectHref('/settings')} className="link">
          Settings
        </Link>
        ; docs/agents.md has the calls.
      </p>
    </div>
  )
}
