'use client'

import { useRouter } from 'next/navigation'
import { parseAsString, useQueryStates } from 'nuqs'
import { useState } from 'react'
import { ActButton } from '@/components/ui/act-button.tsx'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { CutName } from '@/components/ui/end-of-name.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { sendFile } from '@/components/ui/faults/send-file.ts'
import { Select } from '@/components/ui/field.tsx'
import { FileButton } from '@/components/ui/file-button.tsx'
import { formatPercent, formatUsd, plural } from '@/components/ui/format.ts'
import { known } from '@/components/ui/hatch.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useCut } from '@/components/ui/use-cut.tsx'
import type { Mapping, ReadResults, TablePreview } from '@/lib/memory/studies/outcomes/columns.ts'
import type { TwoRuns } from '@/lib/memory/studies/outcomes/compare-two.ts'
import type { ExperimentsReport, RunRow } from '@/lib/memory/studies/outcomes/report.ts'
import type { FormField } from '@/lib/memory/studies/study.ts'
import { StudyScreen } from '../studies/study-screen.tsx'
import { useTakeOut } from '../use-take-out.ts'
import { PlansSection } from './plans-section.tsx'
import { resultsPage } from './results-page.ts'
import { TableMapping } from './table-mapping.tsx'

type Pair = { base: string; variant: string }

/** What a person's own runs say of memory, and where they come in. */
export function ExperimentsScreen({ report, project, pair, two, planFields }: ResultsProps) {
  return (
    <StudyScreen
      room="results"
      page={resultsPage(report, pair && { ...pair, two })}
      choice={pair && <PairChoice runs={report.runs} pair={pair} />}
    >
      <BringResults project={project} />
      <PlansSection plans={report.plans} project={project} fields={planFields} />
      {report.runs.length > 0 && (
        <Brought
          id="brought"
          title={project === null ? 'Imported runs' : `Imported runs of ${project}`}
          note="instances without an outcome are left out"
          runs={report.runs}
        />
      )}
      {report.unassigned.length > 0 && (
        <Brought
          id="unassigned"
          title="Imported runs of no project"
          note="brought in without naming one, so in no project’s answer; import the files again here to count them"
          runs={report.unassigned}
        />
      )}
    </StudyScreen>
  )
}

type ResultsProps = {
  report: ExperimentsReport & { unassigned: RunRow[] }
  /** Null where there is none yet: its results are of none. */
  project: string | null
  pair: Pair | null
  two: TwoRuns | null
  planFields: FormField[]
}

// The page is made anew for each choice: its figures are computed where the runs are.
const OPTIONS = { history: 'replace', shallow: false } as const

function PairChoice({ runs, pair }: { runs: RunRow[]; pair: Pair }) {
  const [, set] = useQueryStates({ base: parseAsString, variant: parseAsString }, OPTIONS)
  const settings = [...Map.groupBy(runs, ({ setting }) => setting)]
  const choice = (name: keyof Pair, label: string) => (
    <label className="flex min-w-0 items-center gap-2 text-ink-3 text-small">
      {label}
      <Select value={pair[name]} onChange={(event) => void set({ ...pair, [name]: event.target.value })}>
        {settings.map(([setting, own]) => (
          <optgroup key={setting} label={setting}>
            {own.map((run) => (
              <option key={run.id} value={run.id} disabled={run.known === 0}>
                {nameOf(run)}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </label>
  )
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4 print:hidden">
      {choice('base', 'Base')}
      {choice('variant', 'Variant')}
    </div>
  )
}

function nameOf({ arm, setting, seed }: RunRow): string {
  return `${arm} · ${setting}${seed === null ? '' : ` · seed ${seed}`}`
}

/** Runs listed before somebody asks for all. */
const LISTED = 20

function Brought({ id, title, note, runs }: { id: string; title: string; note: string; runs: RunRow[] }) {
  const takeOut = useTakeOut()
  const { shown, button } = useCut(runs, LISTED)
  return (
    <Section id={id} title={title} note={note}>
      <FigureTable
        label={title}
        first="run"
        heads={['resolved', 'share', 'unknown', 'steps', 'cost', 'file', 'action']}
        rows={shown.map((run) => ({
          name: nameOf(run),
          cells: [
            `${run.resolved} of ${run.known}`,
            known(run.share, (share) => formatPercent(share, 1)),
            run.unknown,
            known(run.steps, (steps) => steps.toFixed(1), 'Not reported'),
            known(run.costUsd, formatUsd, 'Not reported'),
            <CutName
              key="f"
              className="ml-auto max-w-[36ch]"
              name={run.fileName.split('/').at(-1) ?? run.fileName}
              title={run.fileName}
            />,
            <ActButton
              asks="removeRuns"
              key="r"
              variant="quiet"
              onClick={() => void takeOut(run.id, '1 run taken out')}
            >
              Take out
            </ActButton>,
          ],
        }))}
      />
      {button}
    </Section>
  )
}

/** Results in: files, what their columns mean, then stored in one go. */
function BringResults({ project }: { project: string | null }) {
  const { tables, faults, isBusy, take, change, store, forget } = useBringing(project)
  const runCount = tables.reduce((sum, { runs }) => sum + runs.length, 0)
  const hasFault = tables.some(({ fault }) => fault !== null)
  return (
    <Section
      id="results-in"
      title={project === null ? 'Import results' : `Import results into ${project}`}
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
        <ActButton
          asks="addRuns"
          variant="solid"
          className="mt-3"
          disabled={isBusy || hasFault || runCount === 0}
          onClick={() => void store()}
        >
          Add {plural(runCount, 'run')}
        </ActButton>
      )}
    </Section>
  )
}

/** The files of one set as they are understood so far, and the way to store them. */
function useBringing(project: string | null) {
  const { previewRuns } = useCommands()
  const [setId, setSetId] = useState<string | null>(null)
  const [tables, setTables] = useState<TablePreview[]>([])
  const [faults, setFaults] = useState<Fault[]>([])
  const [isBusy, setBusy] = useState(false)
  const add = useAddRuns(project)

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
function useAddRuns(project: string | null) {
  const { addRuns, removeRuns } = useCommands()
  const router = useRouter()
  const toast = useToast()
  return async (setId: string, mappings: Mapping[]): Promise<Fault | null> => {
    const answer = await addRuns({ setId, mappings, project })
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
