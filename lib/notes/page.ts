import type { Audit, Said } from './audit.ts'
import type { Gone } from './gone.ts'
import type { Note } from './split-notes.ts'

/** Kinds that are told as possible and not as found; of the others *gone* alone was right often enough to be told as certain. */
const POSSIBLE: readonly string[] = ['maybe', 'contradictions']
export const doubtOf = (kind: keyof typeof KINDS) => {
  const doubt = kind === 'gone' ? '' : POSSIBLE.includes(kind) ? 'possible: ' : 'doubtful: '
  return `${doubt}${KINDS[kind].right} were right when measured`
}

/** What each kind is called, and how many of its findings were right when they were read by hand (docs/audit.md). */
export const KINDS = {
  gone: { title: 'Name what is gone', right: '87 of 88' },
  maybe: { title: 'Name what is not there, and may never have been', right: '38 of 70' },
  contradictions: { title: 'To compare: two answers to one question', right: '1 of 2' },
  same: { title: 'Say the same', right: '5 of 6' },
  nothing: { title: 'Say nothing', right: '24 of 55' },
  risky: { title: 'Are risky', right: '2 of 11' },
  secrets: { title: 'Hold what looks like a secret', right: '0 of 1' },
} as const

/** One row: the place, what is said of it, and the note; a pair has two. */
interface Row {
  notes: { place: string; text: string }[]
  sentence: string
}

/** The findings of an audit by kind, as rows. Secrets are not quoted. */
export function rowsOf(audit: Audit): { kind: keyof typeof KINDS; rows: Row[] }[] {
  const said = ({ note, other, sentence }: Said): Row => ({
    notes: [quote(note), ...(other ? [quote(other)] : [])],
    sentence,
  })
  const gone = (one: Gone): Row => ({
    notes: [quote(one.note, one.line)],
    sentence: `${one.kind} ${one.runner === '' ? '' : `${one.runner} `}${one.name}: ${one.sentence}`,
  })
  return [
    { kind: 'gone', rows: audit.gone.filter(({ certainty }) => certainty === 'proven').map(gone) },
    { kind: 'same', rows: audit.same.map(said) },
    { kind: 'nothing', rows: audit.nothing.map((one) => ({ ...said(one), sentence: '' })) },
    { kind: 'risky', rows: audit.risky.map(said) },
    {
      kind: 'secrets',
      rows: audit.secrets.map((one) => ({
        sentence: one.sentence,
        notes: [{ ...quote(one.note), text: '(not shown)' }],
      })),
    },
    { kind: 'maybe', rows: audit.gone.filter(({ certainty }) => certainty === 'doubtful').map(gone) },
    { kind: 'contradictions', rows: audit.contradictions.map(said) },
  ]
}

function quote(note: Note, line = note.fromLine): Row['notes'][number] {
  const isCode = line !== note.fromLine && note.code.some((one) => one.line === line)
  const text = isCode ? (note.code.find((one) => one.line === line)?.text.trim() ?? '') : note.text
  return { place: `${note.file.path}:${line}`, text: text.length > 240 ? `${text.slice(0, 239)}…` : text }
}

/** Copies that are named. Ours. */
const MOST_COPIES = 3

/** The first lines of an audit, as sentences. */
export function headOf({
  files,
  notes,
  gone,
  contradictions,
  same,
  copies,
  nothing,
  risky,
  secrets,
  tokens,
  hasGit,
}: Audit): string[] {
  const count = (n: number, one: string, many = `${one}s`) =>
    `${n.toLocaleString('en')} ${n === 1 ? one : many}`
  const proven = new Set(gone.filter(({ certainty }) => certainty === 'proven').map(({ note }) => note)).size
  return [
    `${count(notes.length, 'note')} in ${count(files.length, 'file')}`,
    `${count(proven, 'note names', 'notes name')} what is gone, ${count(same.length, 'pair says', 'pairs say')} the same, ${nothing.length} say nothing, ${risky.length} are risky, ${count(secrets.length, 'holds', 'hold')} what looks like a secret`,
    ...(contradictions.length === 0
      ? []
      : [
          `To compare, not counted: ${count(contradictions.length, 'pair gives', 'pairs give')} two answers to one question (${KINDS.contradictions.right} were right when measured)`,
        ]),
    ...(copies.length === 0
      ? []
      : [
          `Copies for another agent: ${copies
            .slice(0, MOST_COPIES)
            .map(({ file, of, count: shared }) => `${file.path} has ${shared} notes of ${of.path}`)
            .join(', ')}${copies.length > MOST_COPIES ? `, and ${copies.length - MOST_COPIES} more` : ''}`,
        ]),
    tokens.length === 0
      ? 'Nothing comes with every session'
      : `Tokens every session, about: ${tokens.map(({ reader, count: of }) => `${reader} ${of.toLocaleString('en')}`).join(', ')}`,
    ...(hasGit
      ? []
      : ['Not a git repository: nothing can be proven to be gone, and symbols are not looked up']),
  ]
}

const STYLE = `:root{color-scheme:light dark;--bg:#fff;--well:#fafafb;--text:#17181a;--text-2:#4a4e55;--text-3:#61666f;--line:#e3e4e7;--warning:#855b00}
@media(prefers-color-scheme:dark){:root{--bg:#131416;--well:#18191c;--text:#ececee;--text-2:#b3b7be;--text-3:#969ba4;--line:#25272b;--warning:#dfae49}}
body{margin:0 auto;max-width:960px;padding:24px;background:var(--bg);color:var(--text);font:13px/20px Geist,Inter,system-ui,sans-serif;font-variant-numeric:tabular-nums}
h1{font:500 22px/30px inherit;font-size:22px;font-weight:500;letter-spacing:-.014em;margin:4px 0}h2{font-size:16px;font-weight:500;margin:32px 0 0}p{margin:4px 0}
.t3{color:var(--text-3)}.d{color:var(--warning);border-bottom:1px dotted}section>div{border-top:1px solid var(--line);padding:8px 0}
code,.m{font:12px/18px "Geist Mono",ui-monospace,Menlo,Consolas,monospace;color:var(--text-2)}blockquote{margin:4px 0;padding:4px 12px;background:var(--well);border-left:2px solid var(--line);overflow-wrap:anywhere}` // biome-ignore format: a style sheet

const shown = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The audit as one page that needs nothing else: no script, no font, no address. */
export function pageOf(audit: Audit, name: string): string {
  const [first = '', verdict = '', ...basis] = headOf(audit)
  const sections = rowsOf(audit)
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, rows }) => {
      const { title } = KINDS[kind]
      const body = rows.map(
        ({ notes, sentence }) =>
          `<div>${sentence === '' ? '' : `<p>${shown(sentence)}</p>`}${notes.map(({ place, text }) => `<p class="m">${shown(place)}</p><blockquote>${shown(text)}</blockquote>`).join('')}</div>`,
      )
      return `<section><h2>${title} <span class="t3">${rows.length} ·</span> <span class="d t3">${doubtOf(kind)}</span></h2>${body.join('')}</section>`
    })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Notes of ${shown(name)}</title><style>${STYLE}</style>
<p class="t3">Do the notes for agents in ${shown(name)} still hold?</p><h1>${shown(verdict)}</h1><p class="t3">${[first, ...basis].map(shown).join(' · ')}</p>
${sections.join('\n')}</html>\n`
}
