import type { JobView } from './views/jobs.ts'

/** A space of vectors: an embedder that can be used here, or vectors of one that cannot. */
export type EmbedderView = {
  /** Model and version, e.g. `local-v1`. */
  id: string
  what: string
  /** Null until its server was asked once. */
  dimension: number | null
  /** Stored entries that have a vector of it. */
  entries: number
  /** It is the one retrieval uses. */
  current: boolean
  /** Every stored entry has a vector of it. */
  complete: boolean
  /** Texts are sent to a server for it. */
  remote: boolean
  /** It can embed here and now; false = only its vectors are left. */
  available: boolean
  /** Why it cannot, where it is set up and yet cannot; else null. */
  fault: string | null
  /** Of its vectors, without the database's own overhead; null while the dimension is unknown. */
  bytes: number | null
}

/** What going over to an embedder would take, said before anything is done. */
export type ReEmbedEstimate = {
  to: string
  dimension: number
  /** Entries without an up-to-date vector, of `all`. */
  entries: number
  all: number
  /** Estimated: a token for every four characters. */
  tokens: number
  /** Null = nobody has said what it costs. 0 = it runs here. */
  priceUsd: number | null
  durationMs: number
  /** What the time was reckoned from. */
  durationFrom: string
}

/** The newest re-embedding, with where it leads. */
export type ReEmbedJob = JobView & { to: string; thenSwitch: boolean; entriesPerItem: number }

export type SettingsView = {
  embedders: EmbedderView[]
  /** All stored entries. */
  entryCount: number
  job: ReEmbedJob | null
  /** Variables of the environment: whether they are set, never what to. */
  variables: { name: string; isSet: boolean; what: string }[]
  /** Why the remote embedder that is set up cannot be used. */
  fault: { message: string; hint: string } | null
}
