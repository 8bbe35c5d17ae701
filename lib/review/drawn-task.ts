import { type Draw, type DrawTask, findDraw, judgeDrawn, listDraws } from '../db/findings/quality-samples.ts'
import type { MemoryEntry } from '../memory/entry.ts'
import type { EarlierQueue, Pane, ReviewQueue, VerdictKey } from '../memory/review.ts'
import { lessonPane } from './lesson-pane.ts'
import { noSuchQueue, type ReviewDeps, type ReviewTask } from './review.ts'

/** What tells one kind of draw from another. */
type Drawing = {
  name: DrawTask
  words: Record<'title' | 'question' | 'rule', string>
  noun: ReviewQueue['noun']
  verdicts: VerdictKey[]
  /** Entries sent ahead of the judge. */
  ahead: number
  earlier: (projectId: string, deps: ReviewDeps) => Promise<EarlierQueue[]>
  /** Where nothing is drawn yet: from what it is. */
  start: (
    projectId: string,
    deps: ReviewDeps,
  ) => Promise<Pick<ReviewQueue, 'draws' | 'makers' | 'empty'>> | Pick<ReviewQueue, 'draws' | 'empty'>
  /** What stands beside a lesson. */
  beside?: (entry: MemoryEntry, deps: ReviewDeps) => Promise<Pane[]>
  /** What it says so far. `isOver`: others have read it, and nothing is blind any more. `openCount`: left for this judge. */
  shown: (
    drawn: Draw,
    judge: { openCount: number },
    deps: ReviewDeps,
  ) => Promise<Pick<ReviewQueue, 'basis' | 'sample' | 'reading' | 'empty'> & { isOver?: boolean }>
}

/** A task over what was drawn at random: a queue a draw, judged in one order by everyone. An item goes by its place, its id would tell when it was made. */
export function drawnTask({ name, words, noun, verdicts, ahead, ...kind }: Drawing): ReviewTask {
  return {
    name,
    isBlind: true,
    verdicts: () => verdicts,
    async heads(projectId, { store }) {
      const drawn = await listDraws(store, projectId, name)
      const left = drawn.reduce((sum, { size, judged }) => sum + size - judged, 0)
      return [{ task: name, queue: '', ...words, left }]
    },
    async read({ projectId, queue, by }, deps) {
      const head = { ...words, noun }
      if (queue === '')
        return {
          ...{ ...head, items: [], left: 0, earlier: await kind.earlier(projectId, deps) },
          ...(await kind.start(projectId, deps)),
        }
      const drawn = await findDraw(deps.store, queue, name)
      if (drawn?.projectId !== projectId) throw noSuchQueue(words.title.toLowerCase(), queue)
      const { items } = drawn
      const said = new Set(drawn.verdicts.filter((one) => one.by === by).map(({ place }) => place))
      const unsaid = items.filter(({ place }) => !said.has(place))
      const { isOver, ...shown } = await kind.shown(drawn, { openCount: unsaid.length }, deps)
      const open = isOver && unsaid.length === items.length ? [] : unsaid
      return {
        ...{ ...head, ...shown, left: open.length },
        ...{ done: items.length - unsaid.length, total: items.length },
        items: await Promise.all(
          open.slice(0, ahead).map(async ({ place, entry }) => {
            const { description, experience } = entry
            const lesson = lessonPane({ ...description, title: experience.title, parts: experience })
            const panes = [lesson, ...((await kind.beside?.(entry, deps)) ?? [])]
            return { id: String(place), card: { kind: 'panes' as const, panes } }
          }),
        ),
      }
    },
    async settle({ queue: id, by, subjects, verdict }, { store }) {
      const said = subjects.map((place) => ({ place: Number(place), verdict }))
      await judgeDrawn(store, name, { id, by, verdicts: said })
      return null
    },
    async itemOf(entryId, { queue }, { store }) {
      return String((await findDraw(store, queue, name))?.entryIds.indexOf(entryId))
    },
  }
}
