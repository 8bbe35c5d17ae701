'use client'

import { useState } from 'react'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { projectHref } from '@/components/frame/project-href.ts'
import { canCancel } from '@/components/jobs/prepare-jobs.ts'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { EndOfName } from '@/components/ui/end-of-name.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { sendFile } from '@/components/ui/faults/send-file.ts'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { FileButton } from '@/components/ui/file-button.tsx'
import { formatBytes, formatCount, formatDay, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Segmented, type SegmentOption } from '@/components/ui/segmented.tsx'
import { Progress } from '@/components/ui/states.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { ActionResult, TransferReport } from '@/lib/memory/views/curation.ts'
import { FolderField } from './folder-field.tsx'
import { Standing, useFollow } from './memory-standing.tsx'
import { type TransferRow, transferRows, transferSentence, writtenCount } from './prepare-transfer.ts'

const POLICIES: SegmentOption<TransferPolicy>[] = [
  { value: 'skip', label: 'Leave mine', title: 'What is here stays; the file’s version is left out' },
  { value: 'replace', label: 'Take the file’s', title: 'The file’s version takes the place of what is here' },
  { value: 'keep-both', label: 'Keep both', title: 'The file’s version comes in under an id of its own' },
]

type TransferPolicy = TransferReport['policy']

/** What is brought in: a file, or the notes for agents of a repository. */
type Chosen = { name: string; size: number | null; from: File | string }

type MemorySourceProps = {
  /** Empty where none is named, which `nameFault` says. */
  project: string
  nameFault: string | null
  /** Hears of an import that was on its way, or ended, before the page came. */
  onUnderWay: () => void
}

/** A memory that people have already: looked through first, brought in as one change, taken back as one. */
export function MemorySource({ project, nameFault, onUnderWay }: MemorySourceProps) {
  const { chosen, fault, reading, report, standing, ...state } = useTransfer(project, onUnderWay)
  const { look, columns, setColumns } = state
  const into = standing?.project ?? project
  const isOnItsWay = standing !== null && canCancel(standing.job)
  const lookAt = async (folder: string) => {
    if (nameFault === null) await look(notesOf(folder))
    return false
  }
  return (
    <section aria-label="Notes and memories" className="grid content-start gap-3">
      <p className="text-pretty text-ink-2 text-small leading-[18px]">
        Needs no model. Notes for agents of a repository (CLAUDE.md, AGENTS.md, rules), or a file: an export
        of another Loupe, mem0, claude-mem, Hindsight, an MCP memory graph, ReasoningBank, a playbook, any
        JSON or CSV with a text. Looked through first; nothing is stored until you say so.
      </p>
      <FolderField
        label="The notes of a repository"
        example="/home/me/project"
        act="Look through them"
        isLocked={nameFault !== null}
        onFolder={lookAt}
      />
      <div className="flex flex-wrap items-end gap-2">
        <Field label="or a file" hint="columns of plain records" className="min-w-0 flex-1 max-md:basis-full">
          <TextInput
            value={columns}
            maxLength={1_000}
            placeholder="text=body,id=key"
            onChange={({ target }) => setColumns(target.value)}
          />
        </Field>
        <FileButton
          label="Choose a memory"
          onFiles={([first]) =>
            first && nameFault === null && void look({ name: first.name, size: first.size, from: first })
          }
        />
      </div>
      {chosen && (
        <p className="flex min-w-0 items-center gap-2 text-small">
          <EndOfName className="min-w-0" name={chosen.name} />
          {chosen.size !== null && <span className="flex-none text-ink-3">{formatBytes(chosen.size)}</span>}
          {report === null && reading === null && (
            <Button className="ml-auto" disabled={nameFault !== null} onClick={() => void look(chosen)}>
              Look through it
            </Button>
          )}
        </p>
      )}
      {reading !== null && <Looking look={reading} />}
      {!chosen && <FoundNotes onFolder={lookAt} />}
      <div role="status" className="text-ink-2 empty:hidden">
        {report &&
          (report.dryRun
            ? isOnItsWay
              ? 'It comes in as one change, all or nothing; the page may be left.'
              : `${plural(report.new + report.same + report.conflicting + report.suppressed, 'entry', 'entries')} in ${report.format ?? 'the file'}. Nothing was stored yet.`
            : `Done: ${transferSentence(report)}`)}
      </div>
      {fault && <FaultLine fault={fault} />}
      {report && <ReportTable rows={transferRows(report)} project={into} />}
      {report?.dryRun && !isOnItsWay && <BringIn {...state} report={report} />}
      {standing && <Standing standing={standing} />}
      {report && !report.dryRun && (
        <p className="flex flex-wrap gap-4">
          {report.revision !== null && (
            <Link className="link" href={projectHref('/activity', into, { open: report.revision })}>
              See the change
            </Link>
          )}
          <Link className="link" href={projectHref('/memories', into)}>
            See the memories
          </Link>
        </p>
      )}
    </section>
  )
}

