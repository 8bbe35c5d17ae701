'use client'

import { useState } from 'react'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { projectHref } from '@/components/frame/project-href.ts'
import { useShell } from '@/components/frame/shell.tsx'
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
import { Section, SectionTitle } from '@/components/ui/section.tsx'
import { Segmented, type SegmentOption } from '@/components/ui/segmented.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import type { ActionResult, TransferReport } from '@/lib/memory/views/curation.ts'
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

/** A memory that people have already: looked through first, brought in as one change, taken back as one. */
export function TransferPanel() {
  const { chosen, fault, isReading, report, standing, ...state } = useTransfer()
  const { look, project, setProject, nameFault, columns, setColumns } = state
  const into = standing?.project ?? project.trim()
  const isOnItsWay = standing !== null && canCancel(standing.job)
  return (
    <Section
      title="Bring a memory that is there already"
      note="needs no model; looked through first, nothing is stored until you say so"
      className="border-hairline border-t"
    >
      <p className="mt-1 max-w-[72ch] text-pretty text-ink-2 text-small leading-[18px]">
        Notes for agents of a repository (CLAUDE.md, AGENTS.md, rules), or a file: an export of another Loupe,
        mem0, claude-mem, Hindsight, an MCP memory graph, ReasoningBank, a playbook, any JSON or CSV with a
        text.
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Field label="Into project" error={nameFault} className="w-56 max-md:w-full">
          <TextInput value={project} maxLength={80} onChange={({ target }) => setProject(target.value)} />
        </Field>
        <Field label="Columns of plain records (optional)" className="w-72 max-md:w-full">
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
        <NotesFolder onFolder={(folder) => nameFault === null && void look(notesOf(folder))} />
        {chosen && (
          <p className="flex min-w-0 items-baseline gap-2 py-1 text-small">
            <EndOfName className="min-w-0" name={chosen.name} />
            {chosen.size !== null && <span className="flex-none text-ink-3">{formatBytes(chosen.size)}</span>}
          </p>
        )}
        {chosen && report === null && !isReading && (
          <Button disabled={nameFault !== null} onClick={() => void look(chosen)}>
            Look through it
          </Button>
        )}
      </div>
      {!chosen && <FoundNotes onFolder={(folder) => nameFault === null && void look(notesOf(folder))} />}
      <div role="status" className="mt-2 text-ink-2">
        {isReading && 'Looking through it; nothing is stored.'}
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
        <p className="mt-3 flex flex-wrap gap-4">
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
    </Section>
  )
}

function useTransfer() {
  const { current } = useShell()
  const [project, setProject] = useState(
    current !== null && current.source !== 'written' ? current.name : 'my runs',
  )
  const [columns, setColumns] = useState('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [report, setReport] = useState<TransferReport | null>(null)
  const [policy, setPolicy] = useState<TransferPolicy>('skip')
  const [fault, setFault] = useState<Fault | null>(null)
  const [isReading, setReading] = useState(false)
  const { run, isPending } = useEntryChanges()
  const commands = useCommands()
  const { standing, follow, forget } = useFollow(({ job, report }) =>
    report ? setReport(report) : canCancel(job) ? void end(() => follow(job.id)) : undefined,
  )
  const start = (next: Chosen | null) => {
    setChosen(next)
    setReport(null)
    forget()
    setFault(null)
  }
  const send = ({ from }: Chosen, dryRun = false) => {
    if (typeof from === 'string')
      return commands.importNotes({ project: project.trim(), folder: from, policy, dryRun, wait: false })
    const query = new URLSearchParams({
      ...{ project: project.trim(), policy, file: from.name },
      at: new Date(from.lastModified).toISOString(),
      ...(columns.trim() === '' ? {} : { map: columns.trim() }),
      ...(dryRun ? { 'dry-run': '1' } : {}),
      wait: '0',
    })
    return sendFile<TransferReport>(`/api/v1/entries/import?${query}`, from)
  }
  const show = (answer: ActionResult<TransferReport>) =>
    answer.ok ? setReport(answer.value) : setFault(answer.error)
  const look = async (next: Chosen) => {
    start(next)
    setReading(true)
    show(await send(next, true))
    setReading(false)
  }
  // Also of an import that was under way when the page came.
  async function end(import_: () => Promise<ActionResult<TransferReport>>) {
    setFault(null)
    const answer = await run(import_, {
      // Something is new or replaced here, so that there is a revision.
      receipt: (done) => ({ revision: done.revision ?? 0 }),
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
    ...{ chosen, report, fault, isReading, isPending, policy, setPolicy, look, bring, project, columns },
    standing,
    nameFault: project.trim() === '' ? 'Name the project.' : null,
    setProject: (name: string) => {
      setProject(name)
      // What was looked through was meant for another one.
      setReport(null)
    },
    setColumns: (text: string) => {
      setColumns(text)
      setReport(null)
    },
    forget: () => start(null),
  }
}

const notesOf = (folder: string): Chosen => ({ name: folder, size: null, from: folder })

/** A folder of the machine that Loupe runs on, by its path: a browser tells none. */
function NotesFolder({ onFolder }: { onFolder: (folder: string) => void }) {
  const [folder, setFolder] = useState('')
  return (
    <form
      className="flex items-end gap-2 max-md:w-full"
      onSubmit={(event) => {
        event.preventDefault()
        onFolder(folder.trim())
      }}
    >
      <Field label="or the notes of a repository" className="w-72 max-md:w-full">
        <TextInput
          value={folder}
          placeholder="/home/me/project"
          onChange={({ target }) => setFolder(target.value)}
        />
      </Field>
      <Button type="submit" disabled={folder.trim() === ''}>
        Look through them
      </Button>
    </form>
  )
}

/** Notes in the folders that an agent has worked in: counted, and read when asked. */
function FoundNotes({ onFolder }: { onFolder: (folder: string) => void }) {
  const { data } = useAnswer('foundNotes', {})
  if (!data || data.length === 0) return null
  return (
    <section
      id="found-notes"
      aria-label="Notes on this machine"
      className="mt-4 scroll-mt-14 grid max-w-[720px] gap-2"
    >
      <SectionTitle title="Notes on this machine" note="counted, not opened" />
      <ul className="grid gap-2">
        {data.slice(0, MOST_SHOWN).map(({ folder, fileCount, byteCount, newestAt }) => (
          <li key={folder} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="font-mono text-small">{folder}</span>: {plural(fileCount, 'file')},{' '}
              {formatBytes(byteCount)}
              {newestAt !== null && <>, newest {formatDay(newestAt)}</>}
            </span>
            <Button className="ml-auto" onClick={() => onFolder(folder)}>
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
    <div className="mt-3 flex flex-wrap items-center gap-3">
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
    <table className="mt-3 w-full max-w-[880px] border-hairline border-t text-left">
      <caption className="sr-only">What the file holds</caption>
      <tbody>
        {rows.map(({ word, meaning, count, lines }) => (
          <tr key={word} className="border-hairline border-b align-top">
            <th scope="row" className="w-28 py-2 font-medium">
              {word}
            </th>
            <td className="num w-16 py-2 pr-4">{formatCount(count)}</td>
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
