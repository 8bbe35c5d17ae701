import { scanLeaks } from '../../extract/leak-scan.ts'
import { isPlainWord } from '../../extract/mechanism-lexicon.ts'
import { findSecretLike } from '../../extract/secret-scan.ts'
import { isWellKnown } from '../../extract/well-known-names.ts'
import type { FindingSpan } from '../../memory/findings/finding.ts'
import type { NoiseType } from '../../memory/subtask.ts'
import { type Detector, faultOf, listOf, spansOf, textsOf } from '../detector.ts'

const WORDS: Partial<Record<NoiseType, string>> = {
  line: 'line number',
  instance: 'instance id',
  url: 'address',
}

/** Places of one machine or person that the abstraction's own scan leaves to this one. */
const PERSONAL: readonly { note: string; pattern: RegExp }[] = [
  { note: 'e-mail', pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g },
  {
    note: 'IP address',
    pattern: /\b(?!0\.0\.0\.0|127\.0\.0\.1|255\.)(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?\b/g,
  },
  {
    note: 'host',
    pattern: /\b[a-z][a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){0,3}\.(?:internal|local|corp|lan)\b/gi,
  },
  { note: 'test', pattern: /[\w./-]+::\w+(?:::\w+)*/g },
  { note: 'ticket', pattern: /\b(?!UTF|ISO|RFC|SHA|PEP|CVE|CWE|HTTP|AES|UTC|GMT|BM)[A-Z]{2,8}-\d{2,6}\b/g },
]

/** A capital inside a sentence: a person, a firm, a town. */
const PROPER_NAME = /(?<=[a-z,;] )[A-Z][a-z]{2,30}(?: [A-Z][a-z]{2,30}){0,2}\b(?![\w(.`"'’])/g

/** Proper names that belong to nobody: of the trade, of the calendar, of a language or a method. */
const EVERYBODYS = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
   christmas easter greenwich python java ruby rust golang perl swift kotlin scala haskell elixir erlang clojure julia lua fortran cobol pascal dart basic
   postgres postgresql redis mongo mongodb kafka oracle maria docker kubernetes helm terraform ansible linux windows unix posix ubuntu debian alpine fedora
   android darwin chrome chromium firefox safari edge webkit django flask rails spring laravel express react angular vue svelte nginx apache jenkins gradle maven
   cargo bazel webpack babel vite jest mocha cypress playwright selenium hypothesis celery jinja sphinx jupyter markdown excel word google amazon microsoft apple
   azure unicode latin cyrillic greek arabic hebrew chinese japanese korean hangul thai turkish english german french spanish swedish european american roman
   gregorian julian boolean cartesian gaussian euclidean fourier laplace levenshtein bayesian markov poisson fibonacci hamming huffman merkle bloom unicode
   internet sonar github gitlab bitbucket slack yaml json toml lisp earth enter escape shift control tab ctrl alt true false none null`.split(
    /\s+/,
  ),
)

/** Arguments of the standard library that look like somebody's own. */
const STANDARD_ARGUMENTS = new Set(
  `sort_keys ensure_ascii allow_nan object_hook parse_float check_circular exist_ok missing_ok follow_symlinks capture_output start_new_session max_workers
   check_same_thread isolation_level row_factory default_factory ignore_errors dir_fd return_exceptions`.split(
    /\s+/,
  ),
)

export const leak: Detector = {
  name: 'leak',
  definition:
    'Names one run only: a path, an identifier of the repository, a line number, an instance id, a ticket, an address, or what has the name of a person or a firm (a capital inside a sentence). A later task cannot use it.',
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const own = entry.repo?.split(/[/_]/).at(-1) ?? null
      const names = (entry.repo ?? '')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((name) => name.length > 3 && !isPlainWord(name) && !isWellKnown(name.toLowerCase()))
      const spans = textsOf(entry).flatMap(({ field, text }) => {
        const noise = scanLeaks(text, own).flatMap(({ type, start, end, text: word }) =>
          type === 'secret' || STANDARD_ARGUMENTS.has(word)
            ? []
            : [{ field, start, end, note: WORDS[type] ?? type }],
        )
        const personal = [...PERSONAL, ...namesOf(names), { note: 'proper name', pattern: PROPER_NAME }]
          .flatMap((kind) => spansOf({ field, text }, kind))
          .filter(
            ({ start, end, note }) => note !== 'proper name' || isSomebodys(field, text.slice(start, end)),
          )
          .filter(({ start, end }) => !noise.some((span) => start < span.end && span.start < end))
        const found = [...noise, ...personal]
        // A password is the secret detector's: it belongs to no list twice.
        const secrets = found.length === 0 ? [] : findSecretLike(text)
        return found.filter(({ start, end }) => !secrets.some((one) => start < one.end && one.start < end))
      })
      return faultOf(entry, spans, `Holds what belongs to one run: ${listOf(spans.map(({ note }) => note))}.`)
    })
  },
}

function isSomebodys(field: FindingSpan['field'], name: string): boolean {
  if (field === 'keywords' || field === 'title') return false // where capitals may be style
  return name
    .split(' ')
    .some((word) => !EVERYBODYS.has(word.toLowerCase()) && !isPlainWord(word) && !isWellKnown(word))
}

/** The repository's own names as whole words. */
function namesOf(names: readonly string[]): { note: string; pattern: RegExp }[] {
  return names.map((name) => ({
    note: 'name of the repository',
    pattern: new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'gi'),
  }))
}
