'use client'

import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { ReadErrorState } from '@/components/ui/faults/read-error.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import { FolderField } from './folder-field.tsx'
import { watchedSentence } from './prepare-watched.ts'

const POLL_MS = 5_000

/** Folders whose runs come in by themselves while Loupe runs, each with what was found last. */
export function WatchedFolders({ project }: { project: string }) {
  const { data, error, refetch } = useAnswer('watchedFolders', {}, POLL_MS)
  const { watchFolder } = useCommands()
  const { tell, isBusy } = useTelling()
  const set = async (of: string, into: string, to: 'on' | 'off' | 'gone') => {
    const answer = await tell(watchFolder({ folder: of, project: into, set: to }))
    await refetch()
    return answer.ok
  }
  return (
    <section aria-label="Watched folders" className="grid gap-3">
      <SectionTitle title="Watched folders" note="runs come in by themselves while Loupe runs" />
      {error && <ReadErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul className="grid w-full gap-2">
          {data.map((one) => (
            <li key={one.folder} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="font-mono text-small">{one.folder}</span> into {one.project}
                <span role="status" className="block text-ink-2 text-small">
                  {watchedSentence(one)}
                </span>
              </span>
              <span className="ml-auto flex gap-2">
                <Button
                  disabled={isBusy}
                  aria-label={`${one.isOn ? 'Stop watching' : 'Watch'} ${one.folder}`}
                  onClick={() => void set(one.folder, one.project, one.isOn ? 'off' : 'on')}
                >
                  {one.isOn ? 'Stop' : 'Watch'}
                </Button>
                {!one.isOn && (
                  <Button
                    variant="quiet"
                    disabled={isBusy}
                    aria-label={`Forget ${one.folder}`}
                    onClick={() => void set(one.folder, one.project, 'gone')}
                  >
                    Forget
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <FolderField
        label="Folder on the machine that Loupe runs on"
        example="/home/me/runs"
        act="Watch it"
        isLocked={project === '' || isBusy}
        onFolder={(folder) => set(folder, project, 'on')}
      />
    </section>
  )
}
