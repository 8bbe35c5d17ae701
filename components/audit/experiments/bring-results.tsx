'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { FaultLine, type FaultText } from '@/components/ui/faults/fault-line.tsx'
import { plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { Mapping } from '@/lib/memory/experiments/columns.ts'
import type { ReadResults, TablePreview } from '@/lib/memory/experiments/views.ts'
import { TableMapping } from './table-mapping.tsx'

/** Results in: files, what their columns mean, then stored in one go. */
export function BringResults() {
  const commands = useCommands()
  const router = useRouter()
  const toast = useToast()
  const [setId, setSetId] = useState<string | null>(null)
  const [tables, setTables] = useState<TablePreview[]>([])
  const [faults, setFaults] = useState<FaultText[]>([])
  const [isBusy, setBusy] = useState(false)

  const preview = async (id: string, mappings?: Mapping[]) => {
    const answer = await commands.previewRuns({ setId: id, ...(mappings ? { mappings } : {}) })
    if (answer.ok) setTables(answer.value)
    else setFaults([faultOf(answer.error)])
  }
  const take = async (files: File[]) => {
    setBusy(true)
    setFaults([])
    let id = setId
    const refused: FaultText[] = []
    for (const file of files.filter(({ name }) => /\.(jsonl?|csv|traj)$/i.test(name))) {
      const answer = await send(file, id)
      if ('fault' in answer) refused.push(answer.fault)
      else id = answer.setId
    }
    setFaults(refused)
    setSetId(id)
    if (id !== null) await preview(id)
    setBusy(false)
  }
  const forget = () => {
    setSetId(null)
    setTables([])
    setFaults([])
  }
  const store = async () => {
    if (setId === null) return
    setBusy(true)
    const answer = await commands.addRuns({ setId, mappings: tables.map(({ mapping }) => mapping) })
    setBusy(false)
    if (!answer.ok) return setFaults([faultOf(answer.error)])
    const { added, present } = answer.value
    forget()
    router.refresh()
    const isNothing = added.length === 0
    toast.show({
      text: `${plural(added.length, 'run')} added${present.length > 0 ? `, ${present.length} here already` : ''}`,
      ...(isNothing
        ? {}
        : {
            undo: {
              name: `runs ${added[0]}`,
              run: () => void commands.removeRuns({ ids: added }).then(() => router.refresh()),
            },
          }),
    })
  }
  const runCount = tables.reduce((sum, { runs }) => sum + runs.length, 0)
  const hasFault = tables.some(({ fault }) => fault !== null)
  return (
    <Section
      id="results-in"
      title="Results in"
      note="CSV, JSON Lines, SWE-bench report.json and summaries, preds.json, mini-swe-agent run folders, runs of the workbench"
    >
      <div className="mt-2 flex flex-wrap gap-2 print:hidden">
        <Chooser label="Choose files" onFiles={(files) => void take(files)} />
        <Chooser label="Choose a folder" isFolder onFiles={(files) => void take(files)} />
        {tables.length > 0 && <Button onClick={forget}>Leave them out</Button>}
      </div>
      <div className="mt-2 grid gap-2">
        {faults.map((fault) => (
          <FaultLine key={`${fault.place} ${fault.message}`} fault={fault} />
        ))}
      </div>
      {tables.map((table, i) => (
        <TableMapping
          key={`${table.fileName} ${table.kind}`}
          table={table}
          onChange={(mapping) => {
            const next = tables.map((one, k) => (k === i ? { ...one, mapping } : one))
            setTables(next)
            if (setId)
              void preview(
                setId,
                next.map((one) => one.mapping),
              )
          }}
        />
      ))}
      {tables.length > 0 && (
        <Button
          variant="solid"
          className="mt-3"
          disabled={isBusy || hasFault || runCount === 0}
          onClick={() => void store()}
        >
          Add {plural(runCount, 'run')}
        </Button>
      )}
    </Section>
  )
}

function Chooser({
  label,
  isFolder = false,
  onFiles,
}: {
  label: string
  isFolder?: boolean
  onFiles: (files: File[]) => void
}) {
  return (
    <label
      className={`${buttonClass()} relative focus-within:outline-2 focus-within:outline-focus focus-within:outline-offset-2`}
    >
      {label}
      <input
        type="file"
        multiple
        className="sr-only"
        {...(isFolder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </label>
  )
}

async function send(file: File, setId: string | null): Promise<ReadResults | { fault: FaultText }> {
  const query = new URLSearchParams({ file: (file.webkitRelativePath || file.name).slice(-1_000) })
  if (setId !== null) query.set('set', setId)
  const response = await fetch(`/api/v1/experiments/files?${query}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as ReadResults
  return { fault: faultOf((answer as { error?: Partial<FaultText> } | null)?.error ?? {}) }
}

function faultOf(error: Partial<FaultText>): FaultText {
  return {
    code: error.code ?? 'not-read',
    message: error.message ?? 'The file could not be read.',
    place: error.place ?? null,
    hint: error.hint ?? 'Try again; if it stays, look at the log of the server.',
    reference: error.reference ?? null,
  }
}
