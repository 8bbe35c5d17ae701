import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { UserError } from '../../lib/memory/errors.ts'
import type { ReachedLoupe } from '../reach/remote-loupe.ts'

export type HandedOver = {
  folder: string
  /** Requests that lie there now, unanswered. */
  written: number
  read: number
  refused: { file: string; reason: string }[]
}

const REQUEST = '.request.txt'
const ANSWER = /^([0-9a-f]{64})\.answer\.(?:json|txt|md)$/
const TOGETHER = 'answers.jsonl'
const PAGE = 100

const lineSchema = z.object({ hash: z.string(), answer: z.unknown(), model: z.string().nullish() })

/**
 * Takes the answers that lie in a folder, as often as new requests are met by some of them, then writes a file for each request that
 * still waits: the exact prompt, whole. An answer that does not fit is named and stays where it is.
 */
export async function handOver(
  folder: string,
  model: string | null,
  project: string,
  api: ReachedLoupe['api'],
  settle: () => Promise<unknown>,
  only: ReadonlySet<string> | null = null,
): Promise<HandedOver> {
  mkdirSync(folder, { recursive: true })
  const answers = readAnswers(folder)
  const refused = new Map<string, string>()
  let read = 0
  for (;;) {
    let taken = 0
    for await (const { hash } of waitingOf(api, project, only)) {
      const given = answers.get(hash)
      if (!given || refused.has(given.file)) continue
      try {
        await api.giveAnswer({ hash, answer: given.answer, model: given.model ?? model })
        taken++
      } catch (error) {
        if (!(error instanceof UserError) || error.status !== 422) throw error
        refused.set(given.file, error.message)
      }
    }
    read += taken
    if (taken === 0) break
    await settle() // an answer may lead to the next question, which another of the answers meets
  }
  const waiting = new Set<string>()
  for await (const { hash, text } of waitingOf(api, project, only)) {
    waiting.add(hash)
    writeFileSync(join(folder, `${hash}${REQUEST}`), text)
  }
  for (const name of readdirSync(folder))
    if (name.endsWith(REQUEST) && !waiting.has(name.slice(0, -REQUEST.length))) rmSync(join(folder, name))
  return {
    folder,
    written: waiting.size,
    read,
    refused: [...refused].map(([file, reason]) => ({ file, reason })),
  }
}

/** All that waits, or what of it is meant, read before anything changes it. */
async function* waitingOf(
  api: ReachedLoupe['api'],
  project: string,
  only: ReadonlySet<string> | null,
): AsyncGenerator<{ hash: string; text: string }> {
  const all: { hash: string; text: string }[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { rows, count } = await api.waitingRequests({ project, offset, limit: PAGE })
    all.push(...rows)
    if (rows.length === 0 || all.length >= count) break
  }
  yield* only ? all.filter(({ hash }) => only.has(hash)) : all
}

type Given = { answer: string | Record<string, unknown>; file: string; model: string | null }

/** Answers by the hash of their request, from files of their own and from one for all. */
function readAnswers(folder: string): Map<string, Given> {
  const found = new Map<string, Given>()
  const together = join(folder, TOGETHER)
  if (existsSync(together))
    for (const [i, line] of readFileSync(together, 'utf8').split('\n').entries()) {
      if (line.trim() === '') continue
      const file = `${TOGETHER}, line ${i + 1}`
      const { hash, answer, model } = readLine(line, file)
      found.set(hash, { answer: answer as Given['answer'], file, model: model ?? null })
    }
  for (const name of readdirSync(folder)) {
    const hash = ANSWER.exec(name)?.[1]
    if (hash) found.set(hash, { answer: readFileSync(join(folder, name), 'utf8'), file: name, model: null })
  }
  return found
}

function readLine(line: string, place: string) {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch {
    throw new UserError('bad-answers', `${place}: not a line of {"hash": …, "answer": …}.`, {
      hint: 'Mend the line and run it again; nothing was taken.',
      place,
    })
  }
}

/** Writes a recording and counts its lines. */
export async function writeRecording(path: string, pieces: AsyncIterable<string>): Promise<number> {
  let lines = 0
  async function* counted(): AsyncGenerator<string> {
    for await (const piece of pieces) {
      lines += piece.split('\n').length - 1
      yield piece
    }
  }
  await pipeline(counted(), createWriteStream(path))
  return lines
}
