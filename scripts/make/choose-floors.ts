/** Chooses how near a lesson must lie to be told, on the training tasks of a world alone. A maintainer's command; writes nothing. */
import { fileURLToPath } from 'node:url'
import { CATEGORIES, type Category } from '../../lib/memory/category.ts'
import { attempt } from '../../lib/workbench/agent.ts'
import { armOf, learnerOf, memoryOf } from '../../lib/workbench/arms.ts'
import { withStrayRejections } from '../../lib/workbench/code/run-code.ts'
import { createLessonStore, mechanismOf } from '../../lib/workbench/lesson-store.ts'
import { learnFrom } from '../../lib/workbench/lessons.ts'
import { createWorkbenchEmbedder } from '../../lib/workbench/run-part.ts'
import { benchOf } from '../../lib/workbench/world-benches.ts'
import { readWorld } from '../../lib/workbench/worlds/read-worlds.ts'

const BUDGET = 40
const TRIED = [0, 0.6, 0.7, 0.8, 0.9, 0.97]
const NEVER: Record<Category, number | null> = { ANALYZE: null, REPRODUCE: null, EDIT: null, VERIFY: null }
const world = readWorld(
  process.argv[2] ?? 'fresh',
  fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, ''),
)
const embedder = createWorkbenchEmbedder()
const learner = learnerOf({ design: 'by-stage' })

await withStrayRejections(async () => {
  const tasks = await Promise.all(
    world.training.map(async (task, position) => {
      const bench = benchOf(world, task)
      const made = await attempt(bench, learner, BUDGET)
      return {
        task,
        bench,
        episode: learnFrom(bench, made, position),
        solved: await bench.passesHidden(made.source),
      }
    }),
  )
  console.log(
    `no memory: ${tasks.filter(({ solved }) => solved).length} of ${tasks.length} training tasks resolved`,
  )
  // The lessons of all other functions, as a held-out function will meet them.
  const stores = new Map(
    await Promise.all(
      [...new Set(tasks.map(({ task }) => task.faulty[0]))].map(async (name) => {
        const others = tasks.filter(({ task }) => task.faulty[0] !== name).map(({ episode }) => episode)
        const lessons = others.flatMap((episode) => episode.lessons)
        return [name, await createLessonStore(lessons, others, embedder)] as const
      }),
    ),
  )
  for (const stage of CATEGORIES) {
    for (const floor of TRIED) {
      const arm = { ...armOf('selective'), floors: { ...NEVER, [stage]: floor } }
      let [resolved, told, right, pairs, nearer] = [0, 0, 0, 0, 0]
      for (const { task, bench } of tasks) {
        const store = stores.get(task.faulty[0])
        if (!store) continue
        let isFirst = true
        const isRight = (name: string | null) => task.mechanisms.includes(name ?? '')
        const memory = memoryOf(arm, store, {
          taskId: task.id,
          seed: 1,
          misprediction: 0,
          byOutcome: true,
          heard(lessons, ranked) {
            if (!isFirst) return
            isFirst = false
            told += lessons.length
            right += lessons.filter((lesson) => isRight(mechanismOf(lesson))).length
            for (const a of ranked.filter(({ lesson }) => isRight(mechanismOf(lesson))))
              for (const b of ranked.filter(({ lesson }) => !isRight(mechanismOf(lesson)))) {
                pairs++
                nearer += a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0
              }
          },
        })
        const { source } = await attempt(bench, memory, BUDGET)
        if (await bench.passesHidden(source)) resolved++
      }
      const key = stage === 'EDIT' ? `, told ${told}, right ${right}, AUC ${(nearer / pairs).toFixed(3)}` : ''
      console.log(`${stage} from ${floor}: ${resolved} resolved${key}`)
    }
  }
})
