'use client'

import { Button } from '@/components/ui/button.tsx'
import { EndOfName } from '@/components/ui/end-of-name.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { FileButton } from '@/components/ui/file-button.tsx'
import { plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { asImported } from './dropped-files.ts'
import type { DroppedFile } from './import-queue.ts'

export type Results = {
  file: DroppedFile
  state: 'ready' | 'sending' | 'sent' | 'refused'
  /** Known once it was sent. */
  id: string | null
  instanceCount: number | null
  fault: Fault | null
  wasGuessed: boolean
}

type ResultsFieldProps = {
  results: Results | null
  isLocked: boolean
  onFile: (file: DroppedFile) => void
  onRemove: () => void
  onUseAsTrajectory: () => void
}

/** The file that knows the outcomes: chosen, or recognised by its name among what was dropped. */
export function ResultsField({ results, isLocked, onFile, onRemove, onUseAsTrajectory }: ResultsFieldProps) {
  return (
    <div className="grid gap-1">
      <SectionTitle title="Outcomes" note="optional" />
      {results === null ? (
        <>
          <p className="text-ink-2 text-small leading-[18px]">
            A SWE-bench <span className="font-mono">report.json</span> or results JSONL, joined by instance
            id; without one the outcome stays unknown.
          </p>
          <span className="mt-1">
            <FileButton
              label="Choose a results file"
              onFiles={([first]) => first && onFile(asImported(first))}
            />
          </span>
        </>
      ) : (
        <>
          <EndOfName name={results.file.path} />
          <p role="status" className="text-ink-2 text-small">
            {results.state === 'ready' &&
              (results.wasGuessed ? 'taken as results by its name, sent first' : 'sent first')}
            {results.state === 'sending' && 'Sending'}
            {results.state === 'sent' && `knows ${plural(results.instanceCount ?? 0, 'instance')}`}
          </p>
          {results.fault && <FaultLine fault={results.fault} />}
          {!isLocked && (
            <span className="mt-1 flex gap-2">
              <Button onClick={onRemove}>Leave it out</Button>
              {results.wasGuessed && results.state !== 'sent' && (
                <Button variant="quiet" onClick={onUseAsTrajectory}>
                  It is a trajectory
                </Button>
              )}
            </span>
          )}
        </>
      )}
    </div>
  )
}
