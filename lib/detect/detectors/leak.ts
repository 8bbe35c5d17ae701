import { scanLeaks } from '../../extract/leak-scan.ts'
import { isPlainWord } from '../../extract/mechanism-lexicon.ts'
import { PROPER } from '../../extract/rules/particulars.ts'
import { findSecretLike } from '../../extract/secret-scan.ts'
import { isWellKnown } from '../../extract/well-known-names.ts'
import type { NoiseType } from '../../memory/entry.ts'
import type { FindingSpan } from '../../memory/findings/finding.ts'
import type { Pattern } from '../../memory/rule.ts'
import { type Detector, faultOf, listOf, spansOf, textsOf } from '../detector.ts'

const WORDS: Partial<Record<NoiseType, string>> = {
  line: 'line number',
  instance: 'instance id',
  url: 'address',
}

/** Places of one machine or person that the abstraction's own scan leaves to this one. */
export const PERSONAL: readonly (Pattern & { note: string })[] = [
  {
    note: 'e-mail',
    pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}\b/g,
    says: ['ann@shop.example.org', 'a.b+c@x.example'],
    not: ['@decorator', 'a @ b', 'user@host'],
  },
  {
    note: 'IP address',
    pattern: /\b(?!0\.0\.0\.0|127\.0\.0\.1|255\.)(?:\d{1,3}\.){3}\d{1,3}(?::\d{2,5})?\b/g,
    says: ['10.1.2.3', '192.168.0.7:8080'],
    not: ['127.0.0.1', '0.0.0.0', '255.255.255.0', '1.2.3'],
  },
  {
    note: 'host',
    pattern: /\b[a-z][a-z0-9-]{1,40}(?:\.[a-z0-9-]{1,40}){0,3}\.(?:internal|local|corp|lan)\b/gi,
    says: ['db.internal', 'build-1.corp', 'build.a.lan'],
    not: ['a local name', 'internal.row', 'x.example'],
  },
  {
    note: 'test',
    pattern: /[\w./-]+::\w+(?:::\w+)*/g,
    says: ['tests/test_a.py::test_b', 'test_a.py::TestB::test_c'],
    not: ['a::', '::b', 'Vec :: new'],
  },
  {
    note: 'ticket',
    pattern: /\b(?!UTF|ISO|RFC|SHA|PEP|CVE|CWE|HTTP|AES|UTC|GMT|BM)[A-Z]{2,8}-\d{2,6}\b/g,
    says: ['SHOP-881', 'AB-12'],
    not: ['UTF-16', 'ISO-8859', 'RFC-2616', 'SHA-256', 'CVE-2024', 'X-1', 'shop-881'],
  },
]

/** A capital inside a sentence: a person, a firm, a town. */
export const PROPER_NAME: Pattern = {
  pattern: /(?<=[a-z,;] )[A-Z][a-z]{2,30}(?: [A-Z][a-z]{2,30}){0,2}\b(?![\w(.`"'’])/g,
  says: ['as Marit said', 'in Lillevik, the', 'by Ann Lee of'],
  not: ['Marit said', 'as JSON said', 'by AnnLee_2', 'call Map('],
}

/** Proper names that belong to nobody: of the trade, of the calendar, of a language or a method. */
const EVERYBODYS = new Set(
  `christmas easter greenwich ruby golang perl swift kotlin scala haskell elixir erlang clojure julia lua fortran cobol pascal dart basic postgres
   postgresql redis mongo mongodb kafka oracle maria kubernetes helm terraform ansible alpine fedora android darwin chromium edge webkit rails spring
   laravel express angular svelte nginx apache jenkins gradle maven cargo bazel webpack babel vite jest mocha cypress playwright selenium hypothesis
   celery jinja sphinx jupyter excel word google amazon microsoft apple azure arabic hebrew chinese japanese korean hangul thai turkish swedish
   european american roman julian cartesian gaussian euclidean laplace levenshtein bayesian fibonacci hamming huffman merkle bloom sonar github gitlab
   bitbucket slack yaml toml lisp earth enter escape shift control tab ctrl alt true false null`.split(/\s+/),
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
      // A note is about its repository: what is there is not of one run.
      const isNote = entry.extractor === 'notes'
      const spans = textsOf(entry).flatMap(({ field, text }) => {
        const personal = PERSONAL.flatMap((kind) =>
          isNote && kind.note === 'test' ? [] : spansOf({ field, text }, kind),
        )
        const noise = scanLeaks(text, own)
          .filter(({ type, text: word }) => type !== 'secret' && !STANDARD_ARGUMENTS.has(word))
          .filter(({ type, text: word }) => !isNote || !isOfRepository(type, word))
          .map(({ type, start, end }) => ({ field, start, end, note: WORDS[type] ?? type }))
          .filter((span) => isApart(span, personal))
        const named = [
          ...(isNote ? [] : namesOf(names)),
          { note: 'proper name', pattern: PROPER_NAME.pattern },
        ]
          .flatMap((kind) => spansOf({ field, text }, kind))
          .filter(
            ({ start, end, note }) => note !== 'proper name' || isSomebodys(field, text.slice(start, end)),
          )
          .filter((span) => isApart(span, noise) && isApart(span, personal))
        const found = [...noise, ...personal, ...named]
        // A password is the secret detector's: it belongs to no list twice.
        const secrets = found.length === 0 ? [] : findSecretLike(text)
        return found.filter((span) => isApart(span, secrets))
      })
      return faultOf(entry, spans, `Holds what belongs to one run: ${listOf(spans.map(({ note }) => note))}.`)
    })
  },
}

/** What a note may name: identifiers and paths inside its repository, not those of one machine. */
function isOfRepository(type: NoiseType, word: string): boolean {
  return type === 'identifier' || (type === 'path' && !/^(?:[/~\\]|[A-Za-z]:)/.test(word))
}

type Place = { start: number; end: number }

function isApart({ start, end }: Place, others: readonly Place[]): boolean {
  return !others.some((one) => start < one.end && one.start < end)
}

function isSomebodys(field: FindingSpan['field'], name: string): boolean {
  if (field === 'keywords' || field === 'title') return false // where capitals may be style
  return name
    .split(' ')
    .some(
      (word) =>
        !EVERYBODYS.has(word.toLowerCase()) && !PROPER.has(word) && !isPlainWord(word) && !isWellKnown(word),
    )
}

/** The repository's own names as whole words. */
function namesOf(names: readonly string[]): { note: string; pattern: RegExp }[] {
  return names.map((name) => ({
    note: 'name of the repository',
    pattern: new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'gi'),
  }))
}
