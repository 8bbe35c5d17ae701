import { describe, expect, it } from 'vitest'
import { ASKING, type NextTry, type Patience, pause, retryAfterMs, WORKING, withRetries } from './retry.ts'

const patience: Patience = { tries: 4, timeoutMs: 1, longestWaitMs: 10_000 }
const AGAIN: NextTry = { afterMs: 0 }

/** Work that fails so often, then gives its number of tries; and how long was waited between. */
async function tried(
  options: {
    faults?: number
    next?: (fault: unknown) => NextTry
    patience?: Partial<Patience>
    random?: number
    signal?: AbortSignal
    onSleep?: () => void
  } = {},
) {
  const waits: number[] = []
  let count = 0
  const ended = await withRetries(
    async () => {
      if (++count <= (options.faults ?? 0)) throw new Error(`fault ${count}`)
      return count
    },
    options.next ?? (() => AGAIN),
    { ...patience, ...options.patience },
    {
      sleep: async (ms) => {
        waits.push(ms)
        options.onSleep?.()
      },
      random: () => options.random ?? 1,
    },
    options.signal,
  ).catch((fault: Error) => fault.message)
  return { ended, waits, count }
}

describe('work that is tried again', () => {
  it('is done once where it succeeds, without a wait', async () => {
    expect(await tried()).toEqual({ ended: 1, waits: [], count: 1 })
  })

  it('waits 1, 2, 4 s at most between its tries', async () => {
    expect(await tried({ faults: 3 })).toEqual({ ended: 4, waits: [1_000, 2_000, 4_000], count: 4 })
  })

  it('waits no longer than its patience, however often it failed', async () => {
    const { waits } = await tried({ faults: 6, patience: { tries: 7, longestWaitMs: 3_000 } })
    expect(waits).toEqual([1_000, 2_000, 3_000, 3_000, 3_000, 3_000])
  })

  it('draws its wait evenly from nothing up', async () => {
    expect((await tried({ faults: 2, random: 0 })).waits).toEqual([0, 0])
    expect((await tried({ faults: 2, random: 0.25 })).waits).toEqual([250, 500])
  })

  it('never waits shorter than it was asked to, and adds what is drawn', async () => {
    expect((await tried({ faults: 1, next: () => ({ afterMs: 7_000 }), random: 0 })).waits).toEqual([7_000])
    expect((await tried({ faults: 1, next: () => ({ afterMs: 7_000 }), random: 0.5 })).waits).toEqual([7_500])
  })

  it.each([
    { says: 'asked to wait exactly as long as patience lasts', afterMs: 10_000, count: 2 },
    { says: 'asked to wait a millisecond longer', afterMs: 10_001, count: 1 },
    { says: 'asked to wait for ever', afterMs: Number.POSITIVE_INFINITY, count: 1 },
  ])('$says it is tried $count times', async ({ afterMs, count }) => {
    expect((await tried({ faults: 1, next: () => ({ afterMs }) })).count).toBe(count)
  })

  it('throws the last fault when its tries are used up, and one try means no second', async () => {
    expect(await tried({ faults: 9 })).toMatchObject({ ended: 'fault 4', count: 4 })
    expect(await tried({ faults: 9, patience: { tries: 1 } })).toEqual({
      ended: 'fault 1',
      waits: [],
      count: 1,
    })
  })

  it('is given up at a fault that says another try is in vain', async () => {
    const next = (fault: unknown) => ((fault as Error).message === 'fault 2' ? null : AGAIN)
    expect(await tried({ faults: 9, next })).toEqual({ ended: 'fault 2', waits: [1_000], count: 2 })
  })

  it('is not tried again once nobody wants it: neither before a wait nor behind it', async () => {
    const ended = AbortSignal.abort()
    expect(await tried({ faults: 9, signal: ended })).toEqual({ ended: 'fault 1', waits: [], count: 1 })
    const control = new AbortController()
    const during = await tried({ faults: 9, signal: control.signal, onSleep: () => control.abort() })
    expect(during).toEqual({ ended: 'fault 1', waits: [1_000], count: 1 })
  })

  it('gives a page an answer sooner than it gives a job one', () => {
    const longest = ({ tries, timeoutMs, longestWaitMs }: Patience) =>
      tries * timeoutMs + (tries - 1) * longestWaitMs
    expect(longest(ASKING)).toBeLessThanOrEqual(30_000)
    expect(longest(WORKING)).toBeGreaterThan(longest(ASKING))
  })
})

describe('what a server says about the next try', () => {
  const now = new Date('2026-11-22T00:00:00Z')
  it.each([
    { headers: { 'retry-after': '7' }, ms: 7_000 },
    { headers: { 'retry-after': '0.5' }, ms: 500 },
    { headers: { 'retry-after': '0' }, ms: 0 },
    { headers: { 'retry-after': 'Sun, 22 Nov 2026 00:00:09 GMT' }, ms: 9_000 },
    { headers: { 'retry-after': 'Sat, 21 Nov 2026 23:59:00 GMT' }, ms: 0 },
    { headers: { 'retry-after': 'soon' }, ms: 0 },
    { headers: { 'retry-after': '-7' }, ms: 0 },
    { headers: { 'retry-after-ms': '250' }, ms: 250 },
    { headers: { 'retry-after-ms': '250', 'retry-after': '9' }, ms: 250 },
    { headers: { 'retry-after-ms': 'soon', 'retry-after': '9' }, ms: 9_000 },
    { headers: { 'retry-after-ms': '-1', 'retry-after': '9' }, ms: 9_000 },
    { headers: { 'retry-after-ms': '', 'retry-after': '9' }, ms: 9_000 },
    { headers: {}, ms: 0 },
  ])('$headers means $ms ms', ({ headers, ms }) => {
    expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(ms)
  })

  it('is nothing where no answer came at all', () => {
    expect(retryAfterMs(undefined, now)).toBe(0)
  })
})

it('a pause ends at once when nobody waits any more, also where that was so before it began', async () => {
  const hour = 3_600_000
  await pause(hour, AbortSignal.abort())
  const control = new AbortController()
  const paused = pause(hour, control.signal)
  control.abort()
  await paused
  await pause(0)
})
