'use client'

import { useState } from 'react'
import { DialogForm } from '@/components/curate/dialog-form.tsx'
import { reviewerNow } from '@/components/curate/reviewer.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { CopyButton } from '@/components/ui/copy-button.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { saveFile } from '@/components/ui/save-file.ts'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useSettled } from '@/components/ui/use-settled.ts'
import type { PromotionView } from '@/lib/memory/views/curation.ts'
import { useEntryState } from './entry-state.tsx'

/** Files of rules that may be made, each named as its agent looks for it. */
const NEW_FILES = [
  'AGENTS.md',
  'CLAUDE.md',
  '.claude/rules/lessons.md',
  '.cursor/rules/lessons.mdc',
  '.github/copilot-instructions.md',
  'GEMINI.md',
]

/** A path is looked at once its typing rests, ms. */
const PAUSE_MS = 300

/** A lesson as a line of a file of rules, as a patch that the person applies; of a promoted one the patch that takes it out. */
export function PromoteForm() {
  const { entry, isPending, setAct } = useEntryState()
  const { folder, file, data, error, setFolder, setFile, send } = usePromotion()
  const isIn = entry.promoted !== undefined
  const isKnown = data !== undefined && data.folder !== null && !error
  return (
    <DialogForm
      send={send}
      onClose={() => setAct(null)}
      before={<span className="text-ink-3 text-small">The file is yours to change: git apply FILE</span>}
      submit={
        <Button type="submit" variant="solid" disabled={isPending || !(isKnown || isIn)}>
          {isIn ? 'Demote' : 'Promote'}
          {data?.patch ? ' and save the patch' : ''}
        </Button>
      }
    >
      <Field label="Repository" hint="its folder on the machine of Loupe">
        <TextInput
          value={folder ?? data?.folder ?? ''}
          placeholder="/home/me/project"
          onChange={({ target }) => setFolder(target.value)}
        />
      </Field>
      {isIn ? (
        <p className="text-ink-2">
          It stands in <span className="font-mono">{entry.promoted?.file}</span>.
        </p>
      ) : (
        <Field label="File of rules" hint="there, or a new one">
          <TextInput
            list="rule-files"
            value={file ?? data?.file ?? ''}
            placeholder="AGENTS.md"
            onChange={({ target }) => setFile(target.value)}
          />
          <datalist id="rule-files">
            {[...new Set([...(data?.files ?? []), ...NEW_FILES])].map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </Field>
      )}
      {error ? (
        <p role="alert" className="text-danger text-small">
          {faultText(error)}
        </p>
      ) : (
        isKnown && <Patch {...data} isIn={isIn} />
      )}
    </DialogForm>
  )
}

function Patch({ patch, file, isNew, isIn }: PromotionView & { isIn: boolean }) {
  if (patch === '')
    return <p className="text-ink-2">{file} does not have the line any more: only the mark is taken back.</p>
  return (
    <section aria-label="The patch" className="grid gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <span className="font-medium">The patch</span>
        <span className="text-ink-3 text-small">{isNew && `${file} is new`}</span>
        <CopyButton variant="quiet" text={() => patch} label="Copy" done="Copied" />
      </div>
      <pre className="max-h-72 overflow-auto rounded-control bg-surface-2 px-3 py-2.5 font-mono text-small leading-[18px]">
        {patch
          .trimEnd()
          .split('\n')
          .map((line, nth) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: lines repeat, and none is moved
              key={nth}
              className={`block whitespace-pre-wrap ${lineColour(line)} [overflow-wrap:anywhere]`}
            >
              {line || ' '}
            </span>
          ))}
      </pre>
      <p className="text-ink-3 text-small">
        {isIn ? '' : 'It comes with every session that reads this file.'}
      </p>
    </section>
  )
}

function lineColour(line: string): string {
  if (/^(?:[-+]{3} |@@|diff |new |deleted |\\)/.test(line)) return 'text-ink-3'
  return /^[-+]/.test(line) ? 'font-medium text-ink' : 'text-ink-2'
}

function usePromotion() {
  const { entry, run, setAct } = useEntryState()
  const commands = useCommands()
  const [folder, setFolder] = useState<string | null>(null)
  const [file, setFile] = useState<string | null>(null)
  const placeOf = (given: string | null) => ({
    entryId: entry.id,
    ...(given?.trim() ? { folder: given.trim() } : {}),
  })
  const place = placeOf(folder)
  const [settledFolder, settledFile] = [useSettled(folder, PAUSE_MS), useSettled(file, PAUSE_MS)]
  const { data, error } = useAnswer('promotion', {
    ...placeOf(settledFolder),
    ...(settledFile?.trim() ? { file: settledFile.trim() } : {}),
  })
  const isIn = entry.promoted !== undefined
  const by = reviewerNow() || 'person'
  const send = async () => {
    const result = await run(
      () =>
        isIn
          ? commands.demote({ ...place, by })
          : commands.promote({ ...place, file: file?.trim() || data?.file || 'AGENTS.md', by }),
      {
        text: () => (isIn ? 'Demoted' : `Promoted into ${file?.trim() || data?.file}`),
        quiet: true,
      },
    )
    if (!result.ok) return faultText(result.error)
    const { patch } = result.value
    if (patch !== '') saveFile(new Blob([patch]), `${entry.id}${isIn ? '-out' : ''}.patch`)
    setAct(null)
    return null
  }
  return { folder, file, data, error, setFolder, setFile, send }
}
