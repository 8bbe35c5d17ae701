import { expect, it } from 'vitest'
import { untilQuiet } from './warm-up.ts'

it('what is read ahead waits while the process is busy, as with its first page', async () => {
  let isBusy = true
  const begun = untilQuiet().then(() => isBusy)
  const until = performance.now() + 900 // three looks
  while (performance.now() < until) {
    const pause = performance.now() + 20
    while (performance.now() < pause);
    await new Promise((next) => setImmediate(next))
  }
  isBusy = false
  expect(await begun).toBe(false)
})
