import { setImmediate } from 'node:timers/promises'
import type { SearchParams } from 'nuqs/server'
import type { ReactElement } from 'react'
import { pageApi } from '@/app/guard.ts'
import { NoLabels, NoProject } from '@/components/audit/audit-page.tsx'
import { demonstrated, unknownWords } from '@/components/audit/audit-words.ts'
import { ExperimentsScreen } from '@/components/audit/experiments/experiments-screen.tsx'
import { usualPair } from '@/components/audit/experiments/prepare-experiments.ts'
import { twinsPage } from '@/components/audit/experiments/results-page.ts'
import { SourceChoice } from '@/components/audit/gain/gain-choice.tsx'
import { GainScreen } from '@/components/audit/gain/gain-screen.tsx'
import { COLD_SOURCES, DENSITY_SOURCES } from '@/components/audit/gain/gain-sources.ts'
import { gitPage } from '@/components/audit/gain/git-page.ts'
import { RecordedScreen } from '@/components/audit/gain/recorded-screen.tsx'
import { OrderPage } from '@/components/audit/ordered/study-page.tsx'
import { paperPage, paperStreamPage } from '@/components/audit/paper/paper-page.ts'
import type { AuditRoom } from '@/components/audit/rooms.ts'
import { abstractionPage } from '@/components/audit/studies/abstraction.ts'
import { LabelChoice } from '@/components/audit/studies/label-choice.tsx'
import { minimumScorePage } from '@/components/audit/studies/minimum-score.ts'
import { mispredictionPage } from '@/components/audit/studies/misprediction.ts'
import { recurrencePage } from '@/components/audit/studies/recurrence.ts'
import { reusePage } from '@/components/audit/studies/reuse.ts'
import { StudyScreen } from '@/components/audit/studies/study-screen.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { LinkButton } from '@/components/ui/button.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import type { Source } from '@/lib/memory/source.ts'
import { comparisonTermsSchema } from '@/lib/memory/studies/outcomes/schemas.ts'
import { ownTwins } from '@/lib/memory/studies/outcomes/words.ts'
import { findRecordedTurns, listExperiments, readExperiment } from '@/lib/studies/designs/experiment.ts'
import { fieldsOf } from '@/lib/studies/order-form.ts'
import { gainView } from './gain-view.ts'

type AuditedProject = { id: string; name: string; source: Source }

/** A study's screen: of one memory, or of what was measured whatever the memory. `what` is said while it is made. */
type Study = { what: string } & (
  | { ofProject: (project: AuditedProject, asked: SearchParams) => Promise<ReactElement> }
  | { ofAll: (asked: SearchParams, project: AuditedProject | null) => Promise<ReactElement> }
)

type GainRoom = 'density-and-gain' | 'cold-start'

const gainOf = (room: GainRoom) => async (asked: SearchParams, project: AuditedProject | null) => {
  const recordings = listExperiments(process.cwd())
  const sources = room === 'cold-start' ? COLD_SOURCES : DENSITY_SOURCES
  const api = await pageApi()
  const whose = { project: project?.name ?? null }
  const imported = await api.ladders(whose)
  const report = await api.experiments(whose)
  const hasOwn =
    imported.some(({ isDemonstration }) => !isDemonstration) ||
    (room === 'density-and-gain' && ownTwins(report).length > 0)
  const unknown = hasOwn ? null : unknownWords(room, whose.project)
  const named = oneParam(asked.show)
  const usual = hasOwn ? 'imported' : recordings.length > 0 ? 'recorded' : 'measured'
  const shown = named === null ? usual : sources.find((name) => name === named)
  if (shown === undefined) {
    const page = { verdict: `There is no source “${named?.slice(0, 40)}”.`, sources: [], sections: [] }
    const choice = <SourceChoice room={room} shown={null} />
    return <StudyScreen room={room} page={{ ...page, basis: ['choose one below'] }} choice={choice} />
  }
  if (shown === 'recorded') return recorded(room, recordings, { name: oneParam(asked.episode), unknown })
  const choice = <SourceChoice {...{ room, shown }} />
  if (shown === 'replay')
    return project ? await ordered('stream', project, choice) : <NoProject room={room} />
  if (shown === 'git') {
    if (!project) return <NoProject room={room} />
    const report = await (await pageApi()).gitGain({ project: project.name })
    return <StudyScreen {...{ room, page: gitPage(report), choice }} />
  }
  if (shown === 'paper') {
    const page = room === 'cold-start' ? paperStreamPage() : paperPage()
    return <StudyScreen {...{ room, page: demonstrated(page, unknown), choice }} />
  }
  // The heading leaves before the draws begin: they hold the thread.
  await setImmediate()
  const part = room === 'cold-start' ? 'stream' : 'ladder'
  const arms = { arm: oneParam(asked.arm), against: oneParam(asked.against) }
  const view = gainView({ source: shown, part, ...arms }, shown === 'imported' ? imported : [])
  const plans = shown === 'measured' ? await api.comparisonPlans(whose) : []
  const twins =
    shown === 'imported' && part === 'ladder' && ownTwins(report).length > 0 ? twinsPage(report) : null
  const files = imported.map(({ id, fileName, isDemonstration }) => ({
    id,
    fileName: isDemonstration ? `${fileName}, demonstration` : fileName,
  }))
  return (
    <GainScreen {...{ room, view, shown, files, twins, plans, unknown }} project={project?.name ?? null} />
  )
}

