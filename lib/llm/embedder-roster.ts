import { UserError } from '../memory/errors.ts'
import { type Embedder, embedOne } from './embedder.ts'
import { createLocalEmbedder, LOCAL_EMBEDDER_ID } from './local-embedder.ts'
import { createNgramEmbedder, NGRAM_EMBEDDER_ID } from './ngram-embedder.ts'
import { askOneVector, createOpenAiEmbedder, type OpenAiDeps } from './openai-embedder.ts'
import {
  type Environment,
  OPENAI_VARIABLES,
  openAiEmbedderId,
  readOpenAiSettings,
} from './openai-settings.ts'
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
}

export type EmbedderRoster = {
  offers: EmbedderOffer[]
  /** Why the remote embedder that is set up cannot be offered; null when it can, or when none is set up. */
  fault: UserError | null
  variables: { name: string; isSet: boolean; what: string }[]
}

/** The embedder of a store that was never told another. */
export const DEFAULT_EMBEDDER_ID = LOCAL_EMBEDDER_ID

/** The embedders this process can use: two of our own, and one behind a server when the environment names it. */
export function createRoster(
  env: Environment,
  pause: Pick<OpenAiDeps, 'sleep' | 'random' | 'now'>,
): EmbedderRoster {
  const variables = Object.entries(OPENAI_VARIABLES).map(([name, what]) => ({
    name,
    isSet: !!env[name]?.trim(),
    what,
  }))
  const offers = [
    builtIn(
      LOCAL_EMBEDDER_ID,
      'built in: words, stems and a frozen table of code concepts, hashed',
      createLocalEmbedder,
    ),
    builtIn(
      NGRAM_EMBEDDER_ID,
      'built in: runs of 3 to 5 letters, hashed; knows spelling, no meaning',
      createNgramEmbedder,
    ),
  ]
  try {
    const remote = remoteOffer(env, pause)
    return { offers: remote ? [...offers, remote] : offers, fault: null, variables }
  } catch (fault) {
    if (!(fault instanceof UserError)) throw fault
    return { offers, fault, variables }
  }
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
  }
}

function remoteOffer(
  env: Environment,
  pause: Pick<OpenAiDeps, 'sleep' | 'random' | 'now'>,
): EmbedderOffer | null {
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
  }
}

/** Stands for an embedder whose vectors are stored but which cannot be used here: it refuses, and says what to do. */
export function unavailableEmbedder(id: string, dimension: number, fault: UserError | null): Embedder {
  return {
    id,
    dimension,
    embed: () =>
      Promise.reject(
        new UserError(
          'embedder-unavailable',
          `The memory is embedded with ${id}, which is not set up here.${fault ? ` ${fault.message}` : ''}`,
          {
            hint: 'Set its variables and start Loupe again, or go over to a built-in embedder on the settings page.',
            status: 409,
          },
        ),
      ),
  }
}
