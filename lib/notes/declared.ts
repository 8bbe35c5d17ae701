import { jsonOf } from '../memory/text/json-lines.ts'
import type { Tree } from './tree.ts'

const lines = (pattern: RegExp) => (text: string) => [...text.matchAll(pattern)].map(([, name = '']) => name)
const keysOf = (value: unknown) => (value !== null && typeof value === 'object' ? Object.keys(value) : [])
const partOf = (text: string, part: string): unknown => {
  const value = jsonOf(text)
  return value !== null && typeof value === 'object' ? Reflect.get(value, part) : undefined
}

/** Where each runner's commands are declared. */
const COMMANDS: Record<string, { file: RegExp; names: (text: string) => string[] }> = {
  npm: { file: /(?:^|\/)package\.json$/, names: (text) => keysOf(partOf(text, 'scripts')) },
  make: { file: /(?:^|\/)(?:GNU)?[Mm]akefile[^/]*$|\.mk$/, names: (text) => lines(/^([^\s:#=][^:#=]*?)\s*::?(?!=)/gm)(text).flatMap((targets) => targets.split(/\s+/)) },
  just: { file: /(?:^|\/)\.?[Jj]ustfile$|\.just$/, names: lines(/^@?(?:alias\s+)?([A-Za-z_][\w-]*)(?=[^\n]*:)/gm) },
  task: { file: /(?:^|\/)[Tt]askfile[^/]*\.ya?ml$/, names: lines(/^\s{2,4}'?"?([\w:.-]+?)'?"?:\s*$/gm) },
  tox: { file: /(?:^|\/)tox\.ini$/, names: lines(/^\[testenv:([^\]]+)\]/gm) },
  cargo: { file: /(?:^|\/)\.cargo\/config(?:\.toml)?$/, names: lines(/^([\w-]+)\s*=/gm) },
} // biome-ignore format: one table, read as one

const PACKAGES: readonly { file: RegExp; names: (text: string) => string[] }[] = [
  {
    file: /(?:^|\/)package\.json$/,
    names: (text) => [
      String(partOf(text, 'name')),
      ...['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].flatMap((part) => keysOf(partOf(text, part))),
    ],
  },
  { file: /(?:^|\/)(?:pyproject\.toml|requirements[^/]*\.txt|setup\.(?:cfg|py))$/, names: lines(/^\s*["']?([A-Za-z][\w.-]*)(?:\[[\w,-]+\])?["']?\s*(?:[=<>~!]=?|[",])/gm) },
  { file: /(?:^|\/)Cargo\.toml$/, names: lines(/^([A-Za-z][\w-]*)\s*=/gm) },
] // biome-ignore format: one table, read as one

/** Names of commands by runner, for the runners asked for; what a runner's own files do not declare is not among them. */
export async function commandsOf(
  tree: Tree,
  runners: ReadonlySet<string>,
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const runner of runners) {
    const declared = COMMANDS[runner]
    if (declared) found.set(runner, await namesIn(tree, [declared]))
  }
  return found
}

/** Names of the packages a tree depends on, and of its own. */
export async function packagesOf(tree: Tree): Promise<Set<string>> {
  return await namesIn(tree, PACKAGES)
}

async function namesIn(tree: Tree, declared: typeof PACKAGES): Promise<Set<string>> {
  const names = new Set<string>()
  for (const { file, names: namesOf } of declared)
    for (const path of tree.paths)
      if (file.test(path)) for (const name of namesOf((await tree.read(path)) ?? '')) names.add(name)
  return names
}