function useTransfer(project: string, onUnderWay: () => void) {
  const [columns, setColumns] = useState('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [held, setHeld] = useState<{ report: TransferReport; into: string } | null>(null)
  // What was looked through was meant for the project that was named then.
  const report = held !== null && (held.into === project || !held.report.dryRun) ? held.report : null
  const setReport = (to: TransferReport | null) => setHeld(to && { report: to, into: project })
  const [policy, setPolicy] = useState<TransferPolicy>('skip')
  const [fault, setFault] = useState<Fault | null>(null)
  /** Name of the look that is under way. */
  const [reading, setReading] = useState<string | null>(null)
  const { run, isPending } = useEntryChanges()
  const { standing, follow, forget } = useFollow(({ job, report }) => {
    onUnderWay()
    if (report) setReport(report)
    else if (canCancel(job)) void end(() => follow(job.id))
  })
  const start = (next: Chosen | null) => {
    setChosen(next)
    setReport(null)
    forget()
    setFault(null)
  }
  const send = ({ from }: Chosen, look?: string) => {
    const dryRun = look !== undefined
    // Not as a command: a page asks one of them after the other, and how far this one is would wait for its end.
    if (typeof from === 'string')
      return sendFile<TransferReport>(
        '/api/v1/notes',
        JSON.stringify({ project, folder: from, policy, dryRun, look, wait: false }),
      )
    const query = new URLSearchParams({
      ...{ project, policy, file: from.name },
      at: new Date(from.lastModified).toISOString(),
      ...(columns.trim() === '' ? {} : { map: columns.trim() }),
      ...(dryRun ? { 'dry-run': '1', look } : {}),
      wait: '0',
    })
    return sendFile<TransferReport>(`/api/v1/entries/import?${query}`, from)
  }
  const show = (answer: ActionResult<TransferReport>) => {
    if (answer.ok) setReport(answer.value)
    else if (answer.error.code !== 'cancelled') setFault(answer.error)
  }
  const look = async (next: Chosen) => {
    const name = crypto.randomUUID()
    start(next)
    setReading(name)
    show(await send(next, name))
    setReading(null)
  }
  // Also of an import that was under way when the page came.
  async function end(import_: () => Promise<ActionResult<TransferReport>>) {
    setFault(null)
    const answer = await run(import_, {
      text: transferSentence,
      quiet: true,
    })
    show(answer)
  }
  const bring = async () => {
    if (!chosen) return
    await end(async () => {
      const ordered = await send(chosen)
      return ordered.ok && ordered.value.jobId ? await follow(ordered.value.jobId) : ordered
    })
  }
  return {
    ...{ chosen, report, fault, reading, isPending, policy, setPolicy, look, bring, columns },
    standing,
    setColumns: (text: string) => {
      setColumns(text)
      setReport(null)
    },
    forget: () => start(null),
  }
}

const FAR_MS = 400

/** How far a look is, and its end. */
function Looking({ look }: { look: string }) {
  const { data: far } = useAnswer('lookFar', { look }, FAR_MS)
  const { stopLook } = useCommands()
  const { tell, isBusy } = useTelling()
  const total = far?.total ?? 0
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-3 text-ink-2">
        <span role="status">{lookSentence(far?.done ?? 0, total)}</span>
        <Button className="ml-auto" disabled={isBusy} onClick={() => void tell(stopLook({ look }))}>
          Cancel
        </Button>
      </p>
      <Progress done={far?.done ?? 0} total={total} label="Memories looked through" />
    </div>
  )
}

