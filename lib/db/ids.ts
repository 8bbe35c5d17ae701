import { decodeTime, monotonicFactory } from 'ulid'

/** Makes ids that sort by creation, e.g. `m_01K…`: prefix + ULID. */
export type IdMaker = (
  prefix:
    | 'p'
    | 'ep'
    | 'st'
    | 'lb'
    | 'm'
    | 'r'
    | 'j'
    | 'ji'
    | 'sp'
    | 'rs'
    | 'b'
    | 'f'
    | 'n'
    | 'sv'
    | 'qs'
    | 'lr'
    | 'jd'
    | 'x',
) => string

/**
 * Ids that never sort before one already stored, even when the clock went back.
 * `highest` is the greatest ULID in the store (without prefix), or null; `nowMs` is the clock.
 */
export function createIdMaker(nowMs: () => number, highest: string | null): IdMaker {
  const next = monotonicFactory()
  const floorMs = highest === null ? 0 : decodeTime(highest) + 1
  return (prefix) => `${prefix}_${next(Math.max(nowMs(), floorMs))}`
}
