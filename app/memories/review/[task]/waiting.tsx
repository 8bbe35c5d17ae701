import type { SearchParams } from 'nuqs/server'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { plural } from '@/components/ui/format.ts'
import { WaitingScreen } from '@/components/worklists/waiting-screen.tsx'
import { WORKLIST_ROWS } from '@/components/worklists/worklist-url.ts'
import { getLoupe } from '@/lib/runtime.ts'

const CRUMBS = [{ label: 'Worklists', path: '/memories/review' }, { label: 'Waiting for review' }]
const QUESTION = 'What may agents get that nobody has looked at?'

export async function WaitingReview({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const loupe = await getLoupe()
  const { current: project } = await loupe.api.shell({ project: oneParam((await searchParams).project) })
  if (!project)
    return (
      <Screen crumbs={CRUMBS} question={QUESTION} verdict="No memories yet.">
        <EmptyStore />
      </Screen>
    )
  const [{ count, held }, isGateOn, initial] = await Promise.all([
    loupe.triage.waiting.count(project.id),
    loupe.api.hasReviewGate({ projectId: project.id }),
    loupe.triage.waiting.list({ projectId: project.id, limit: WORKLIST_ROWS }),
  ])
  return (
    <Screen
      crumbs={CRUMBS}
      question={QUESTION}
      verdict={
        count === 0
          ? 'Nothing waits for review.'
          : `${plural(count, 'entry', 'entries')} ${count === 1 ? 'waits' : 'wait'}; no agent gets ${count === 1 ? 'it' : 'them'} before you say so.`
      }
      basis={
        <>
          <span>
            {plural(held, 'look-alike')} of what was retired, {plural(count - held, 'candidate')}
          </span>
          <span className="text-ink-3">
            {isGateOn
              ? 'the review gate is on: new entries arrive here'
              : 'the review gate is off: only look-alikes arrive here'}
          </span>
        </>
      }
    >
      <WaitingScreen key={project.id} projectId={project.id} initial={initial} />
    </Screen>
  )
}
