import type { Trajectory } from '../../memory/trajectory.ts'

/** A line of a session file that could be read, with its number from 1. */
export interface SessionLine {
  line: number
  value: unknown
}

/** A layout in which one file is one session of an agent: a line an event, and in it as many episodes as there were tasks. */
export interface SessionFormat {
  name: string
  /** Looks at the first lines only. */
  detect: (values: readonly unknown[]) => boolean
  /** The episodes, in the order of their first line; a session in which nothing was done has none. */
  parse: (lines: readonly SessionLine[], fileName: string) => SessionRead
}

export interface SessionRead {
  trajectories: Trajectory[]
  /** For each of them, what its identity is made of: the events as they stood, so that it is known again when the session has grown. */
  recordTexts: string[]
  warnings: string[]
}

/** A layout that is no JSON: known by how the text begins. */
export interface TextFormat {
  name: string
  detect: (start: string) => boolean
  parse: (text: string, fileName: string) => SessionRead
}
