'use client'

import clsx from 'clsx'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import type { TriageEntry } from '@/lib/memory/findings/worklist.ts'
import { DecideBar } from './decide-bar.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { TriageList } from './triage-list.tsx'
import type { Triage } from './use-triage.ts'
import type { Cursor } from './use-triage-list.ts'

type TriageStageProps = {
  /** What a row is: `finding`, `entry`. */
  noun: 'finding' | 'entry'
  list: Omit<Parameters<typeof TriageList>[0], 'place' | 'onChoose' | 'by'>
  cursor: Cursor
  why: ReactNode
  /** Buttons for what is special to this list; to mend and to take back there is everywhere. */
  decisions: ReactNode
  /** True while the rows are those of the request before. */
  isOld: boolean
  triage: Triage
  /** The entry that Mend opens; null where nothing is to be mended. */
  mended: TriageEntry | null
  children: ReactNode
}

/** The list, and beside it the row under the cursor: why it is here, what it says, and what can be decided. */
export function TriageStage({ noun, list, cursor, isOld, triage, mended, ...row }: TriageStageProps) {
  const { place, moveTo } = cursor
  const [isMending, setMending] = useState(false)
  const mend = () => setMending(!triage.needsName())
  useHotkeys([
    { keys: 'j ArrowDown', label: `Next ${noun}`, run: () => moveTo(place + 1) },
    { keys: 'k ArrowUp', label: `Previous ${noun}`, run: () => moveTo(place - 1) },
    { keys: 'e', label: 'Mend the entry', run: mend, when: mended !== null && !triage.isPending },
  ])
  const claimedBy = list.rows[place]?.claimedBy
  return (
    <div
      aria-busy={isOld}
      className={clsx(
        'grid flex-1 grid-cols-[300px_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,1fr)]',
        isOld && 'opacity-60',
      )}
    >
      <TriageList {...list} by={triage.by} place={place} onChoose={moveTo} />
      <section aria-label={`The ${noun}`} className="flex min-w-0 flex-col">
        <p className="border-hairline border-b px-6 py-3 text-pretty max-md:px-4">
          {row.why}
          {claimedBy && <span className="text-ink-3 text-small"> claimed by {claimedBy}</span>}
        </p>
        <div className="flex-1">{row.children}</div>
        <DecideBar onMove={(step) => moveTo(place + step)}>
          {row.decisions}
          {mended && (
            <Button keys="E" disabled={triage.isPending} onClick={mend}>
              Mend
            </Button>
          )}
          <Button variant="quiet" keys="U" onClick={() => void triage.undoLast()}>
            Take back
          </Button>
        </DecideBar>
      </section>
      <EditDialog entry={isMending ? mended : null} triage={triage} onClose={() => setMending(false)} />
    </div>
  )
}
