import { maskAnswer, maskComparison, maskPlayground } from '../extract/mask-answer.ts'
import { maskDetail, maskEpisode, maskRow } from '../extract/mask-entry.ts'
import { masked, maskTexts } from '../extract/mask-texts.ts'
import type { SavedRetrievalView } from '../memory/views/entries.ts'
import type { Services } from './services.ts'

/**
 * The one place where texts leave: for a page, a program, an agent. Whatever a service or a command gives has dots in place of
 * what looks like a secret, in every text however deep, unless it is named below. A new view is masked without being named.
 */

/** What readers get: everything but what only commands change with. */
export type Readable = Omit<Services, 'curation'>

type Method = (...input: never[]) => unknown
type Given<F> = F extends (...input: never[]) => infer Output ? Awaited<Output> : never
/** For each method, nested ones too: another way to mask what it gives. */
type Exceptions<T> = {
  [K in keyof T]?: T[K] extends Method ? (given: Given<T[K]>) => Given<T[K]> : Exceptions<T[K]>
}

const asItIs = <T>(given: T): T => given
/** What was asked is told back as it was asked: a link or a filter with dots in it would mean something else. */
const butAsked = <T extends { asked: unknown } | null>(sample: T): T =>
  sample && { ...maskTexts(sample), asked: sample.asked }

/** Named exceptions. Each says why. */
const SERVICES: Exceptions<Readable> = {
  memories: {
    // Names of projects are addresses.
    shell: asItIs,
    project: asItIs,
    findProject: asItIs,
    // A filter goes back in, to find what it says.
    resolveFilter: asItIs,
    listSavedViews: asItIs,
    // Masked whole, then cut: a secret that is cut through looks like none.
    overview: (view) => ({
      ...maskTexts(view),
      recentRetrievals: view.recentRetrievals.map((row) => ({
        ...row,
        text: masked(row.text).slice(0, 200),
      })),
    }),
    // A match of the search may cut through a secret.
    listEntries: (list) => ({ ...list, rows: list.rows.map(maskRow) }),
    // Steps were masked when they were read in, and are long.
    findEntry: (detail) => detail && maskDetail(detail),
    findEpisode: (detail) => detail && maskEpisode(detail),
    findStep: asItIs,
    // An export is the memory itself, to be brought in elsewhere.
    exportEntries: asItIs,
    activity: { lines: asItIs },
  },
  retrieval: {
    retrieve: maskAnswer,
    serve: maskAnswer,
    explore: maskPlayground,
    compare: maskComparison,
    // Words of the question.
    explain: asItIs,
    findSaved: (saved: SavedRetrievalView | null) => saved && { ...saved, answer: maskAnswer(saved.answer) },
    // Masked where its texts are cut, and kept so between questions.
    map: { view: asItIs, words: asItIs, kept: asItIs, idsInside: asItIs },
  },
  // A request is handed over word for word: it is known by the hash of its words. Its steps were masked when they were read in.
  models: { waiting: asItIs, request: asItIs, recording: asItIs },
  // Our own code and its figures; a packed row of figures may look like a secret.
  // Figures and names of instances; an id that is masked could not be chosen.
  experiments: { report: asItIs, two: asItIs, readFile: asItIs },
  triage: { samples: { find: butAsked } },
}

/** The services as readers get them. */
export function leaving({ curation: _, ...services }: Services): Readable {
  return guarded(services, SERVICES)
}

/** The same methods, what they give masked. Exported for its test. */
export function guarded<T extends object>(service: T, exceptions: Exceptions<T>): T {
  return Object.fromEntries(
    Object.entries(service).map(([name, member]) => {
      const how = exceptions[name as keyof T] as
        | Exceptions<object>
        | ((given: unknown) => unknown)
        | undefined
      if (typeof member !== 'function')
        return [name, guarded(member as object, (how ?? {}) as Exceptions<object>)]
      const mask = typeof how === 'function' ? how : maskTexts
      return [
        name,
        (...input: unknown[]) => {
          const given: unknown = (member as Method)(...(input as never[]))
          return given instanceof Promise ? given.then((value: unknown) => mask(value)) : mask(given)
        },
      ]
    }),
  ) as T
}
