import { applyEdits, findNodeAtLocation, getNodeValue, type JSONPath, modify, parseTree } from 'jsonc-parser'
import { UserError } from '../../memory/errors.ts'

/** A change to a file that is another's: Loupe's part goes in and comes out, everything else stays to the byte. */
export type Edit = {
  add: (before: string) => string
  /** Without what `add` put in; anything else of the file stays, also what was there `before` in the same words. */
  remove: (now: string, before: string) => string
}

/** Values put into a JSON file, comments allowed: under a key, or at the end of a list. */
export function jsonEdit(
  path: string,
  parts: readonly { at: JSONPath; value: unknown; inList?: true }[],
): Edit {
  return {
    add: (before) =>
      parts.reduce((text, part) => addPart(path, text, part), before.trim() === '' ? '{}\n' : before),
    remove: (now, before) => {
      const hadText = before.trim() !== ''
      return [...parts].reverse().reduce((text, part) => {
        if (hadText && addPart(path, before, part) === before) return text
        const { at, value, inList } = part
        const found = findNodeAtLocation(parsed(path, text), at)
        if (!found) return text
        if (!inList) return change(text, at, undefined)
        const place = (found.children ?? []).findIndex((child) => isSame(getNodeValue(child), value))
        if (place === -1) return text
        // A list that Loupe began goes with its last value.
        const isOwn =
          found.children?.length === 1 && !(hadText && findNodeAtLocation(parsed(path, before), at))
        return change(text, isOwn ? at : [...at, place], undefined)
      }, now)
    },
  }
}

function addPart(
  path: string,
  text: string,
  { at, value, inList }: { at: JSONPath; value: unknown; inList?: true },
): string {
  const found = findNodeAtLocation(parsed(path, text), at)
  if (!inList) return found && isSame(getNodeValue(found), value) ? text : change(text, at, value)
  if (!found) return change(text, at, [value])
  if (found.type !== 'array') throw unreadable(path, `"${at.join('.')}" is no list`)
  const isThere = (found.children ?? []).some((child) => isSame(getNodeValue(child), value))
  return isThere ? text : change(text, [...at, -1], value, true)
}

function parsed(path: string, text: string) {
  const tree = parseTree(text, undefined, { allowTrailingComma: true })
  if (tree?.type === 'object') return tree
  throw unreadable(path, 'it is no JSON object')
}

function change(text: string, at: JSONPath, value: unknown, isArrayInsertion = false): string {
  const tab = /\n\t/.test(text)
  const width = /\n( +)"/.exec(text)?.[1]?.length ?? 2
  const formattingOptions = { insertSpaces: !tab, tabSize: width, eol: text.includes('\r\n') ? '\r\n' : '\n' }
  return applyEdits(text, modify(text, at, value, { formattingOptions, isArrayInsertion }))
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function unreadable(path: string, why: string): UserError {
  return new UserError('not-parsed', `${path} cannot be read: ${why}.`, {
    hint: 'Mend the file and connect again; nothing was changed.',
    place: path,
  })
}

const OPEN = '# >>> loupe'
const CLOSE = '# <<< loupe'

/** Lines put between two marks at the end of a file whose comments begin with `#`, or behind the line that `after` names. */
export function blockEdit(lines: (hasAnchor: boolean) => readonly string[], after?: RegExp): Edit {
  return {
    add(before) {
      const anchor = after?.exec(before)
      const block = [OPEN, ...lines(Boolean(anchor)), CLOSE, ''].join('\n')
      if (before.includes(block)) return before
      const clean = this.remove(before, '')
      const found = after?.exec(clean)
      if (found) {
        const at = found.index + found[0].length
        return `${clean.slice(0, at)}${block}${clean.slice(at)}`
      }
      return clean === '' || clean.endsWith('\n') ? clean + block : `${clean}\n${block}`
    },
    remove(now) {
      const start = now.indexOf(`${OPEN}\n`)
      const end = now.indexOf(`${CLOSE}\n`, start)
      return start === -1 || end === -1 ? now : now.slice(0, start) + now.slice(end + CLOSE.length + 1)
    },
  }
}
