'use client'

import { useState } from 'react'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { projectHref } from '@/components/frame/project-href.ts'
import { useShell } from '@/components/frame/shell.tsx'
import { Button } from '@/components/ui/button.tsx'
import { EndOfName } from '@/components/ui/end-of-name.tsx'
import type { Fault } from '@/components/ui/faults/fault-error.ts'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { sendFile } from '@/components/ui/faults/send-file.ts'
import { Field, TextInput } from '@/components/ui/field.tsx'
import { FileButton } from '@/components/ui/file-button.tsx'
import { formatBytes, formatCount, plural } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { Segmented, type SegmentOption } from '@/components/ui/segmented.tsx'
import type { ActionResult, TransferReport } from '@/lib/memory/views/curation.ts'
import { type TransferRow, transferRows, transferSentence, writtenCount } from './prepare-transfer.ts'

const POLICIES: SegmentOption<TransferPolicy>[] = [
  { value: 'skip', label: 'Leave mine', title: 'What is here stays; the file’s version is left out' },
  { value: 'replace', label: 'Take the file’s', title: 'The file’s version takes the place of what is here' },
  { value: 'keep-both', label: 'Keep both', title: 'The file’s version comes in under an id of its own' },
]

type TransferPolicy = TransferReport['policy']

/** An export of another Loupe: looked through first, brought in as one change, taken back as one. */
export function TransferPanel() {
  const { chosen, fault, isReading, report, ...state } = useTransfer()
  const { look, project, setProject, nameFault } = state
  return (
    <Section
      title="Bring memory from another Loupe"
      note="its export as JSON Lines; looked through first, nothing is stored until you say so"
      className="border-hairline border-t"
    >
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <Field label="Into project" error={nameFault} className="w-56 max-md:w-full">
          <TextInput value={project} maxLength={80} onChange={({ target }) => setProject(target.value)} />
        </Field>
        <FileButton
          label={chosen ? 'Choose another file' : 'Choose an export'}
          onFiles={([first]) => first && nameFault === null && void look(first)}
        />
        {chosen && (
          <p className="flex min-w-0 items-baseline gap-2 py-1 text-small">
            <EndOfName className="min-w-0" name={chosen.name} />
            <span className="flex-none text-ink-3">{formatBytes(chosen.size)}</span>
          </p>
        )}
        {chosen && report === null && !isReading && (
          <Button disabled={nameFault !== null} onClick={() => void look(chosen)}>
            Look through it
          </Button>
        )}
      </div>
      <div role="status" className="mt-2 text-ink-2">
        {isReading && 'Looking through the file; nothing is stored.'}
        {report &&
          (report.dryRun
            ? `${plural(report.new + report.same + report.conflicting + report.suppressed, 'entry', 'entries')} in the file. Nothing was stored yet.`
            : `Done: ${transferSentence(report)}`)}
      </div>
      {fault && <FaultLine fault={fault} />}
      {report && <ReportTable rows={transferRows(report)} project={project.trim()} />}
      {report?.dryRun && <BringIn {...state} report={report} />}
      {report && !report.dryRun && (
        <p className="mt-3 flex flex-wrap gap-4">
          {report.revision !== null && (
            <Link className="link" href={projectHref('/activity', project.trim(), { open: report.revision })}>
              See the change
            </Link>
          )}
          <Link className="link" href={projectHref('/memories', project.trim())}>
            See the memories
          </Link>
        </p>
      )}
    </Section>
  )
}

/** What was looked through, for which project, and bringing it in. */
function useTransfer() {
  const { current } = useShell()
  const [project, setProject] = useState(
    current !== null && current.source !== 'written' ? current.name : 'my memory',
  )
  const [chosen, setChosen] = useState<File | null>(null)
  const [report, setReport] = useState<TransferReport | null>(null)
  const [policy, setPolicy] = useState<TransferPolicy>('skip')
  const [fault, setFault] = useState<Fault | null>(null)
  const [isReading, setReading] = useState(false)
  const { run, isPending } = useEntryChanges()
  const start = (next: File | null) => {
    setChosen(next)
    setReport(null)
    setFault(null)
  }
  const send = (file: File, how: { 'dry-run'?: '1' } = {}) => {
    const query = new URLSearchParams({ project: project.trim(), policy, ...how })
    return sendFile<TransferReport>(`/api/v1/entries/import?${query}`, file)
  }
  const show = (answer: ActionResult<TransferReport>) =>
    answer.ok ? setReport(answer.value) : setFault(answer.error)
  const look = async (next: File) => {
    start(next)
    setReading(true)
    show(await send(next, { 'dry-run': '1' }))
    setReading(false)
  }
  const bring = async () => {
    if (!chosen) return
    setFault(null)
    const answer = await run(() => send(chosen), {
      // Something is new or replaced here, so that there is a revision.
      receipt: (done) => ({ revision: done.revision ?? 0 }),
      text: transferSentence,
      quiet: true,
    })
    show(answer)
  }
  return {
    ...{ chosen, report, fault, isReading, isPending, policy, setPolicy, look, bring, project },
    nameFault: project.trim() === '' ? 'Name the project.' : null,
    setProject: (name: string) => {
      setProject(name)
      // What was looked through was meant for another one.
      setReport(null)
    },
    forget: () => start(null),
  }
}

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
