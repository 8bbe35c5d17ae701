import { notFound } from 'next/navigation'
import { createLoader, type SearchParams } from 'nuqs/server'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import { WorklistScreen } from '@/components/worklists/worklist-screen.tsx'
import { WORKLIST_ROWS, worklistUrlParsers } from '@/components/worklists/worklist-url.ts'
import type { DetectorName } from '@/lib/memory/findings/finding.ts'
import type { WorklistHead } from '@/lib/memory/findings/worklist.ts'
import { getLoupe } from '@/lib/runtime.ts'

type Props = { detector: DetectorName; searchParams: Promise<SearchParams> }

const loadUrl = createLoader(worklistUrlParsers)

export async function FindingReview({ detector, searchParams }: Props) {
  const asked = await searchParams
  const projectParam = oneParam(asked.project)
  const loupe = await getLoupe()
  const { current: project } = await loupe.api.shell({ project: projectParam })
  if (!project)
    return (
      <Screen
        crumbs={[WORKLISTS, { label: detector }]}
        question="What does this rule find?"
        verdict="No memories yet."
      >
        <EmptyStore />
      </Screen>
    )
  const { min } = loadUrl(asked)
  const query = { projectId: project.id, detector: detector, minScore: min, offset: 0, limit: WORKLIST_ROWS }
  const [{ heads, scan }, initial] = await Promise.all([
    loupe.triage.worklists(project.id),
    loupe.triage.list(query),
  ])
  const head = heads.find(({ detector }) => detector === query.detector)
  if (!head) notFound()
  const asTable = projectHref('/memories', projectParam, { finding: head.detector })
  return (
    <Screen
      crumbs={[WORKLISTS, { label: head.title }]}
      actions={
        head.entryCount > 0 && (
          <LinkButton className="max-md:hidden!" href={asTable}>
            As a table
          </LinkButton>
        )
      }
      question={head.question}
      verdict={headVerdict(head)}
      basis={<Basis head={head} scan={scan} />}
    >
      <WorklistScreen
        key={`${project.id} ${head.detector}`}
        projectId={project.id}
        head={head}
        initial={initial}
        initialMin={min}
      />
    </Screen>
  )
}

const WORKLISTS = { label: 'Worklists', path: '/memories/review' }

/** The rule on demand, and when it last looked. */
function Basis({ head, scan }: { head: WorklistHead; scan: { at: string; revision: number } | null }) {
  return (
    <>
      <details className="open:basis-full">
        <summary className="cursor-pointer touch:py-3.5">found by rule</summary>
        <p className="max-w-[90ch] text-pretty pb-1">{head.definition}</p>
      </details>
      {head.dismissed > 0 && <span>{formatCount(head.dismissed)} dismissed</span>}
      <span className="text-ink-3">
        {scan === null
          ? 'not looked yet'
          : `looked ${formatInstant(scan.at)}, at revision ${formatCount(scan.revision)}`}
      </span>
    </>
  )
}

function headVerdict({ open, entryCount, unknownBecause, title }: WorklistHead): string {
  if (unknownBecause !== null) return `${title}: unknown.`
  if (open === 0) return `${title}: nothing left.`
  return open === entryCount
    ? `${title}: ${plural(open, 'entry', 'entries')} to judge.`
    : `${title}: ${plural(open, 'finding')} on ${plural(entryCount, 'entry', 'entries')} to judge.`
}
