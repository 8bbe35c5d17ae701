export interface ForeignMemory {
  /** As its product names it; where it has no ids, a place in the file. */
  id: string
  text: string
  title?: string | null
  /** What it is about, where its product says so apart from the text. */
  about?: string | null
  isWarning?: boolean
  /** ISO instant; null where its product does not say. */
  at?: string | null
  repo?: string | null
  keywords?: string[]
  /** Its product keeps it and no longer gives it out. */
  isRetired?: boolean
  /** Earlier texts, oldest first. */
  history?: string[]
}

/** A file of records: one JSON value, JSON Lines, or what else the layout reads. */
export interface MemoryDocument {
  text: string
  /** The JSON value of the file, or its lines' values; empty where it is no JSON. */
  values: unknown[]
  isLines: boolean
}

/** Memories that changed, by id: the new text, or null where it was retired, merged away or deleted. */
export type Changes = ReadonlyMap<string, string | null>

/** How another product writes down its memory. `write` gives back the same document with the changes; every other value of it stays. */
export interface MemoryFormat {
  name: string
  detect: (document: MemoryDocument) => boolean
  read: (document: MemoryDocument) => ForeignMemory[]
  write: (document: MemoryDocument, changes: Changes) => MemoryDocument
}
