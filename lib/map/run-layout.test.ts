import { describe, expect, it, onTestFinished } from 'vitest'
import { KEPT_NEIGHBOURS, MAP_SIDE } from '../memory/map.ts'
import { createRandom } from '../memory/statistics.ts'
import { type LayoutProgress, runLayout } from './run-layout.ts'

/** So many rows of length 1 in the first plane and a little beside it. */
function rowsOf(count: number, dimension = 8): Float32Array<ArrayBuffer> {
  const random = createRandom(5)
  const data = new Float32Array(count * dimension)
  for (let i = 0; i < count; i++) {
    const turn = random() * 2 * Math.PI
    data[i * dimension] = Math.cos(turn) * 0.9
    data[i * dimension + 1] = Math.sin(turn) * 0.4
    for (let d = 2; d < dimension; d++) data[i * dimension + d] = (random() - 0.5) * 0.02
  }
  return data
}

function laidOut(method: 'pca' | 'umap', count: number, data = rowsOf(count)) {
  const heard: LayoutProgress[] = []
  const run = runLayout(method, Promise.resolve({ data, count, dimension: 8 }), process.cwd(), (one) =>
    heard.push(one),
  )
  onTestFinished(() => run.stop())
  return { ...run, heard }
}
const axis = (places: Float32Array, which: 0 | 1) => [...places].filter((_, i) => i % 2 === which)

describe('a layout in its thread', () => {
  it('lies on the square: the longer axis from end to end, the shorter one in the middle', async () => {
    const { places, kept } = laidOut('pca', 60)
    const [xs, ys] = [axis(await places, 0), axis(await places, 1)]
    expect([Math.min(...xs), Math.max(...xs)]).toEqual([0, MAP_SIDE])
    expect(Math.min(...ys)).toBeGreaterThan(0)
    expect(Math.min(...ys) + Math.max(...ys)).toBeCloseTo(MAP_SIDE, 0)
    expect((await kept).share).toBeGreaterThan(0.8)
    expect(await kept).toMatchObject({ n: 60, neighbours: KEPT_NEIGHBOURS })
  })

  it('has one scale on both axes: what is twice as long there is twice as long here', async () => {
    const data = new Float32Array(4 * 8)
    for (const [i, [x, y]] of [
      [-1, 0],
      [1, 0],
      [0, -0.5],
      [0, 0.5],
    ].entries()) {
      data[i * 8] = x ?? 0
      data[i * 8 + 1] = y ?? 0
    }
    const places = await laidOut('pca', 4, data).places
    const [xs, ys] = [axis(places, 0), axis(places, 1)]
    expect(Math.max(...xs) - Math.min(...xs)).toBe(1_000)
    expect(Math.max(...ys) - Math.min(...ys)).toBe(500)
  })

  it('puts a single entry, and entries that are all the same, in the middle', async () => {
    expect([...(await laidOut('pca', 1).places)]).toEqual([500, 500])
    const same = new Float32Array(5 * 8).fill(0.3)
    expect(new Set(await laidOut('pca', 5, same).places)).toEqual(new Set([500]))
  })

  it('is the same again, whole and without progress where it is quick', async () => {
    const [one, two] = [laidOut('pca', 40), laidOut('pca', 40)]
    expect(await one.places).toEqual(await two.places)
    expect(one.heard).toEqual([])
  })

  it('by UMAP says how far it is in both of its phases, and ends each where it said', async () => {
    const { places, kept, heard } = laidOut('umap', 30)
    expect(await places).toHaveLength(60)
    expect((await kept).n).toBe(30)
    for (const phase of ['neighbours', 'layout'] as const) {
      const own = heard.filter((one) => one.phase === phase)
      expect(own.at(-1)).toMatchObject({ done: own[0]?.total, total: own[0]?.total })
      expect(own.map(({ done }) => done)).toEqual(own.map(({ done }) => done).toSorted((a, b) => a - b))
    }
    expect(Math.max(...(await places))).toBe(MAP_SIDE)
  })

  it('takes the rows with it: they are not in two places', async () => {
    const data = rowsOf(20)
    await laidOut('pca', 20, data).places
    expect(data).toHaveLength(0)
  })

  it('that is stopped says so to whoever waits, for either of what it gives', async () => {
    const { places, kept, stop } = laidOut('umap', 400)
    const told = [
      expect(places).rejects.toThrow('stopped before it was done'),
      expect(kept).rejects.toThrow('stopped'),
    ]
    await stop()
    await Promise.all(told)
  })

  it('that cannot begin says why, to whoever waits for either', async () => {
    const read = async () => ({ data: rowsOf(4), count: 4, dimension: 8 })
    const unread = () => Promise.reject(new Error('the rows are gone'))
    for (const [rows, folder, words] of [
      [read, '/no/such/folder', /layout-thread/],
      [unread, process.cwd(), /the rows are gone/],
    ] as const) {
      const run = runLayout('pca', rows(), folder)
      onTestFinished(() => run.stop())
      await expect(run.places).rejects.toThrow(words)
      await expect(run.kept).rejects.toThrow(words)
    }
  })
})