/** The studies by the last part of their address. */
export const STUDIES: Record<AuditRoom, Study> = {
  'density-and-gain': { what: 'Intervals are drawn, thousands of times.', ofAll: gainOf('density-and-gain') },
  'cold-start': { what: 'Intervals are drawn, thousands of times.', ofAll: gainOf('cold-start') },
  misprediction: {
    what: 'Each labelled question is asked in all four categories.',
    ofProject: misprediction,
  },
  'raw-and-abstracted': {
    what: 'Raw steps and lessons are embedded, then asked the same questions.',
    ofProject: rawAndAbstracted,
  },
  results: { what: 'Each arm is paired with its runs without memory.', ofAll: results },
  reuse: { what: 'Each stored subtask asks at its place in the stream.', ofProject: reuse },
  recurrence: { what: 'Each new entry is compared with those before it.', ofProject: recurrence },
  retrieval: { what: 'The kept studies are read.', ofProject: (project) => ordered('retrieval', project) },
  'minimum-score': { what: 'Each labelled question is asked.', ofProject: minimumScore },
}

/** The experiment that comes recorded, and of it the episode that is asked for. */
function recorded(
  room: GainRoom,
  folders: string[],
  { name, unknown }: { name: string | null; unknown: string | null },
) {
  const turns = name === null ? null : findRecordedTurns(folders, name)
  const read = name !== null && turns ? { name, turns } : null
  return <RecordedScreen {...{ room, read, unknown }} report={readExperiment(folders)} />
}

/** A design that is ordered: its latest study, the order of a new one, and those that are kept. */
export async function ordered(design: string, { name: project }: AuditedProject, choice?: ReactElement) {
  const api = await pageApi()
  const asked = { design, project }
  const [form, heads] = await Promise.all([api.studyForm(asked), api.listStudies(asked)])
  const done = heads.find(({ state }) => state === 'done')
  const latest = done ? await api.findStudy({ id: done.id }) : null
  return <OrderPage key={design} {...{ form, heads, latest, choice }} />
}

async function minimumScore({ name: project }: AuditedProject) {
  const report = await (await pageApi()).minimumScore({ project })
  return <StudyScreen room="minimum-score" page={minimumScorePage(report)} />
}

async function misprediction(project: AuditedProject, asked: SearchParams) {
  const api = await pageApi()
  const labels = oneParam(asked.labels) === 'own' ? 'own' : 'written'
  const view = await api.auditMisprediction({ project: project.name, labels })
  const filter = await api.auditFilter({ project: project.name })
  return (
    <StudyScreen
      room="misprediction"
      page={mispredictionPage({ ...view, filter: view.labels.kind === 'written' ? filter : null })}
      choice={filter && <LabelChoice labels={view.labels} />}
    >
      <EmptyState
        title="Label stages by keyboard."
        actions={
          <LinkButton href={projectHref('/memories/review/stage', project.name)}>Label stages</LinkButton>
        }
      >
        Stages are drawn at random, and what rules called them is not shown: labels of persons make accuracy
        of agreement.
      </EmptyState>
    </StudyScreen>
  )
}

async function rawAndAbstracted(project: AuditedProject) {
  const report = await (await pageApi()).auditAbstraction({ project: project.name })
  if (!report) return <NoLabels room="raw-and-abstracted" project={project.name} />
  return <StudyScreen room="raw-and-abstracted" page={abstractionPage(report)} />
}

async function results(asked: SearchParams, audited: AuditedProject | null) {
  const api = await pageApi()
  const project = audited?.name ?? null
  const report = await api.experiments({ project })
  const usual = usualPair(report.runs)
  const pair = usual && {
    base: oneParam(asked.base) ?? usual.base,
    variant: oneParam(asked.variant) ?? usual.variant,
  }
  const two = pair && (await api.twoRuns({ ...pair, project }))
  return (
    <ExperimentsScreen {...{ report, project, pair, two }} planFields={fieldsOf(comparisonTermsSchema)} />
  )
}

async function reuse(project: AuditedProject) {
  const report = await (await pageApi()).auditReuse({ project: project.name })
  return <StudyScreen room="reuse" page={reusePage(report, project.source)} />
}

async function recurrence(project: AuditedProject) {
  const view = await (await pageApi()).auditRecurrence({ project: project.name })
  return <StudyScreen room="recurrence" page={recurrencePage(view, project.source)} />
}
