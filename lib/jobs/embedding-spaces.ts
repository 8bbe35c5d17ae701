import { listEntryTexts } from '../db/entries/entry-detail.ts'
import { listEpisodeTexts } from '../db/episodes/episode-texts.ts'
import type { Store } from '../db/store.ts'
import { listChangedProjects } from '../db/vectors/index-feed.ts'
import {
  chooseEmbedder,
  countApproved,
  countVectors,
  findCurrentEmbedder,
  findProbe,
} from '../db/vectors/vectors.ts'
import type { Embedder } from '../llm/embedder.ts'
import {
  EARLIEST_EMBEDDER_ID,
  type EmbedderOffer,
  type EmbedderRoster,
  notSetUp,
  unavailableEmbedder,
} from '../llm/embedder-roster.ts'
import { expectSameModel } from '../llm/same-model.ts'
import { rememberVectors } from '../llm/vector-memory.ts'
import type { EmbedderView } from '../memory/embedders.ts'
import { UserError } from '../memory/errors.ts'
import { createChanceCache } from '../retrieval/chance.ts'
import type { CosineIndex } from '../retrieval/cosine-index.ts'
import type { HeldBack } from '../retrieval/explain/rejected.ts'
import { createFreshIndex } from '../retrieval/fresh-index.ts'
import { createVerdictFits } from '../retrieval/own-fit.ts'
import { createPreparedCache } from '../retrieval/prepared.ts'
import { createRevisionCache } from '../retrieval/revision-cache.ts'
import { createRunQuestions } from '../retrieval/run-questions.ts'
import { scopeFilter } from '../retrieval/scope.ts'
import type { Corpus } from '../retrieval/strategies/strategy.ts'
import { createBackgroundCache } from '../retrieval/unrelated-pairs.ts'

/**
 * One space of vectors: an embedder, and everything that was made of its vectors. Whoever compares takes both from the same
 * space, so that vectors of two models cannot meet.
 */
export type Space = ReturnType<typeof createSpace>

/** The spaces of a store, with the current one ready. */
export async function createSpaces(store: Store, roster: EmbedderRoster, choices?: Corpus['choices']) {
  const spaces = new Map<string, Space>()
  const offerOf = (id: string) => roster.offers.find((offer) => offer.id === id)

  const dimensionOf = (id: string) => findDimension(store, offerOf(id), id)

  async function embedderOf(id: string, dimension: number, use: 'ask' | 'work'): Promise<Embedder> {
    const offer = offerOf(id)
    if (!offer) return unavailableEmbedder(id, dimension, roster.fault)
    const embedder = offer.open(dimension, use)
    const probe = offer.isRemote ? await findProbe(store, id) : null
    return probe ? expectSameModel(embedder, probe) : embedder
  }

  async function spaceOf(id: string): Promise<Space> {
    const known = spaces.get(id)
    if (known) return known
    const dimension = await dimensionOf(id)
    if (dimension === null) throw noVectors(id, 'No entry has a vector of it.')
    const [working, asking] = [
      await embedderOf(id, dimension, 'work'),
      await embedderOf(id, dimension, 'ask'),
    ]
    const made = spaces.get(id) ?? createSpace(store, working, asking, choices)
    spaces.set(id, made)
    return made
  }

  let current = await spaceOf((await findCurrentEmbedder(store)) ?? (await settleEmbedder(store, roster)))

  return {
    /** The space that retrieval serves and writers write. It changes once, when a re-embedding ends. */
    current: () => current,
    /** The space of an embedder. Throws UserError `no-vectors` when nothing was ever embedded with it. */
    async of(id: string): Promise<Space> {
      if (id === current.id) return current
      const { models } = await countVectors(store)
      if (offerOf(id) === undefined && !models.some(({ model }) => model === id))
        throw noSuchEmbedder(id, roster)
      return await spaceOf(id)
    },
    /** The embedder of an offer, to make vectors with. Throws UserError `no-such-embedder`. */
    async open(id: string, use: 'ask' | 'work'): Promise<Embedder> {
      if (!offerOf(id)) throw noSuchEmbedder(id, roster)
      const dimension = await dimensionOf(id)
      if (dimension === null) throw noVectors(id, 'Its server was never asked.')
      return await embedderOf(id, dimension, use)
    },
    /** Why nothing can be embedded in the current space at the moment, as far as is known; null when nothing speaks against it. */
    fault(): UserError | null {
      const offer = offerOf(current.id)
      return offer ? offer.fault() : notSetUp(current.id, roster.fault)
    },
    /** Loads what the current space needs, so that the first question need not wait. */
    async load() {
      await offerOf(current.id)?.load()
    },
    /** The store went over; later calls of `current` say so. */
    async goOver(id: string) {
      current = await spaceOf(id)
    },
    /** The vectors of an embedder were removed. */
    forget: (id: string) => void spaces.delete(id),
    list: () => listSpaces(store, roster, current.id),
  }
}
export type Spaces = Awaited<ReturnType<typeof createSpaces>>

async function findDimension(
  store: Store,
  offer: EmbedderOffer | undefined,
  id: string,
): Promise<number | null> {
  return offer?.dimension ?? (await findProbe(store, id))?.length ?? null
}

