/** Finds many texts in a document in one pass over it; `without` puts a word in place of what they cover. */
export type TextFinder = {
  isIn(document: string): boolean
  without(document: string, word: string): string
}

/** Units of a text that stand for it while a document is read; a shorter text is not looked for: it could be anybody's. Ours. */
export const ANCHOR_LENGTH = 12

type Anchored = { text: string; offset: number }

/**
 * Reads a document by a rolling hash over windows of ANCHOR_LENGTH units, and compares only where the rarest window of some
 * text stands. The cost is that of the document, whatever the number of texts.
 */
export function createTextFinder(texts: Iterable<string>): TextFinder {
  const anchors = anchorsOf([...new Set(texts)].filter((text) => text.length >= ANCHOR_LENGTH))
  const sieve = new Uint8Array(SLOTS)
  for (const hash of anchors.keys()) sieve[slotOf(hash)] = 1

  function spansIn(document: string, isFirstEnough: boolean): [number, number][] {
    const spans: [number, number][] = []
    if (anchors.size === 0) return spans
    // The loop of `eachWindow`, written out: all of the time of a purge is spent here, and a call a character triples it.
    let hash = 0
    for (let i = 0; i < document.length; i++) {
      if (i >= ANCHOR_LENGTH) hash = (hash - Math.imul(document.charCodeAt(i - ANCHOR_LENGTH), LEAVING)) | 0
      hash = (Math.imul(hash, BASE) + document.charCodeAt(i)) | 0
      if (sieve[Math.imul(hash, SPREAD) >>> SLOT_SHIFT] === 0) continue
      const at = i - ANCHOR_LENGTH + 1
      for (const { text, offset } of anchors.get(hash) ?? []) {
        const start = at - offset
        if (at < 0 || start < 0 || !document.startsWith(text, start)) continue
        spans.push([start, start + text.length])
        if (isFirstEnough) return spans
      }
    }
    return spans
  }

  return {
    isIn: (document) => spansIn(document, true).length > 0,
    without(document, word) {
      let out = ''
      let done = 0
      for (const [start, end] of joined(spansIn(document, false))) {
        out += document.slice(done, start) + word
        done = end
      }
      return out + document.slice(done)
    },
  }
}

/** Slots of the sieve, a byte each: it stays in the processor's cache, and of 50,000 texts one window in 20 passes by chance. */
const SLOT_BITS = 20
const SLOTS = 1 << SLOT_BITS
const SLOT_SHIFT = 32 - SLOT_BITS

/** Odd numbers that mix well; nothing else hangs on them. */
const SPREAD = 0x9e3779b1
const BASE = 0x01000193

function slotOf(hash: number): number {
  return Math.imul(hash, SPREAD) >>> SLOT_SHIFT
}

/** Weight of the unit that leaves the window, modulo 2^32. */
const LEAVING = Array.from({ length: ANCHOR_LENGTH - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1)

/** Hash and place of every window, until `visit` says false. */
function eachWindow(text: string, visit: (hash: number, at: number) => boolean): void {
  let hash = 0
  for (let i = 0; i < text.length; i++) {
    if (i >= ANCHOR_LENGTH) hash -= Math.imul(text.charCodeAt(i - ANCHOR_LENGTH), LEAVING)
    hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0
    if (i >= ANCHOR_LENGTH - 1 && !visit(hash, i - ANCHOR_LENGTH + 1)) return
  }
}

/** Each text under the hash of its rarest window: texts of one mould ("Run the tests of …") would else all stand under one. */
function anchorsOf(texts: string[]): Map<number, Anchored[]> {
  const counts = new Uint8Array(SLOTS)
  for (const text of texts)
    eachWindow(text, (hash) => {
      const slot = slotOf(hash)
      counts[slot] = Math.min(255, (counts[slot] ?? 0) + 1)
      return true
    })
  const anchors = new Map<number, Anchored[]>()
  for (const text of texts) {
    let best = { count: 256, hash: 0, offset: 0 }
    eachWindow(text, (hash, offset) => {
      const count = counts[slotOf(hash)] ?? 0
      if (count < best.count) best = { count, hash, offset }
      return best.count > 1
    })
    const anchored = { text, offset: best.offset }
    const same = anchors.get(best.hash)
    if (same) same.push(anchored)
    else anchors.set(best.hash, [anchored])
  }
  return anchors
}

/** Spans in order; those that overlap are one, so that half of a text does not stay behind another. */
function joined(spans: [number, number][]): [number, number][] {
  const out: [number, number][] = []
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const last = out.at(-1)
    if (last && start < last[1]) last[1] = Math.max(last[1], end)
    else out.push([start, end])
  }
  return out
}
