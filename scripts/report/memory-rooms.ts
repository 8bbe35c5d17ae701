import {
  abstractionVerdict,
  keyTable,
  payloadTable,
} from '../../components/audit/abstraction/abstraction-words.ts'
import {
  calibrationTable,
  categoriesVerdict,
  labelWords,
  matrixTable,
  predictedWallWords,
  shareWord,
  stressTable,
  stressWords,
  waysTable,
} from '../../components/audit/categories/categories-words.ts'
import { drawCalibration, drawStress } from '../../components/audit/categories/draw-categories.ts'
import { drawWall } from '../../components/audit/categories/draw-wall.ts'
import { wallTable } from '../../components/audit/categories/prepare-wall.ts'
import { drawRecurrence } from '../../components/audit/recurrence/draw-recurrence.ts'
import { recurrenceTable, recurrenceVerdict } from '../../components/audit/recurrence/recurrence-words.ts'
import { drawLongTail, drawUtilities } from '../../components/audit/reuse/draw-reuse.ts'
import {
  effectTable,
  effectWords,
  lorenzLine,
  paperPoints,
  relationTable,
  reuseVerdict,
  shapeTable,
  utilityTable,
} from '../../components/audit/reuse/prepare-reuse.ts'
import type { Cell } from '../../components/figures/figure.ts'
import { formatPercent } from '../../components/ui/format.ts'
import { WALL_REASON, wallSentence } from '../../lib/memory/audit/wall-audit.ts'
import type { Loupe } from '../../lib/runtime.ts'
import { drawn, type ReportRoom, WIDTH } from './rooms.ts'

type AuditFigures = Awaited<ReturnType<Loupe['audit']['figures']>>

/** What the memory itself says: one room each for recurrence, categories, abstraction and reuse. */
export function memoryRooms(figures: AuditFigures): ReportRoom[] {
  const { project } = figures
  const sources = project.source === 'written' ? ['measured', 'written'] : ['measured']
  const noLabels = `Unknown here: nobody has labelled a question of ${project.name}.`
  return [
    recurrenceRoom(figures, sources),
    categoriesRoom(figures, sources),
    abstractionRoom(figures, sources, noLabels),
    reuseRoom(figures, sources),
  ]
}

function recurrenceRoom({ recurrence }: AuditFigures, sources: string[]): ReportRoom {
  return {
    id: 'recurrence',
    question: 'Will memory ever pay on this stream?',
    sources,
    verdict: recurrenceVerdict(recurrence),
    sentences: ['Near is not useful: an entry recurs when its description does. Nothing here is an outcome.'],
    figures: [drawn('recurrence', drawRecurrence(recurrence, WIDTH), recurrenceTable(recurrence))],
  }
}

function categoriesRoom({ categories, wall }: AuditFigures, sources: string[]): ReportRoom {
  const { labels, report } = categories
  const table = (name: string, title: string, cells: Cell[][]) => ({
    name,
    title,
    svg: null,
    table: cells,
  })
  const ranked = [
    drawn('categories-stress', drawStress(report, WIDTH), stressTable(report)),
    table('categories-ways', 'Ways of choosing the category', waysTable(report)),
  ]
  return {
    id: 'categories',
    question: 'How often is the wrong drawer opened, and what does it cost?',
    sources,
    verdict: categoriesVerdict(report, labels),
    sentences: [
      `${shareWord(labels)} ${formatPercent(report.agreeing / Math.max(1, report.n))}: ${labelWords(labels)}.`,
      ...(report.answerable > 0 ? [stressWords(report)] : []),
      ...(wall ? [wallSentence(wall), predictedWallWords(report), WALL_REASON] : []),
    ],
    figures: [
      table('categories-matrix', 'Labelled against predicted category', matrixTable(report)),
      ...(report.answerable > 0 ? ranked : []),
      drawn('categories-calibration', drawCalibration(report, WIDTH), calibrationTable(report)),
      ...(wall ? [drawn('categories-wall', drawWall(wall, WIDTH), wallTable(wall))] : []),
    ],
  }
}

function abstractionRoom({ abstraction }: AuditFigures, sources: string[], noLabels: string): ReportRoom {
  return {
    id: 'abstraction',
    question: 'Is the lesson better than the log?',
    sources,
    verdict: abstraction ? abstractionVerdict(abstraction) : noLabels,
    sentences: [],
    figures: abstraction
      ? [
          {
            name: 'abstraction-key',
            title: 'As key: mean reciprocal rank by maker',
            svg: null,
            table: keyTable(abstraction),
          },
          {
            name: 'abstraction-payload',
            title: 'As payload: tokens, leaks and support by maker',
            svg: null,
            table: payloadTable(abstraction),
          },
        ]
      : [],
  }
}

function reuseRoom({ reuse }: AuditFigures, sources: string[]): ReportRoom {
  const lines = [
    lorenzLine('other tasks only', reuse.replay.others.shape, true),
    lorenzLine('served to agents', reuse.served.shape, false),
  ]
  return {
    id: 'reuse',
    question: 'Which entries carry the memory, which harm it, which are dead weight?',
    sources: [...sources, 'paper'],
    verdict: reuseVerdict(reuse),
    sentences: [effectWords(reuse.effect), 'Utility by entry is an association.'],
    figures: [
      drawn(
        'reuse-long-tail',
        drawLongTail(
          lines.flatMap((line) => line ?? []),
          paperPoints(),
          WIDTH,
        ),
        shapeTable(reuse),
      ),
      {
        name: 'reuse-provenance',
        title: 'Where entries that were given out came from',
        svg: null,
        table: relationTable(reuse),
      },
      ...(reuse.effect
        ? [
            {
              name: 'reuse-effect',
              title: 'Outcomes of served and withheld episodes',
              svg: null,
              table: effectTable(reuse.effect),
            },
          ]
        : []),
      ...(reuse.utilities.length > 0
        ? [
            drawn(
              'reuse-utility',
              drawUtilities(reuse.utilities.slice(0, 40), reuse.objectives, WIDTH),
              utilityTable(reuse.utilities, reuse.objectives),
            ),
          ]
        : []),
    ],
  }
}
