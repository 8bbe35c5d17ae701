import { AUDIT_ROOMS, type AuditRoom } from '../../components/audit/rooms.ts'
import { abstractionPage } from '../../components/audit/studies/abstraction.ts'
import { mispredictionPage } from '../../components/audit/studies/misprediction.ts'
import { recurrencePage } from '../../components/audit/studies/recurrence.ts'
import { reusePage } from '../../components/audit/studies/reuse.ts'
import type { StudyPage } from '../../components/audit/studies/study-page.ts'
import type { Loupe } from '../../lib/runtime.ts'
import { pictured, type ReportFigure, type ReportRoom } from './rooms.ts'

type AuditFigures = Awaited<ReturnType<Loupe['api']['auditFigures']>>

/** What the memory itself says: its studies as their pages show them. */
export function studyRooms({ project, ...studies }: AuditFigures): ReportRoom[] {
  const { source } = project
  const { misprediction, filter, abstraction, reuse, recurrence } = studies
  return [
    roomOf('recurrence', recurrencePage(recurrence, source)),
    roomOf('misprediction', mispredictionPage({ ...misprediction, filter })),
    abstraction
      ? roomOf('raw-and-abstracted', abstractionPage(abstraction))
      : unknown('raw-and-abstracted', project.name),
    roomOf('reuse', reusePage(reuse, source)),
  ]
}

function roomOf(room: AuditRoom, { verdict, sources, basis, sections }: StudyPage): ReportRoom {
  const parts = sections.flatMap((section) => section.parts)
  return {
    ...{ id: room, question: AUDIT_ROOMS[room].question, sources: [...sources], verdict },
    sentences: [
      `${basis.join('; ')}.`,
      ...parts.flatMap((part) => (part.kind === 'words' ? [part.text] : [])),
    ],
    figures: parts.flatMap((part): ReportFigure[] => {
      if (part.kind === 'figure') return [pictured(part.figure)]
      if (part.kind !== 'table' && part.kind !== 'matrix') return []
      return [{ name: part.name, title: part.title, svg: null, table: part.table }]
    }),
  }
}

function unknown(room: AuditRoom, project: string): ReportRoom {
  const verdict = `Unknown here: nobody has labelled a question of ${project}.`
  return {
    id: room,
    question: AUDIT_ROOMS[room].question,
    sources: ['measured'],
    verdict,
    sentences: [],
    figures: [],
  }
}
