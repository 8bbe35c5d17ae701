/** Writes lib/workbench/worlds/frozen.json: the workbench's tasks, made from the libraries by a seed. A maintainer's command. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withStrayRejections } from '../../lib/workbench/code/run-code.ts'
import { generateFreshWorlds, generateWorlds } from '../../lib/workbench/worlds/generate.ts'
import { hashOfWorld, librariesOf, readLibraries } from '../../lib/workbench/worlds/read-worlds.ts'

const SEED = 2026
/** Of the worlds that came later, with libraries of their own to be held out. */
const FRESH_SEED = 2027
const FRESH = ['feeds', 'grids', 'parsing', 'routes', 'scores', 'stock']
const rootPath = fileURLToPath(new URL('../..', import.meta.url))
const libraries = readLibraries(rootPath)
const part = (isFresh: boolean) =>
  new Map([...libraries].filter(([name]) => FRESH.includes(name) === isFresh))
const worlds = await withStrayRejections(async () => [
  ...(await generateWorlds(part(false), SEED)),
  ...(await generateFreshWorlds(part(false), part(true), FRESH_SEED)),
])
const task = (one: unknown) => `        ${JSON.stringify(one)}`
const text = worlds
  .map(({ name, about, training, heldOut }) => {
    const side = (tasks: readonly unknown[]) => `[\n${tasks.map(task).join(',\n')}\n      ]`
    return `    {\n      "name": ${JSON.stringify(name)},\n      "about": ${JSON.stringify(about)},\n      "training": ${side(training)},\n      "heldOut": ${side(heldOut)}\n    }`
  })
  .join(',\n')
writeFileSync(
  join(rootPath, 'lib/workbench/worlds/frozen.json'),
  `{\n  "seed": ${SEED},\n  "freshSeed": ${FRESH_SEED},\n  "worlds": [\n${text}\n  ]\n}\n`,
)
for (const world of worlds)
  console.log(
    `${world.name}: ${world.training.length} training, ${world.heldOut.length} held-out in ${new Set(world.heldOut.flatMap(({ faulty }) => faulty)).size} functions (${world.heldOut.filter(({ tempting }) => tempting).length} tempting), ${hashOfWorld(world, librariesOf(world, libraries))}`,
  )