function lookSentence(done: number, total: number): string {
  const far = total > 0 ? `: ${formatCount(done)} of ${formatCount(total)}` : ''
  return `Looking through it${far}. Nothing is stored.`
}

const notesOf = (folder: string): Chosen => ({ name: folder, size: null, from: folder })

/** Notes in the folders that an agent has worked in: counted, and read when asked. */
function FoundNotes({ onFolder }: { onFolder: (folder: string) => Promise<boolean> }) {
  const { data } = useAnswer('foundNotes', {})
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Notes on this machine" className="grid gap-2">
      <SectionTitle title="Notes on this machine" note="counted, not opened" />
      <ul className="grid gap-2">
        {data.slice(0, MOST_SHOWN).map(({ folder, fileCount, byteCount, newestAt }) => (
          <li key={folder} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-mono text-small">{folder}</span>: {plural(fileCount, 'file')},{' '}
              {formatBytes(byteCount)}
              {newestAt !== null && <>, newest {formatDay(newestAt)}</>}
            </span>
            <Button className="ml-auto" onClick={() => void onFolder(folder)}>
              Look through them
            </Button>
          </li>
        ))}
      </ul>
      {data.length > MOST_SHOWN && (
        <p className="text-ink-3 text-small">
          {plural(data.length - MOST_SHOWN, 'more repository', 'more repositories')}
        </p>
      )}
    </section>
  )
}

const MOST_SHOWN = 8

type BringInProps = Pick<
  ReturnType<typeof useTransfer>,
  'bring' | 'forget' | 'isPending' | 'policy' | 'setPolicy'
> & { report: TransferReport }

/** Which text stays where both say something, and the way in. */
function BringIn({ report, bring, forget, isPending, policy, setPolicy }: BringInProps) {
  const announced = writtenCount(report, policy)
  return (
    <div className="flex flex-wrap items-center gap-3">
      {report.conflicting > 0 && (
        <>
          <span className="text-ink-2">
            Where {formatCount(report.conflicting)} {report.conflicting === 1 ? 'says' : 'say'} something
            else:
          </span>
          <Segmented label="Conflicting entries" value={policy} options={POLICIES} onChange={setPolicy} />
        </>
      )}
      <Button variant="solid" disabled={announced === 0 || isPending} onClick={() => void bring()}>
        {announced === 0 ? 'Nothing to bring in' : `Bring in ${plural(announced, 'entry', 'entries')}`}
      </Button>
      <Button variant="quiet" onClick={forget}>
        Cancel
      </Button>
    </div>
  )
}

function ReportTable({ rows, project }: { rows: TransferRow[]; project: string }) {
  return (
    <table className="w-full border-hairline border-t text-left">
      <caption className="sr-only">What the file holds</caption>
      <tbody>
        {rows.map(({ word, meaning, count, lines }) => (
          <tr key={word} className="border-hairline border-b align-top">
            <th scope="row" className="w-24 py-2 font-medium">
              {word}
            </th>
            <td className="num w-14 py-2 pr-3">{formatCount(count)}</td>
            <td className="min-w-0 py-2 text-small leading-[18px]">
              <span className="text-ink-3">{meaning}</span>
              {lines.slice(0, 1).map((line) => (
                <FirstLine key={line.line} {...line} isHere={word === 'conflicting'} project={project} />
              ))}
              {lines.length > 1 && (
                <details>
                  <summary className="link cursor-pointer max-md:py-3.5">
                    the first {formatCount(lines.length)}
                  </summary>
                  {lines.slice(1).map((line) => (
                    <FirstLine key={line.line} {...line} isHere={word === 'conflicting'} project={project} />
                  ))}
                </details>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function FirstLine({
  line,
  entryId,
  title,
  isHere,
  project,
}: TransferRow['lines'][number] & { isHere: boolean; project: string }) {
  return (
    <p>
      <span className="font-mono text-ink-3">line {formatCount(line)}</span>{' '}
      {isHere ? (
        <Link className="link" href={projectHref(`/memories/${entryId}`, project)}>
          {title}
        </Link>
      ) : (
        title
      )}
    </p>
  )
}
