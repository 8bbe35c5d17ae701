import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { createLoader, type SearchParams } from 'nuqs/server'
import { loadSampleAction } from '@/app/actions.ts'
import { guardPage } from '@/app/guard.ts'
import { worklistActions } from '@/app/worklist-actions.ts'
import { EmptyStore } from '@/components/memory/empty-store.tsx'
import { LinkButton } from '@/components/ui/button.tsx'
import { formatCount, formatInstant, plural } from '@/components/ui/format.ts'
import { PageHead } from '@/components/ui/page-head.tsx'
import { oneParam, projectHref } from '@/components/ui/project-href.ts'
import { TopBar } from '@/components/ui/top-bar.tsx'
import { WorklistDesk } from '@/components/worklist/worklist-desk.tsx'
import { WORKLIST_ROWS, worklistUrlParsers } from '@/components/worklist/worklist-url.ts'
import { detectorNameSchema } from '@/lib/memory/finding.ts'
import type { WorklistHead } from '@/lib/memory/worklist.ts'
import { getLoupe } from '@/lib/runtime.ts'

type Props = { params: Promise<{ detector: string }>; searchParams: Promise<SearchParams> }

const loadUrl = createLoader(worklistUrlParsers)

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Worklist ${(await params).detector}` }
}

export default async function WorklistPage({ params, searchParams }: Props) {
  await guardPage(searchParams)
  const name = detectorNameSchema.safeParse((await params).detector)
  if (!name.success) notFound()
  const asked = await searchParams
  const projectParam = oneParam(asked.project)
  const loupe = await getLoupe()
  const { current: project } = await loupe.shell(projectParam)
  if (!project)
    return (
      <>
        <TopBar crumbs={[{ label: 'Worklists', path: '/worklists' }, { label: name.data }]} />
        <PageHead question="What does this rule find?" verdict="No memories yet." />
        <EmptyStore onLoadSample={loadSampleAction} />
      </>
    )
  const { min } = loadUrl(asked)
  const [{ heads, scan }, initial] = await Promise.all([
    loupe.findings.worklists(project.id),
    loupe.findings.list({
      projectId: project.id,
      detector: name.data,
      minScore: min,
      offset: 0,
      limit: WORKLIST_ROWS,
    }),
  ])
  const head = heads.find(({ detector }) => detector === name.data)
  if (!head) notFound()
  return (
    <>
      <TopBar
        crumbs={[{ label: 'Worklists', path: '/worklists' }, { label: head.title }]}
        actions={
          head.entryCount > 0 && (
            <LinkButton
              className="max-md:hidden!"
              href={projectHref('/memories', projectParam, { finding: head.detector })}
            >
              As a table
            </LinkButton>
          )
        }
      />
      <PageHead
        question={head.definition}
        verdict={headVerdict(head)}
        basis={
          <>
            <span>found by rule{head.dismissed > 0 && `, ${formatCount(head.dismissed)} dismissed`}</span>
            <span className="text-ink-3">
              {scan === null
                ? 'not looked yet'
                : `looked ${formatInstant(scan.at)}, at revision ${formatCount(scan.revision)}`}
            </span>
          </>
        }
      />
      <WorklistDesk
        key={`${project.id} ${head.detector}`}
        projectId={project.id}
        head={head}
        initial={initial}
        initialMin={min}
        actions={worklistActions}
      />
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
