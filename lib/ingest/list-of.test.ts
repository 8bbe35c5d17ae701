import { expect, it } from 'vitest'
import { z } from 'zod'
import { readTrajectories } from './ingest-file.ts'
import { listOf } from './list-of.ts'

const numbers = listOf(z.object({ n: z.number() }))

it('reads what a plain list of the same items reads, and places a fault alike', () => {
  const good = [{ n: 1 }, { n: 2 }]
  expect(numbers.parse(good)).toEqual(good)
  expect(numbers.safeParse([{ n: 1 }, { n: 'x' }]).error?.issues[0]?.path).toEqual([1, 'n'])
  expect(numbers.safeParse({}).success).toBe(false)
})

it('looks at no more items once twenty are faulty', () => {
  let looked = 0
  const counting = listOf(
    z.unknown().refine(() => {
      looked++
      return false
    }),
  )
  expect(counting.safeParse(Array(1000).fill({})).error?.issues).toHaveLength(20)
  expect(looked).toBe(20)
})

it.each([
  ['a list', (many: string) => `[${many}{}]`],
  ['messages', (many: string) => `{"trajectory_format":"mini-swe-agent-1","messages":[${many}{}]}`],
  ['steps', (many: string) => `{"schema_version":"ATIF-v1.0","steps":[${many}{}]}`],
])('refuses %s of hundreds of thousands of empty objects without paying for each', (_, file) => {
  const bytes = Buffer.from(file('{},'.repeat(300_000)))
  const { heapUsed } = process.memoryUsage()
  expect(() => readTrajectories(bytes, 'run.json')).toThrow(/layout|missing/)
  expect((process.memoryUsage().heapUsed - heapUsed) / 300_000).toBeLessThan(600)
})

it('reads JSON Lines that end in megabytes of empty lines', () => {
  const run = JSON.stringify({
    trajectory_format: 'mini-swe-agent-1',
    info: {},
    messages: [
      { role: 'system', content: 'x' },
      { role: 'user', content: 'do it' },
      { role: 'assistant', content: '```bash\nls\n```' },
    ],
  })
  const bytes = Buffer.from(`${`${run}\n`.repeat(200)}${'\n'.repeat(5_000_000)}`)
  const begun = process.cpuUsage()
  expect(readTrajectories(bytes, 'runs.jsonl').trajectories).toHaveLength(200)
  expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(5)
})
