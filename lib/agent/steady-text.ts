import { stripVTControlCharacters } from 'node:util'

/** What a machine's clock and version put into an output, and what stands in its place. */
const UNSTEADY: readonly (readonly [RegExp, string])[] = [
  [/(\bduration_ms:? ?)\d+(?:\.\d+)?/g, '$1…'],
  [/\((\d+(?:\.\d+)?)ms\)/g, '(… ms)'],
  [/^Node\.js v\d+\.\d+\.\d+$/gm, 'Node.js'],
  // A long listing: whose the files are, and what the file system makes of folders.
  [/^(d[rwxsStT-]{9}[.+@]?) +\d+ +\S+ +\S+ +\d+/gm, '$1 2 me me 4096'],
  [/^([-l][rwxsStT-]{9}[.+@]?) +(\d+) +\S+ +\S+/gm, '$1 $2 me me'],
  [/^total \d+(?:\.\d+)?[KM]?$/gm, 'total'],
  [/(\bnode:[\w/]+):\d+(?::\d+)?/g, '$1'],
]

/** The output of a command without what differs at every run: times that tests took, colours, the lines of Node's own code. So a replay meets the same prompts. */
export function steadyText(output: string): string {
  let text = stripVTControlCharacters(output).replaceAll('\r\n', '\n').replaceAll('\0', '')
  for (const [pattern, instead] of UNSTEADY) text = text.replace(pattern, instead)
  return text.trimEnd()
}
