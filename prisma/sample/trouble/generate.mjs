// Writes entries.jsonl and manifest.jsonl next to this file: the same bytes at each run. No clock, no dependency.
//   node prisma/sample/trouble/generate.mjs
import { writeFileSync } from 'node:fs'
import { credentials } from './credentials.mjs'
import { copied, edited, paraphrased } from './duplicates.mjs'
import { echoes } from './echoes.mjs'
import { poisoned, tooLong, vague } from './empty.mjs'
import { hardNegatives } from './hard-negatives.mjs'
import { hidden } from './hidden.mjs'
import { junk } from './junk.mjs'
import { leaks } from './leaks.mjs'
import { dataLessons } from './lessons-data.mjs'
import { flowLessons } from './lessons-flow.mjs'
import { contradictions, swapped } from './opposed.mjs'
import { stream } from './random.mjs'
import { risky } from './risky.mjs'

const REPOS = [
  'brackwater/tollgate',
  'cobblestone/meridiem',
  'fennimore/pressroom',
  'halyard-io/halyard',
  'larkspur/waybill',
  'oxbow/oxbow-cache',
  'quarrystone/lodestar',
  'mossgate/seedbank',
  'pellucid/slidebox',
  'rookery/perchlist',
  'stillwater/sluicegate',
  'thornbury/almanack',
  'umberfield/kilnlog',
  'vellum-dev/vellum',
  'wexcombe/signalbox',
  'yarrowgate/hopper',
]

const kinds = stream('kinds')

/** A kind is what the evidence of one run shows, so it must not tell a healthy lesson from junk. */
const sometimes = (lesson) =>
  lesson.kind === 'pattern' && kinds.below(7) === 0 ? { ...lesson, kind: 'undetermined' } : lesson
const anyKind = (entry) => ({ ...entry, kind: kinds.pick(['pattern', 'pattern', 'undetermined']) })

const healthy = [...dataLessons, ...flowLessons, ...hardNegatives].map(sometimes)
const byKey = new Map(healthy.map((lesson) => [lesson.key, lesson]))

function original(key) {
  const lesson = byKey.get(key)
  if (!lesson) throw new Error(`no healthy lesson ${key}`)
  return lesson
}

const copies = copied.map((of) => ({
  ...original(of),
  key: `copy-${of}`,
  of,
  note: `A copy of {${of}} from another instance.`,
}))
const edits = edited.map(({ of, change, note }) => ({
  ...original(of),
  ...change,
  key: `edit-${of}`,
  of,
  note: `Lightly edited {${of}}. ${note}`,
}))

const WRONG = (lesson) => `A sound ${lesson.right} lesson filed under ${lesson.category}.`

const groups = {
  none: healthy.map((lesson) => ({ ...lesson, note: lesson.note ?? 'healthy' })),
  'near-duplicate': [...copies, ...edits, ...paraphrased],
  leak: leaks,
  secret: credentials,
  'swapped-category': swapped.map((lesson) => ({ ...lesson, note: WRONG(lesson) })),
  vague,
  contradiction: contradictions,
  echo: echoes,
  junk: junk.map(anyKind),
  'hidden-text': hidden,
  risky,
  'too-long': tooLong,
  poisoned,
}

/** A seeded order in which an entry comes after the one it derives from, as it would in a store. */
function ordered(all) {
  const draw = stream('order')
  const place = new Map()
  for (const entry of all) {
    const after = entry.of ? place.get(entry.of) : 0
    place.set(entry.key, after + draw.next() * (1 - after))
  }
  return [...all].sort((a, b) => place.get(a.key) - place.get(b.key) || (a.key < b.key ? -1 : 1))
}

/** An invented instance for each entry, unless it names its own. */
function placed(all) {
  const draw = stream('instances')
  const taken = new Set(all.filter((entry) => entry.num).map((entry) => `${entry.repo}#${entry.num}`))
  const last = new Map(REPOS.map((repo) => [repo, 20 + draw.below(1500)]))
  const other = (repo) => REPOS[(REPOS.indexOf(repo) + 1 + draw.below(REPOS.length - 1)) % REPOS.length]
  const repoOf = new Map()
  return all.map((entry) => {
    const repo = entry.repo ?? (entry.of ? other(repoOf.get(entry.of)) : draw.pick(REPOS))
    repoOf.set(entry.key, repo)
    let num = entry.num
    while (!num) {
      last.set(repo, last.get(repo) + 1 + draw.below(11))
      if (!taken.has(`${repo}#${last.get(repo)}`)) num = last.get(repo)
    }
    const name = repo.split('/')[1]
    return { ...entry, repo, instanceId: `${name}__${name}-${num}` }
  })
}

const all = Object.entries(groups).flatMap(([trouble, list]) => list.map((entry) => ({ ...entry, trouble })))
const entries = placed(ordered(all)).map((entry, at) => ({
  ...entry,
  id: `t-${String(at + 1).padStart(3, '0')}`,
}))
const idOf = new Map(entries.map((entry) => [entry.key, entry.id]))
if (idOf.size !== entries.length) throw new Error('two entries share a key')

const named = (note) =>
  note.replace(/\{([a-z0-9-]+)\}/g, (_, key) => {
    if (!idOf.has(key)) throw new Error(`note names ${key}`)
    return idOf.get(key)
  })

function line(entry) {
  const { id, category, objective, keywords, title, kind, when, check, repo, instanceId } = entry
  return {
    id,
    category,
    objective,
    keywords,
    title,
    kind,
    when,
    do: entry.do,
    because: entry.because,
    check,
    repo,
    instanceId,
  }
}

const manifest = ({ id, trouble, of, note }) => ({
  id,
  trouble,
  ...(of ? { of: idOf.get(of) } : {}),
  note: named(note),
})

/** JSON in pure ASCII, so that hidden characters show as escapes. */
const ascii = (value) =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function write(name, rows) {
  writeFileSync(new URL(name, import.meta.url), `${rows.map(ascii).join('\n')}\n`)
}

write('entries.jsonl', entries.map(line))
write('manifest.jsonl', entries.map(manifest))
