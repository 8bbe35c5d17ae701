import { matchesOf } from '../memory/text/matches-of.ts'
import type { Trajectory } from '../memory/trajectory.ts'

export type NameKind = 'function' | 'method' | 'class' | 'constant'

/** What the names defined in a run are, by the step that first showed it. */
export interface LocalNames {
  /** Kind of a name as known before step `beforeStep`; null when nothing shown until then defines it. */
  kindOf(name: string, beforeStep: number): NameKind | null
  /** Name of the package under repair, lower case; null when the run does not tell. */
  own: string | null
}

const DEFINITION =
  /(^|\n|["'])(?:[\w./-]{1,160}:(?=\d|def |class ))?([ \t\d:>+-]{0,24})(?:async |export |default |public |static |abstract ){0,3}(def|class|function|interface|func)[ \t]+([A-Za-z_]\w{0,80})/g
const LONGEST_READ = 40_000

/** Collects `def`, `class` and their like from commands and outputs. */
export function localNamesOf(trajectory: Pick<Trajectory, 'steps' | 'repo'>): LocalNames {
  const known = new Map<string, { kind: NameKind; step: number }>()
  for (const step of trajectory.steps) {
    for (const text of [...step.actions, ...step.observations].map((part) =>
      part.text.slice(0, LONGEST_READ),
    )) {
      for (const [, , indent = '', word = '', name = ''] of matchesOf(text, DEFINITION)) {
        if (known.has(name)) continue
        const isInside = /[ \t]{2,}$/.test(indent)
        const kind =
          word === 'class' || word === 'interface'
            ? 'class'
            : isInside && word === 'def'
              ? 'method'
              : 'function'
        known.set(name, { kind, step: step.n })
      }
    }
  }
  return {
    kindOf: (name, beforeStep) => {
      const entry = known.get(name)
      return entry !== undefined && entry.step < beforeStep ? entry.kind : null
    },
    own: ownName(trajectory.repo),
  }
}

function ownName(repo: string | null): string | null {
  const name = repo?.split('/').at(-1)?.toLowerCase() ?? null
  return name === null || name.length < 3 ? null : name
}
