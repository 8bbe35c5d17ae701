import { describe, expect, it } from 'vitest'
import { NO_ANSWER } from '@/components/ui/faults/fault-error.ts'
import type { ImportResult } from '@/lib/memory/views/jobs.ts'
import { AT_ONCE, ImportQueue, type SendFile } from './import-queue.ts'

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ path: `run-${index}.traj.json`, file: new Blob(['x']) }))

/** A sender whose answers the test gives one by one. */
function heldSender() {
  const waiting: { path: string; answer: () => void; refuse: () => void; signal: AbortSignal }[] = []
  const send: SendFile = (file, signal) =>
    new Promise((resolve) => {
      const answer = () => resolve({ ok: true, value: [] })
      waiting.push({ path: file.path, answer, refuse: () => resolve(NO_ANSWER), signal })
    })
  return { waiting, send }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('the import queue', () => {
  it('sends nothing before it is told to', () => {
    const { waiting, send } = heldSender()
    const queue = new ImportQueue(send, () => 0)
    queue.add(files(2))
    expect(waiting).toHaveLength(0)
  })

  it('has at most three files on their way', async () => {
    const { waiting, send } = heldSender()
    const queue = new ImportQueue(send, () => 0)
    queue.add(files(8))
    queue.start()
    expect(waiting).toHaveLength(AT_ONCE)
    waiting[0]?.answer()
    await settle()
    expect(waiting).toHaveLength(AT_ONCE + 1)
    expect(queue.getState().items.filter((item) => item.state === 'sending')).toHaveLength(AT_ONCE)
  })

  it('goes on after a refusal and keeps its reason', async () => {
    const { waiting, send } = heldSender()
    const queue = new ImportQueue(send, () => 0)
    queue.add(files(2))
    queue.start()
    waiting[0]?.refuse()
    waiting[1]?.answer()
    await settle()
    expect(queue.getState().items.map((item) => item.state)).toEqual(['refused', 'done'])
    expect(queue.getState().items[0]?.fault?.code).toBe('no-answer')
  })

  it('on pause sends no more, and goes on with the rest without counting the pause', async () => {
    let now = 0
    const { waiting, send } = heldSender()
    const queue = new ImportQueue(send, () => now)
    queue.add(files(5))
    queue.start()
    queue.pause()
    for (const one of waiting) one.answer()
    await settle()
    expect(waiting).toHaveLength(AT_ONCE)
    expect(queue.getState()).toMatchObject({ isPaused: true })
    now = 10_000
    queue.start()
    expect(waiting).toHaveLength(5)
    expect(queue.getState()).toMatchObject({ isPaused: false, startedAt: 10_000 })
  })

  it('reads again for good what was only looked at, and nothing else', async () => {
    const sent: string[] = []
    const queue = new ImportQueue(
      async ({ path }) => {
        sent.push(path)
        const value = [{ status: path.includes('0') ? 'recognised' : 'present' }] as ImportResult[]
        return { ok: true, value }
      },
      () => 0,
    )
    queue.add(files(2))
    queue.start()
    await settle()
    queue.retry(queue.getState().items.map(({ id }) => id))
    expect(sent).toEqual(['run-0.traj.json', 'run-1.traj.json', 'run-0.traj.json'])
  })

  it('on cancel lets what is under way end, and names the rest as not sent', async () => {
    const { waiting, send } = heldSender()
    const queue = new ImportQueue(send, () => 0)
    queue.add(files(5))
    queue.start()
    waiting[0]?.answer()
    await settle()
    queue.cancel()
    expect(waiting[1]?.signal.aborted).toBe(false)
    const states = () => queue.getState().items.map((item) => item.state)
    expect(states()).toEqual(['done', 'sending', 'sending', 'sending', 'cancelled'])
    for (const one of waiting.slice(1)) one.answer()
    await settle()
    expect(states()).toEqual(['done', 'done', 'done', 'done', 'cancelled'])
    expect(waiting).toHaveLength(4)
  })

  it('sends again what was not sent', async () => {
    const { waiting, send } = heldSender()
    const queue = new ImportQueue(send, () => 0)
    queue.add(files(AT_ONCE + 1))
    queue.start()
    queue.cancel()
    for (const one of waiting) one.answer()
    await settle()
    queue.retry(queue.getState().items.map((item) => item.id))
    expect(waiting).toHaveLength(AT_ONCE + 1)
    waiting[AT_ONCE]?.answer()
    await settle()
    expect(queue.getState().items[AT_ONCE]?.state).toBe('done')
  })

  it('once all are read, sends what is added later only when it is told to again', async () => {
    const { waiting, send } = heldSender()
    const queue = new ImportQueue(send, () => 0)
    queue.add(files(2))
    queue.start()
    waiting[0]?.answer()
    await settle()
    queue.add([{ path: 'meanwhile.json', file: new Blob(['x']) }])
    expect(waiting).toHaveLength(3)
    for (const one of waiting) one.answer()
    await settle()
    queue.add([{ path: 'later.json', file: new Blob(['x']) }])
    expect(waiting).toHaveLength(3)
    queue.start()
    expect(waiting).toHaveLength(4)
  })

  it('does not take the same waiting file twice', () => {
    const queue = new ImportQueue(heldSender().send, () => 0)
    expect(queue.add(files(2))).toBe(2)
    expect(queue.add(files(2))).toBe(0)
  })
})
