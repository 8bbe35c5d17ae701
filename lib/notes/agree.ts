import { HOLLOW } from '../detect/detectors/vague.ts'
import { wordsOf } from '../extract/mechanism-lexicon.ts'
import type { Note } from './split-notes.ts'

// The detectors were made for lessons, which say when, what and why. A note is one line, so what they find in notes is kept
// only where the words themselves show it. All limits ours, set on one half of the repositories of docs/audit.md.

/** Fewest telling words of two notes that say the same. */
const FEWEST_WORDS = 4
/** The same under other headings is often said of another thing; then it takes more words. */
const FEWEST_ELSEWHERE = 7
/** Most words of a note that says nothing, and how few of them may tell something. */
const MOST_WORDS = 14
const MOST_TELLING = 2

const FILLER = new Set(
  'the a an and or of to in on at for with by from that this it is are be as when use using always must should all any every via into your you we our'.split(
    ' ',
  ),
)
/** What stands under these says again, on purpose, what holds elsewhere, or tells what was once done. */
const AGAIN =
  /\b(?:check-?lists?|summary|short (?:form|version)|recap|tl;?dr|quick (?:reference|start|guide)|at a glance|recent changes|change-?logs?|release notes|what's new|active technologies)\b/i
const PLATITUDE =
  /\b(?:best practices?|clean code|clean and|readable|maintainable|well[- ](?:documented|structured|tested)|high[- ]quality|good code|robust|gracefully|properly|carefully|thorough\w*|comprehensive|meaningful|appropriate\w*|efficient\w*|as needed|when necessary|quality)\b/i

const NOTICE = /\bcopyright\b|©|all rights reserved|\bSPDX\b/i
/** The same of another language is another note. */
const LANGUAGE =
  /\b(?:python|typescript|javascript|golang|rust|java|kotlin|swift|php|ruby|dart|elixir|scala|sql|css|html|bash|firmware|front-?end|back-?end|client|server|mobile|ios|android)\b|\bc\+\+|\bc#/gi

/** Where a note points, or what a file is, is said in each list that needs it. */
const POINTER =
  /^(?:\W|please\b)*(?:see|read|refer|follow|consult)\b|^\W*(?:`[^`]*[/.][^`]*`|\[[^\]]+\]\([^)]+\))(?:\s*\([^)]*\))?\W*\s[-–—:]/i

const telling = (text: string) =>
  new Set(wordsOf(text).filter((word) => word.length > 1 && !FILLER.has(word)))
const piecesOf = (text: string) =>
  [...text.matchAll(/`([^`]+)`|(?<![\w.])\d[\d.,]*|https?:[^\s)]+|@?[\w.-]*\/[\w./-]+|\b[a-z]+[A-Z]\w*/g)]
    .map(([piece, code]) => code ?? piece)
    .sort()
    .join(' | ')

/** Telling words that two notes need besides the things they name: two that point to one file say the same only with these. */
const FEWEST_BESIDES = 3
const FEWEST_BESIDES_ELSEWHERE = 4
const besides = (text: string) => telling(text.replace(/`[^`]*`|\[[^\]]*\]\([^)]*\)|\S*\/\S*/g, ' '))

/** Whether two notes say the same in the same words, with the same pieces of code and numbers. */
export function saySame(a: Note, b: Note): boolean {
  // Nearly the same is most often meant: of 13 that were told so, 6 were right.
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  if (words(a.text) !== words(b.text)) return false
  if (NOTICE.test(a.text) || [a, b].some((one) => saysAgain(one) || isKeptTwice(one))) return false
  const isInPlace = JSON.stringify(a.context) === JSON.stringify(b.context)
  if (besides(a.text).size < (isInPlace ? FEWEST_BESIDES : FEWEST_BESIDES_ELSEWHERE)) return false
  const [mine, theirs] = [a, b].map(
    ({ file, context }) =>
      new Set(
        [file.path, ...context]
          .join(' ')
          .match(LANGUAGE)
          ?.map((word) => word.toLowerCase()),
      ),
  )
  if (mine && theirs && mine.size > 0 && theirs.size > 0 && ![...mine].some((word) => theirs.has(word)))
    return false
  if (telling(a.text).size < (isInPlace ? FEWEST_WORDS : FEWEST_ELSEWHERE)) return false
  // Under another heading of its file, in another row or as another step, the same words are of another thing.
  if (a.file === b.file && (!isInPlace || [a, b].some(isRowOrStep))) return false
  // Of two files of rules each is for its own work and needs its own; and files begin alike.
  if (a.file !== b.file && (![a, b].some(isInMainFile) || [a, b].every(isOpening))) return false
  if (POINTER.test(a.text)) return false
  const code = ({ code: lines }: Note) => lines.map(({ text }) => text.trim()).join('\n')
  return piecesOf(a.text) === piecesOf(b.text) && code(a) === code(b)
}

/** Whether it comes with every session by the name of its file; of files of rules each says what holds for its own work. */
const isInMainFile = ({ file }: Note) => file.everySession && !/\brules\//.test(file.path)

/** Whether a note stands in a summary, a list to tick off, or a list of changes. */
const saysAgain = (note: Note) =>
  AGAIN.test(note.context.join(' ')) || /^\s*[-*] \[[ x]\]/i.test(lineOf(note))

const isRowOrStep = (note: Note) => /^\s*(?:\||\d+[.)]\s)/.test(lineOf(note))

/** Whether a note is a paragraph at the head of its file, where files say what they are. */
const isOpening = (note: Note) => (note.context.length < 2 || note.fromLine <= HEAD_LINES) && !isItem(note)
const HEAD_LINES = 12

export const isItem = (note: Note) => /^\s*(?:[-*+]|\d+[.)])\s/.test(lineOf(note))

const lineOf = ({ file, fromLine }: Note) => file.text.split('\n')[fromLine - 1] ?? ''

/** Templates, examples and what a test reads hold copies on purpose. */
const isKeptTwice = ({ file }: Note) =>
  /(?:^|\/)\.?(?:templates?|examples?|samples?|fixtures?|testdata|__\w+__|tests?|scaffold\w*|starters?|boilerplates?|presets?|skills|vendor|third[_-]party|archives?|references?|old|\.?[\w-]*backups?)\//i.test(
    file.path,
  )

/** Whether a note promises something and names nothing. */
export function saysNothing({ text, code }: Note): boolean {
  const plain = text.replace(/[*_]/g, '')
  if (code.length > 0 || /[`\d/(]|\w\.\w|\w[A-Z]|(?<=\w\s)[A-Z]/.test(plain)) return false
  const words = wordsOf(plain)
  const empty = new Set(
    [...(plain.match(HOLLOW.pattern) ?? []), ...(plain.match(PLATITUDE) ?? [])].flatMap((piece) =>
      wordsOf(piece),
    ),
  )
  const told = [...telling(plain)].filter((word) => !empty.has(word) && !EVERYDAY.has(word))
  return (
    words.length >= 3 && words.length <= MOST_WORDS && PLATITUDE.test(plain) && told.length <= MOST_TELLING
  )
}

const EVERYDAY = new Set(
  'code write follow ensure make keep handle error errors test tests add provide good function functions variable variables name names comment comments do not change changes work file files'.split(
    ' ',
  ),
)