/** Every space there is or could be. */
async function listSpaces(store: Store, roster: EmbedderRoster, currentId: string): Promise<EmbedderView[]> {
  const { entryCount, models } = await countVectors(store)
  const ids = [...new Set([...roster.offers.map(({ id }) => id), ...models.map(({ model }) => model)])]
  return await Promise.all(
    ids.map(async (id) => {
      const offer = roster.offers.find((one) => one.id === id)
      const stored = models.find(({ model }) => model === id)
      const dimension = stored?.dimension ?? (await findDimension(store, offer, id))
      const entries = stored?.count ?? 0
      const fault = offer?.fault() ?? null
      return {
        id,
        what: offer?.what ?? 'not set up here; only its vectors are left',
        dimension,
        entries,
        current: id === currentId,
        complete: entries === entryCount,
        remote: offer?.isRemote ?? id.startsWith('openai:'),
        available: offer !== undefined && fault === null,
        fault: fault?.message ?? null,
        bytes: dimension === null ? null : entries * dimension * 4,
      }
    }),
  )
}

/**
 * Decides once which embedder a folder has that was never told one: a new folder gets the roster's first, or the earliest where
 * that cannot be used on this machine; a folder with entries keeps what they were embedded with.
 */
async function settleEmbedder(store: Store, roster: EmbedderRoster): Promise<string> {
  const { entryCount } = await countVectors(store)
  const id = entryCount > 0 ? EARLIEST_EMBEDDER_ID : await firstEmbedder(roster)
  await store.record((tx) => chooseEmbedder(tx, id))
  return id
}

async function firstEmbedder({ first, offers }: EmbedderRoster): Promise<string> {
  const builtIn = offers.filter(({ isRemote }) => !isRemote)
  const offer = builtIn.find(({ id }) => id === first)
  if (!offer)
    throw new UserError('no-such-embedder', `A new data folder cannot begin with ${first.slice(0, 80)}.`, {
      hint: `LOUPE_EMBEDDER names one of ${builtIn.map(({ id }) => id).join(', ')}; others can be gone over to later.`,
      place: 'LOUPE_EMBEDDER',
    })
  return (await offer.load()) === null ? offer.id : EARLIEST_EMBEDDER_ID
}

function createSpace(store: Store, embedder: Embedder, asking: Embedder, choices: Corpus['choices']) {
  const questions = rememberVectors(asking)
  const runQuestions = createRunQuestions(store, embedder)
  const once = createRevisionCache(128, (revision) => listChangedProjects(store, revision))
  const [retired, candidate, quarantined] = [
    createFreshIndex(store, embedder, 'retired'),
    createFreshIndex(store, embedder, 'candidate'),
    createFreshIndex(store, embedder, 'quarantined'),
  ]
  return {
    id: embedder.id,
    dimension: embedder.dimension,
    /** For work in the background: it waits longer. */
    embedder,
    /** For a person who waits. */
    asking,
    /** As `asking`, and remembers: agents ask the same thing again. */
    questions,
    approved: createFreshIndex(store, embedder),
    retired,
    /** What retrieval never asks; empty, and free, until somebody wants to know. */
    heldBack: async (): Promise<HeldBack> => [
      { lifecycle: 'candidate', index: await candidate() },
      { lifecycle: 'quarantined', index: await quarantined() },
      { lifecycle: 'retired', index: await retired() },
    ],
    background: createBackgroundCache(),
    runQuestions,
    chance: createChanceCache(runQuestions.of, runQuestions.version),
    verdictFit: createVerdictFits(store, questions),
    once,
    prepare: createPreparedCache(
      questions,
      {
        episodes: (projectIds) => listEpisodeTexts(store, [...projectIds]),
        entries: (projectIds) => listEntryTexts(store, projectIds),
        choices,
      },
      embedder,
      once,
    ),
  }
}

/** Throws UserError `no-vectors` unless an index holds every approved entry of these projects: a part of a memory is not compared with the whole. */
export async function requireWhole(
  store: Store,
  index: CosineIndex,
  projectIds: readonly string[],
): Promise<void> {
  const counts = index.counts(scopeFilter({ projectIds }))
  const held = counts.ANALYZE + counts.REPRODUCE + counts.EDIT + counts.VERIFY
  const approved = await countApproved(store, projectIds)
  if (held < approved)
    throw noVectors(index.embedderId, `${held} of ${approved} approved entries here have a vector of it.`)
}

function noVectors(id: string, why: string): UserError {
  return new UserError('no-vectors', `This memory is not embedded with ${id}. ${why}`, {
    hint: `Make its vectors on the settings page: choose ${id} and "make vectors only".`,
    status: 409,
    place: 'embedder',
  })
}

export function noSuchEmbedder(id: string, { offers, fault }: EmbedderRoster): UserError {
  return new UserError('no-such-embedder', `There is no embedder ${id.slice(0, 80)} here.`, {
    hint: fault
      ? `${fault.message} ${fault.hint}`
      : `There are: ${offers.map((offer) => offer.id).join(', ')}.`,
    status: 404,
    place: 'embedder',
  })
}
