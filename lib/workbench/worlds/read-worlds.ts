import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { UserError } from '../../memory/errors.ts'
import { type Library, readLibrary } from '../code/library.ts'
import { type World, worldSchema } from './bench-task.ts'

/** Where the worlds lie, below the product's folder. */
const FOLDER = 'lib/workbench/worlds'

export interface FrozenWorld extends World {
  /** SHA-256 over the tasks and the libraries they are made from, hex. */
  hash: string
  libraries: ReadonlyMap<string, Library>
}

/** The libraries by name, with their tests. */
export function readLibraries(rootPath: string): Map<string, Library> {
  const folder = join(rootPath, FOLDER, 'libraries')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => name.slice(0, -'.mjs'.length))
    .sort()
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return new Map(
    names.map((name) => [name, readLibrary(name, read(`${name}.mjs`), read(`${name}.tests.txt`))]),
  )
}

/** Names and one line about each world there is, in the order of the frozen file. */
export function listWorlds(rootPath: string): World[] {
  const text = readFileSync(join(rootPath, FOLDER, 'frozen.json'), 'utf8')
  return z.object({ worlds: z.array(worldSchema) }).parse(JSON.parse(text)).worlds
}

/** A world as it was frozen. Throws a UserError that lists the worlds there are. */
export function readWorld(name: string, rootPath: string): FrozenWorld {
  const worlds = listWorlds(rootPath)
  const world = worlds.find((one) => one.name === name)
  if (!world)
    throw new UserError('unknown-world', `There is no world "${name.slice(0, 40)}".`, {
      hint: `Choose one of ${worlds.map((one) => one.name).join(', ')}.`,
      place: 'world',
    })
  const libraries = librariesOf(world, readLibraries(rootPath))
  return { ...world, libraries, hash: hashOfWorld(world, libraries) }
}

/** Those that its tasks are of: a library more changes no world that does not use it. */
function librariesOf(
  { training, heldOut }: World,
  all: ReadonlyMap<string, Library>,
): ReadonlyMap<string, Library> {
  const used = new Set([...training, ...heldOut].map(({ library }) => library))
  return new Map([...all].filter(([name]) => used.has(name)))
}

/** SHA-256 over what decides every result of a world: its tasks, and the code and tests of the libraries. */
function hashOfWorld(world: World, libraries: ReadonlyMap<string, Library>): string {
  const hash = createHash('sha256').update(JSON.stringify(world))
  for (const { name, source, tests } of libraries.values()) hash.update(JSON.stringify([name, source, tests]))
  return hash.digest('hex')
}
