'use client'

import { Screen } from '@/components/frame/screen.tsx'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { SourceChip } from '@/components/marks/source-chip.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { ExperimentsReport } from '@/lib/memory/studies/outcomes/report.ts'
import { missingWords, outcomeWords } from './audit-words.ts'
import { AUDIT_ROOMS, type AuditRoom } from './rooms.ts'

const DASHBOARDS: AuditRoom[] = ['density-and-gain', 'cold-start', 'misprediction', 'raw-and-abstracted']
const STUDIES = (Object.keys(AUDIT_ROOMS) as AuditRoom[]).filter((study) => !DASHBOARDS.includes(study))

type AuditIndexProps = {
  project: string | null
  report: ExperimentsReport
  /** Orders in which this project's runs were replayed. */
  replayed: number
}

/** What is known of whether memory helps here, what is missing to know more, and the ways to look. */
export function AuditIndex({ project, report, replayed }: AuditIndexProps) {
  const href = useProjectHref()
  const missing = missingWords({ report, replayed })
  return (
    <Screen
      crumbs={[{ label: 'Audit' }]}
      question="Does memory help, when does it hurt, and how sure are we?"
      verdict={outcomeWords(report, project)}
      basis={report.runs.length > 0 && <SourceChip source="imported" />}
    >
      {missing.length > 0 && (
        <Section title="Missing to know more">
          <ul className="mt-1">
            {missing.map(({ words, study }) => (
              <li key={words} className={ROW}>
                <Link
                  href={href(`/audit/${study}`, study === 'cold-start' ? { show: 'replay' } : {})}
                  className="link w-fit font-medium max-md:py-3"
                >
                  {AUDIT_ROOMS[study].label}
                </Link>
                <p className="md:col-span-2">{words}</p>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Links title="Dashboards" studies={DASHBOARDS} />
      <Links title="Other studies" studies={STUDIES} />
    </Screen>
  )
}

const ROW =
  'grid grid-cols-[160px_minmax(0,1fr)_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1 border-hairline border-b py-1.5 max-md:grid-cols-[minmax(0,1fr)]'

function Links({ title, studies }: { title: string; studies: AuditRoom[] }) {
  const href = useProjectHref()
  return (
    <Section title={title}>
      <ul className="mt-1">
        {studies.map((study) => (
          <li key={study} className={ROW}>
            <Link href={href(`/audit/${study}`)} className="link w-fit font-medium max-md:py-3">
              {AUDIT_ROOMS[study].label}
            </Link>
            <p>{AUDIT_ROOMS[study].question}</p>
            <p className="text-pretty text-ink-3 text-small">Needs {AUDIT_ROOMS[study].needs}.</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
