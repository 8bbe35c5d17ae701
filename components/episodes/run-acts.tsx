'use client'

import { useState } from 'react'
import { PurgeForm } from '@/components/curate/purge-form.tsx'
import { RollBackDialog } from '@/components/curate/roll-back.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { Dialog } from '@/components/ui/dialog.tsx'
import { plural } from '@/components/ui/format.ts'
import { Menu, MenuItem } from '@/components/ui/menu.tsx'
import { purgeRunPhrase } from '@/lib/memory/text/words.ts'
import type { EpisodeDetail } from '@/lib/memory/views/episodes.ts'

type Run = Pick<EpisodeDetail['episode'], 'id' | 'instanceId' | 'stepCount' | 'entryCount'>

/** What takes a whole run back or away: behind a menu, as it is of an entry. */
export function RunActs({ run, projectId }: { run: Run; projectId: string }) {
  const [open, setOpen] = useState<'roll back' | 'purge' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Menu trigger={<Button>More</Button>}>
        <MenuItem asks="rollback" danger onSelect={() => setOpen('roll back')}>
          Roll back
        </MenuItem>
        <MenuItem asks="purgeRun" danger onSelect={() => setOpen('purge')}>
          Purge run
        </MenuItem>
      </Menu>
      {open === 'roll back' && (
        <RollBackDialog projectId={projectId} source={{ episodeId: run.id }} onClose={close} onDone={close} />
      )}
      <Dialog open={open === 'purge'} onClose={close} title="Purge this run">
        {open === 'purge' && <PurgeRunForm run={run} onClose={close} />}
      </Dialog>
    </>
  )
}

function PurgeRunForm({ run, onClose }: { run: Run; onClose: () => void }) {
  const commands = useCommands()
  const [deleteBackups, setDeleteBackups] = useState(false)
  return (
    <PurgeForm
      phrase={purgeRunPhrase(run.instanceId)}
      purge={(asked) => commands.purgeRun({ episodeId: run.id, deleteBackups, ...asked })}
      said={({ stepCount, entryCount }) =>
        `${plural(stepCount, 'step')}, ${plural(entryCount, 'entry', 'entries')}. `
      }
      next="/episodes"
      onClose={onClose}
    >
      <p className="text-ink-2">
        {plural(run.stepCount, 'step')} and {plural(run.entryCount, 'entry', 'entries')} leave the store, with
        what the history, notes, reasons and kept retrievals say of them. It cannot be brought back. The file
        may be imported again; its lessons do not come back.
      </p>
      <label className="flex min-h-7 items-center gap-2 max-md:min-h-11">
        <input
          type="checkbox"
          checked={deleteBackups}
          onChange={(event) => setDeleteBackups(event.target.checked)}
          className="accent-(--accent)"
        />
        Delete the safe copies that hold it
      </label>
    </PurgeForm>
  )
}
