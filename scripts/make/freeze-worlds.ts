/** Writes lib/workbench/worlds/frozen.json: the workbench's tasks, made from the libraries by a seed. A maintainer's command. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withStrayRejections } from '../../lib/workbench/code/run-code.ts'
import { generateWorlds } from '../../lib/workbench/worlds/generate.ts'
import { hashOfWorld, readLibraries } from '../../lib/workbench/worlds/read-worlds.ts'

const SEED = 2026
const rootPath = fileURLToPath(new URL('../..', import.meta.url))
const libraries = readLibraries(rootPath)
const worlds = await withStrayRejections(() => generateWorlds(libraries, SEED))
const task = (one: unknown) => `        ${JSON.stringify(one)}`
const text = worlds
  .map(({ name, about, training, heldOut }) => {
    const side = (tasks: readonly unknown[]) => `[\n${tasks.map(task).join(',\n')}\n      ]`
    return `    {\n      "name": ${JSON.stringify(name)},\n      "about": ${JSON.stringify(about)},\n      "training": ${side(training)},\n      "heldOut": ${side(heldOut)}\n    }`
  })
  .join(',\n')
writeFileSync(
  join(rootPath, 'lib/workbench/worlds/frozen.json'),
  `{\n  "seed": ${SEED},\n  "worlds": [\n${text}\n  ]\n}\n`,
)
for (const world of worlds)
  console.log(
    `${world.name}: ${world.training.length} training, ${world.heldOut.length} held-out (${world.heldOut.filter(({ tempting }) => tempting).length} tempting), ${hashOfWorld(world, libraries)}`,
  )
