import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../db/fixtures/test-store.ts'
import { bytesOfVectors, KEPT_PATH, withKeptVectors } from './kept-vectors.ts'
import { openSentenceModel, type SentenceModel } from './sentence-model.ts'

const model = openSentenceModel({ rootPath: process.cwd(), clock: () => performance.now() })
afterAll(model.stop)

const questions = readFileSync(join(process.cwd(), 'prisma/sample/queries.jsonl'), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => (JSON.parse(line) as { text: string }).text)

/** Counts what it is asked, and answers with the model's vectors. */
function counting(): SentenceModel & { asked: string[] } {
  const asked: string[] = []
  return {
    ...model,
    asked,
    embed(texts, urgency) {
      asked.push(...texts)
      return model.embed(texts, urgency)
    },
  }
}

it('ships the sample’s vectors as the model makes them, to 1e-6', async () => {
  const behind = counting()
  const kept = withKeptVectors(behind, join(process.cwd(), KEPT_PATH))
  const some = questions.filter((_, i) => i % 12 === 0)
  expect(some.length).toBeGreaterThan(10)
  const found = await kept.embed(some, 'ask')
  expect(behind.asked).toEqual([])
  expect(farthest(found, await model.embed(some, 'ask'))).toBeLessThan(1e-6)
})

it('asks the model for what is not kept, in the order of the texts', async () => {
  const behind = counting()
  const kept = withKeptVectors(behind, join(process.cwd(), KEPT_PATH))
  const texts = [questions[0] ?? '', 'a text that nobody kept', questions[1] ?? '']
  const vectors = await kept.embed(texts, 'ask')
  expect(behind.asked).toEqual(['a text that nobody kept'])
  expect(farthest(vectors, await model.embed(texts, 'ask'))).toBeLessThan(1e-6)
})

it('keeps nothing of a file that is missing, cut short or of another model', async () => {
  const folder = temporaryFolder()
  const [text = ''] = questions
  const [vector] = await model.embed([text], 'ask')
  const whole = bytesOfVectors(new Map([[text, vector as Float32Array]]))
  const files = {
    whole,
    cut: whole.subarray(0, -1),
    'cut in its head': whole.subarray(0, 20),
    empty: Buffer.alloc(0),
    'none of ours': Buffer.from('<html>\n'),
    'of nothing': Buffer.from('null\n'),
    other: Buffer.concat([
      Buffer.from('{"model":"another","dimension":384,"count":1}\n'),
      whole.subarray(whole.indexOf('\n') + 1),
    ]),
  }
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  for (const [name, count] of [
    ['whole', 0],
    ['cut', 1],
    ['cut in its head', 1],
    ['empty', 1],
    ['none of ours', 1],
    ['of nothing', 1],
    ['other', 1],
    ['missing', 1],
  ] as const) {
    const behind = counting()
    await withKeptVectors(behind, join(folder, name)).embed([text], 'ask')
    expect([name, behind.asked.length]).toEqual([name, count])
  }
})

/** The greatest difference of two numbers at the same place. */
function farthest(some: readonly Float32Array[], others: readonly Float32Array[]): number {
  expect(some).toHaveLength(others.length)
  return Math.max(
    ...some.flatMap((one, n) => [...one].map((value, i) => Math.abs(value - (others[n]?.[i] ?? Number.NaN)))),
  )
}
