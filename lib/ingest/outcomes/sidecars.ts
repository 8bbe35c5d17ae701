/** A file of outcomes that lies among runs. */
export interface OutcomeFile {
  name: string
  outcomes: ReadonlyMap<string, 'resolved' | 'unresolved'>
}

/** What several files of outcomes agree on for the runs of one folder. */
interface Sidecar {
  names: string[]
  outcomes: Map<string, 'resolved' | 'unresolved'>
}

/** Fewest words by which a file of outcomes may be named after a folder of runs. Ours. */
const FEWEST_WORDS = 3

export function looksLikeOutcomes(name: string): boolean {
  return /(?:^|[/\\._-])(?:reports?|results?)(?:\.jsonl?$|[/\\_-])/i.test(name) && /\.jsonl?$/i.test(name)
}

/**
 * The outcomes for the runs of a folder: of the files that lie in it or above it, else of those that are named after it. An instance
 * on which they differ stays unknown. Null where there are none.
 */
export function sidecarOf(folder: string, files: readonly OutcomeFile[]): Sidecar | null {
  const above = files.filter(({ name }) => {
    const own = folderOf(name)
    return isReport(name) && (own === folder || own === '' || folder.startsWith(`${own}/`))
  })
  const named =
    above.length > 0 ? above : files.filter(({ name }) => isNamedAfter(stemOf(name), stemOf(folder)))
  if (named.length === 0) return null
  const outcomes: Sidecar['outcomes'] = new Map()
  const contradicted = new Set<string>()
  for (const file of named)
    for (const [id, outcome] of file.outcomes) {
      if ((outcomes.get(id) ?? outcome) !== outcome) contradicted.add(id)
      outcomes.set(id, outcome)
    }
  for (const id of contradicted) outcomes.delete(id)
  return { names: named.map(({ name }) => name), outcomes }
}

/** `report.json`, `x.report.json`, `results.jsonl`: it speaks of what lies beside and below it. */
function isReport(name: string): boolean {
  return /(?:^|[/._-])(?:reports?|results?)\.jsonl?$/i.test(name)
}

/** Each part of the folder's name stands in the file's: `claude-3.5-sonnet_v0.15` in `openhands-0.15_claude-3.5-sonnet`. */
function isNamedAfter(file: string, folder: string): boolean {
  const parts = folder
    .split(/[_\s]+/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
  if (parts.flat().length < FEWEST_WORDS) return false
  const own = ` ${wordsOf(file).join(' ')} `
  return parts.every((words) => own.includes(` ${words.join(' ')} `))
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/^v(?=\d)/, ''))
    .filter((word) => word !== '')
}

export function folderOf(name: string): string {
  return name.replaceAll('\\', '/').split('/').slice(0, -1).join('/')
}

function stemOf(name: string): string {
  return (name.split('/').at(-1) ?? name).replace(/\.jsonl?$/i, '')
}
