'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { sendFile } from '@/components/ui/faults/send-file.ts'
import { FileButton } from '@/components/ui/file-button.tsx'
import { plural } from '@/components/ui/format.ts'
import { Section } from '@/components/ui/section.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { Mapping, ReadResults, TablePreview } from '@/lib/memory/studies/outcomes/columns.ts'
import { TableMapping } from './table-mapping.tsx'

/** Results in: files, what their columns mean, then stored in one go. */
export function BringResults() {
  const { tables, faults, isBusy, take, change, store, forget } = useBringing()
  const runCount = tables.reduce((sum, { runs }) => sum + runs.length, 0)
  const hasFault = tables.some(({ fault }) => fault !== null)
  return (
    <Section
      id="results-in"
      title="Import results"
      note="CSV, JSON Lines, SWE-bench report.json and summaries, preds.json, mini-swe-agent run folders, workbench files"
    >
      <div className="mt-2 flex flex-wrap gap-2 print:hidden">
        <FileButton label="Choose files" onFiles={(files) => void take(files)} />
        <FileButton label="Choose a folder" isFolder onFiles={(files) => void take(files)} />
        {tables.length > 0 && <Button onClick={forget}>Leave them out</Button>}
      </div>
      <div className="mt-2 grid gap-2">
        {faults.map((fault) => (
          <FaultLine key={`${fault.place} ${fault.message}`} fault={fault} />
        ))}
      </div>
      {tables.map((table) => (
        <TableMapping
          key={`${table.fileName} ${table.kind}`}
          table={table}
          onChange={(mapping) => change(table, mapping)}
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

/** The files of one set as they are understood so far, and the way to store them. */
function useBringing() {
  const { previewRuns } = useCommands()
  const [setId, setSetId] = useState<string | null>(null)
  const [tables, setTables] = useState<TablePreview[]>([])
  const [faults, setFaults] = useState<Fault[]>([])
  const [isBusy, setBusy] = useState(false)
  const add = useAddRuns()

  const preview = async (id: string, mappings?: Mapping[]) => {
    const answer = await previewRuns({ setId: id, ...(mappings ? { mappings } : {}) })
    if (answer.ok) setTables(answer.value)
    else setFaults([answer.error])
  }
  const take = async (files: File[]) => {
    setBusy(true)
    setFaults([])
    const { id, refused } = await sendAll(files, setId)
    setFaults(refused)
    setSetId(id)
    if (id !== null) await preview(id)
    setBusy(false)
  }
  const change = (table: TablePreview, mapping: Mapping) => {
    const next = tables.map((one) => (one === table ? { ...one, mapping } : one))
    setTables(next)
    if (setId) void preview(setId, mappingsOf(next))
  }
  const forget = () => {
    setSetId(null)
    setTables([])
    setFaults([])
  }
  const store = async () => {
    if (setId === null) return
    setBusy(true)
    const fault = await add(setId, mappingsOf(tables))
    setBusy(false)
    if (fault) setFaults([fault])
    else forget()
  }
  return { tables, faults, isBusy, take, change, store, forget }
}

const mappingsOf = (tables: readonly TablePreview[]) => tables.map(({ mapping }) => mapping)

/** Stores the runs of a set and says so, with the way back; gives back what went wrong. */
function useAddRuns() {
  const { addRuns, removeRuns } = useCommands()
  const router = useRouter()
  const toast = useToast()
  return async (setId: string, mappings: Mapping[]): Promise<Fault | null> => {
    const answer = await addRuns({ setId, mappings })
    if (!answer.ok) return answer.error
    const { added, present, ladders } = answer.value
    router.refresh()
    const remove = () => void removeRuns({ ids: [...added, ...ladders] }).then(() => router.refresh())
    toast.show({
      text: `${plural(added.length, 'run')} added${present.length > 0 ? `, ${present.length} here already` : ''}`,
      ...(added.length === 0 ? {} : { undo: { name: `runs ${added[0]}`, run: remove } }),
    })
    return null
  }
}

/** Sends the files that may hold results, all into one set. */
async function sendAll(files: readonly File[], setId: string | null) {
  let id = setId
  const refused: Fault[] = []
  for (const file of files.filter(({ name }) => /\.(jsonl?|csv|traj)$/i.test(name))) {
    const answer = await send(file, id)
    if (answer.ok) id = answer.value.setId
    else refused.push(answer.error)
  }
  return { id, refused }
}

async function send(file: File, setId: string | null) {
  const query = new URLSearchParams({ file: (file.webkitRelativePath || file.name).slice(-1_000) })
  if (setId !== null) query.set('set', setId)
  return await sendFile<ReadResults>(`/api/v1/experiments/files?${query}`, file)
}
