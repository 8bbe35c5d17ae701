import { randomBytes } from 'node:crypto'
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
    | 'b'
    | 'f'
    | 'n'
    | 'sv'
    | 'qs'
    | 'sy'
    | 'v'
    | 'x'
    | 'cp'
    | 'as'
    | 'ak'
    | 'u'
    | 'ss',
) => string

/** Whether an id is of the form that is made here: prefix + ULID of an instant before the year 2248. Another one must not come in: later ids could not sort after it. */
export function isOwnId(id: string): boolean {
  return /^[a-z]+_0[0-7][0-9A-HJKMNP-TV-Z]{24}$/.test(id)
}

/**
 * Ids that never sort before one already stored, even when the clock went back.
 * `highest` is the greatest ULID in the store (without prefix), or null; `nowMs` is the clock.
 */
export function createIdMaker(nowMs: () => number, highest: string | null): IdMaker {
  const next = monotonicFactory(createDraws())
  const floorMs = highest === null ? 0 : decodeTime(highest) + 1
  return (prefix) => `${prefix}_${next(Math.max(nowMs(), floorMs))}`
}

/** Bytes are drawn many at a time: one by one, as `ulid` does, an id costs as much as half a question. */
const BYTES_AT_ONCE = 4_096

/** Draws from [0, 1) by the system's own source. */
function createDraws(): () => number {
  let bytes = randomBytes(BYTES_AT_ONCE)
  let at = 0
  return () => {
    if (at === bytes.length) {
      bytes = randomBytes(BYTES_AT_ONCE)
      at = 0
    }
    return (bytes[at++] ?? 0) / 256
  }
}
