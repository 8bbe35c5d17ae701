import { expect, it } from 'vitest'
import { createRandom } from '../statistics.ts'
import { fitSoftmax, foldsOf, softmaxOf } from './softmax.ts'

it('gives the logit of a share where one feature tells two groups apart', () => {
  // 30 of 40 help with the feature, 10 of 40 without it: without a penalty P is the share itself.
  const rows = Array.from({ length: 80 }, (_, i) => [i < 40 ? 1 : 0])
  const labels = rows.map((_, i) => (i < 30 || i >= 70 ? 1 : 0))
  const model = fitSoftmax(rows, labels, { classes: 2, l2: 0 })
  expect(softmaxOf(model, [1])[1]).toBeCloseTo(0.75, 6)
  expect(softmaxOf(model, [0])[1]).toBeCloseTo(0.25, 6)
})

it('is at the top of its likelihood: no small change of a weight is better', () => {
  const random = createRandom(1)
  const rows = Array.from({ length: 60 }, () => [random(), random() * 5, 3])
  const labels = rows.map(() => Math.floor(random() * 3))
  const l2 = 0.5
  const model = fitSoftmax(rows, labels, { classes: 3, l2 })
  const loss = (one: typeof model) =>
    rows.reduce((sum, row, i) => sum - Math.log(softmaxOf(one, row)[labels[i] ?? 0] ?? 1), 0) +
    one.weights.reduce((sum, line) => sum + line.slice(1).reduce((s, w) => s + (l2 / 2) * w * w, 0), 0)
  const best = loss(model)
  for (const [z, line] of model.weights.entries())
    for (const i of line.keys())
      for (const step of [-1e-3, 1e-3]) {
        const weights = model.weights.map((one) => [...one])
        const changed = weights[z] as number[]
        changed[i] = (changed[i] ?? 0) + step
        expect(loss({ ...model, weights })).toBeGreaterThan(best)
      }
  // A feature that never varies tells nothing.
  expect(model.weights.map((line) => line[3])).toEqual([0, 0])
  expect(softmaxOf(model, [0.3, 2, 3]).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12)
})

it('puts rows of one group into one fold, the same for the same seed', () => {
  const rows = Array.from({ length: 100 }, (_, i) => ({ group: `g${i % 25}` }))
  const folds = foldsOf(rows, 10, 1)
  expect(new Set(rows.map(({ group }, i) => `${group} ${folds[i]}`)).size).toBe(25)
  expect(new Set(folds).size).toBe(10)
  expect(foldsOf(rows, 10, 1)).toEqual(folds)
})

it('refuses to fit nothing', () => {
  expect(() => fitSoftmax([], [], { classes: 2, l2: 1 })).toThrow('needs a row')
})
