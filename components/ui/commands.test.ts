import { expect, it } from 'vitest'
import { commandsOver } from './commands.tsx'

it('asks the command of that name with its input, by the same function each time', async () => {
  const asked: unknown[] = []
  const commands = commandsOver(async (...one) => {
    asked.push(one)
    return { ok: true, value: null }
  })
  expect(await commands.cancelJob({ jobId: 'j_1' })).toEqual({ ok: true, value: null })
  await commands.loadSample()
  expect(asked).toEqual([
    ['cancelJob', { jobId: 'j_1' }],
    ['loadSample', undefined],
  ])
  expect(commands.undo).toBe(commands.undo)
})

it('answers like a refusal where the server is gone and the call itself is rejected', async () => {
  const commands = commandsOver(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await commands.loadSample()).toMatchObject({ ok: false, error: { code: 'no-answer' } })
})
