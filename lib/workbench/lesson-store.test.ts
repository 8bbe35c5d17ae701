import { expect, it } from 'vitest'
import { descriptionText } from '../memory/text/words.ts'
import { drawStore } from './designs/frozen.ts'
import { learnAll, readTestWorld } from './fixtures/read-test-world.ts'
import { createLessonStore, type Question } from './lesson-store.ts'
import { createWorkbenchEmbedder } from './run-part.ts'
import { reportText } from './worlds/report.ts'

const embedder = createWorkbenchEmbedder()
const world = readTestWorld('recurring', 20, 1)
const episodes = await learnAll(world)
const lessons = episodes.flatMap((episode) => episode.lessons)
const QUESTION: Question = {
  text: 'Change the code: the result is one too high with zero input',
  category: 'EDIT',
  seed: 1,
  withoutInstance: null,
}
const idsOf = (found: readonly { id: string }[]) => found.map(({ id }) => id)

it('an episode is its lessons in order, each with where it is from and an id that sorts by creation', () => {
  const ids = idsOf(lessons)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...ids].sort()).toEqual(ids)
  for (const [position, { episodeId, instanceId, text, lessons: own }] of episodes.entries()) {
    const task = world.training[position]
    expect([instanceId, text]).toEqual([task?.id, task && reportText(task)])
    for (const lesson of own) expect(lesson).toMatchObject({ episodeId, instanceId, position })
  }
})

it.each(['EDIT', 'ANALYZE', 'REPRODUCE', 'VERIFY'] as const)(
  'gives the lesson of %s with the highest cosine, as a search over all of them does',
  async (category) => {
    const store = await createLessonStore(lessons, episodes, embedder)
    for (const { description } of lessons.slice(0, 12)) {
      const text = descriptionText(description)
      const [query] = await embedder.embed([text])
      const own = lessons.filter((lesson) => lesson.category === category)
      const vectors = await embedder.embed(own.map((lesson) => descriptionText(lesson.description)))
      const scores = vectors.map((vector) =>
        vector.reduce((sum, value, i) => sum + value * (query?.[i] ?? 0), 0),
      )
      const [found] = await store.best('subtask', { ...QUESTION, category, text })
      const at = own.findIndex(({ id }) => id === found?.id)
      expect(scores[at]).toBeCloseTo(Math.max(...scores), 6)
    }
  },
)

it('an empty store has nothing to offer, whatever it is asked', async () => {
  const store = await createLessonStore([], episodes, embedder)
  for (const strategy of ['subtask', 'global', 'instance', 'random', 'raw'])
    expect(await store.best(strategy, QUESTION)).toEqual([])
})

it('built at once or episode by episode it answers the same, and what came in since the last question counts', async () => {
  const whole = await createLessonStore(lessons, episodes, embedder)
  const grown = await createLessonStore([], [], embedder)
  const strategies = ['subtask', 'global', 'instance']
  const answers = async (store: typeof whole) =>
    await Promise.all(strategies.map(async (strategy) => idsOf(await store.best(strategy, QUESTION))))
  const seen = new Set<string>()
  for (const episode of episodes) {
    await grown.add(episode)
    seen.add(JSON.stringify(await answers(grown)))
  }
  expect(seen.size).toBeGreaterThan(2)
  expect(await answers(grown)).toEqual(await answers(whole))
})

it('instance memory gives the first lessons of the episode whose report is most alike, never those of two', async () => {
  const store = await createLessonStore(lessons, episodes, embedder)
  for (const { text, episodeId, lessons: own } of episodes) {
    const found = await store.best('instance', { ...QUESTION, text })
    expect(idsOf(found)).toEqual(idsOf(own.slice(0, 3)))
    expect(new Set(found.map((one) => one.episodeId))).toEqual(new Set([episodeId]))
  }
})

it('leaves out the task at hand where that is asked, and asks again for another task', async () => {
  const store = await createLessonStore(lessons, episodes, embedder)
  const [first] = await store.best('subtask', QUESTION)
  const [second] = await store.best('subtask', { ...QUESTION, withoutInstance: first?.instanceId ?? '' })
  expect(second?.instanceId).not.toBe(first?.instanceId)
  expect(await store.best('subtask', { ...QUESTION, withoutInstance: 'another' })).toEqual([first])
})

it('a drawn store of k lessons holds k, is part of the larger ones of its draw, and another draw draws others', async () => {
  /** The lessons of a store, found out by asking for them: at random, again and again. */
  async function held(size: number, seed: number): Promise<Set<string>> {
    const store = await drawStore(episodes, size, seed, embedder)
    const found = new Set<string>()
    for (const category of ['EDIT', 'ANALYZE', 'REPRODUCE', 'VERIFY'] as const)
      for (let n = 0; n < 150; n++)
        for (const { id } of await store.best('random', { ...QUESTION, category, text: `${n}`, seed: n }))
          found.add(id)
    return found
  }
  const [five, ten, other] = [await held(5, 1), await held(10, 1), await held(10, 2)]
  expect([five.size, ten.size, other.size]).toEqual([5, 10, 10])
  expect([...five].filter((id) => !ten.has(id))).toEqual([])
  expect([...ten].filter((id) => !other.has(id))).not.toEqual([])
})
