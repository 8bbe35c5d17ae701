import { UserError } from '../memory/errors.ts'
import { type Embedder, embedOne } from './embedder.ts'
import { createJoinedEmbedder, JOINED_EMBEDDER_DIMENSION, JOINED_EMBEDDER_ID } from './joined-embedder.ts'
import { createLocalEmbedder, LOCAL_EMBEDDER_ID } from './local-embedder.ts'
import { type ModelState, unavailable } from './minilm/model-thread.ts'
import type { SentenceModel } from './minilm/sentence-model.ts'
import { askOneVector, createOpenAiEmbedder } from './openai/openai-embedder.ts'
import type { OpenAiDeps } from './openai/openai-faults.ts'
import {
  type Environment,
  OPENAI_VARIABLES,
  openAiEmbedderId,
  readOpenAiSettings,
} from './openai/server-settings.ts'
import { ASKING, WORKING } from './retry.ts'
import { PROBE_TEXT } from './same-model.ts'

/** An embedder that can be used here. */
export type EmbedderOffer = {
  id: string
  /** What it is, plainly. */
  what: string
  /** Texts are sent to a server for it. */
  isRemote: boolean
  /** US dollars a million tokens; 0 = it costs nothing, null = unknown. */
  pricePerMillionUsd: number | null
  /** Null = its server has to be asked. */
  dimension: number | null
  /** `ask`: somebody waits on a page; `work`: a job, which may wait longer. */
  open(dimension: number, use: 'ask' | 'work'): Embedder
  /** The vector of PROBE_TEXT; its length is the dimension. */
  probe(): Promise<Float32Array>
  /** Why it cannot be used on this machine, as far as is known; null when nothing speaks against it. A server is not asked. */
  fault(): UserError | null
  /** As `fault`, after it was loaded. */
  load(): Promise<UserError | null>
}

export type EmbedderRoster = {
  offers: EmbedderOffer[]
  /** The embedder of a new data folder. */
  first: string
  /** Why the remote embedder that is set up cannot be offered; null when it can, or when none is set up. */
  fault: UserError | null
  variables: { name: string; isSet: boolean; what: string }[]
}

/** The embedder of a folder from before folders were told theirs. */
export const EARLIEST_EMBEDDER_ID = LOCAL_EMBEDDER_ID

/** Names the embedder of a new data folder. */
const FIRST_VARIABLE = 'LOUPE_EMBEDDER'

type RosterDeps = Pick<OpenAiDeps, 'sleep' | 'random' | 'now'> & { sentences: SentenceModel }

/** The embedders this process can use: two of our own, and one behind a server when the environment names it. */
export function createRoster(env: Environment, deps: RosterDeps): EmbedderRoster {
  const variables = Object.entries({
    [FIRST_VARIABLE]: `the embedder of a new data folder, ${JOINED_EMBEDDER_ID} without it`,
    ...OPENAI_VARIABLES,
  }).map(([name, what]) => ({ name, isSet: !!env[name]?.trim(), what }))
  const offers = [
    joinedOffer(deps.sentences),
    builtIn(
      LOCAL_EMBEDDER_ID,
      'built in: words, stems and a frozen table of code concepts, hashed',
      createLocalEmbedder,
    ),
  ]
  const roster = { offers, first: env[FIRST_VARIABLE]?.trim() || JOINED_EMBEDDER_ID, variables }
  try {
    const remote = remoteOffer(env, deps)
    return { ...roster, offers: remote ? [...offers, remote] : offers, fault: null }
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault
    return { ...roster, fault }
  }
}

function joinedOffer(sentences: SentenceModel): EmbedderOffer {
  const open = (use: 'ask' | 'work') => createJoinedEmbedder((texts) => sentences.embed(texts, use))
  return {
    id: JOINED_EMBEDDER_ID,
    what: 'built in: the words of local-v1 beside the meaning of a sentence model, all-MiniLM-L6-v2',
    isRemote: false,
    pricePerMillionUsd: 0,
    dimension: JOINED_EMBEDDER_DIMENSION,
    open: (_dimension, use) => open(use),
    probe: async () => await embedOne(open('ask'), PROBE_TEXT),
    fault: () => faultOf(sentences.state()),
    load: async () => faultOf(await sentences.load()),
  }
}

function faultOf({ reason }: ModelState): UserError | null {
  return reason === null ? null : unavailable(reason)
}

function builtIn(id: string, what: string, create: () => Embedder): EmbedderOffer {
  return {
    id,
    what,
    isRemote: false,
    pricePerMillionUsd: 0,
    dimension: create().dimension,
    open: create,
    probe: async () => await embedOne(create(), PROBE_TEXT),
    fault: () => null,
    load: async () => null,
  }
}

function remoteOffer(env: Environment, pause: Omit<RosterDeps, 'sentences'>): EmbedderOffer | null {
  const settings = readOpenAiSettings(env)
  if (settings === null) return null
  return {
    id: openAiEmbedderId(settings),
    what: 'a model behind the server that OPENAI_BASE_URL names',
    isRemote: true,
    pricePerMillionUsd: settings.pricePerMillionUsd,
    dimension: settings.dimensions,
    open: (dimension, use) =>
      createOpenAiEmbedder(settings, dimension, { ...pause, patience: use === 'ask' ? ASKING : WORKING }),
    probe: async () => await askOneVector(settings, PROBE_TEXT, { ...pause, patience: ASKING }),
    fault: () => null,
    load: async () => null,
  }
}

/** Stands for an embedder whose vectors are stored but which cannot be used here: it refuses, and says what to do. */
export function unavailableEmbedder(id: string, dimension: number, fault: UserError | null): Embedder {
  return { id, dimension, embed: () => Promise.reject(notSetUp(id, fault)) }
}

/** Why the embedder of a memory cannot be used when it is not on the roster; `fault`: why the remote one is not. */
export function notSetUp(id: string, fault: UserError | null): UserError {
  return new UserError(
    'embedder-unavailable',
    `The memory is embedded with ${id}, which is not set up here.${fault ? ` ${fault.message}` : ''}`,
    {
      hint: 'Set its variables and start Loupe again, or go over to a built-in embedder on the settings page.',
      status: 409,
    },
  )
}
