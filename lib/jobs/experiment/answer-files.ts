import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { z } from 'zod'
import type { Answer } from '../../agent/run-episode.ts'
import { UserError } from '../../memory/errors.ts'

/** What somebody is asked: by name, whole, and as little of it as one who saw the earlier turns needs. */
export type Prompt = {
  episode: string
  /** `turn-000`, `lesson-000`. */
  name: string
  system: string
  user: string
  /** What a reader who has answered the earlier ones has not seen. */
  fresh: string
  /** What a document must be; null = words. */
  schema: z.ZodType | null
}

/** A way to answers. Gives null where the answer comes into the file beside the prompt by another hand. */
export type Answering = (prompt: Prompt) => Promise<Answer | null>

/** A call as it is kept: what was asked and said, by their SHA-256, and what it took. */
export type Call = Omit<Answer, 'text'> & { name: string; promptSha256: string; answerSha256: string }

const LOOK_MS = 250
/** A file that was not written to for so long is whole, ms. Whoever renames it into place is not waited for longer. */
const QUIET_MS = 400

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
export const promptHash = ({ system, user }: Pick<Prompt, 'system' | 'user'>) =>
  sha256(`${system}\n\n${user}`)

/** Writes a file whole or not at all. */
export function putFile(path: string, text: string): void {
  writeFileSync(`${path}.part`, text)
  renameSync(`${path}.part`, path)
}

/**
 * Asks by files: the prompt stands in `turn-000.txt`, the answer comes into `answer-000.txt` beside it (of `lesson-000.txt` into
 * `lesson-answer-000.txt`). What is answered already is not asked again. Throws UserError `prompt-changed` by name.
 */
export function askByFiles(folder: string, answering: Answering) {
  mkdirSync(folder, { recursive: true })
  const calls: Call[] = []
  async function ask(prompt: Prompt): Promise<Answer> {
    const file = join(folder, `${prompt.name}.txt`)
    const answerFile = join(folder, `${answerName(prompt.name)}.txt`)
    if (!existsSync(file)) putFile(file, prompt.fresh)
    else if (readFileSync(file, 'utf8') !== prompt.fresh)
      throw promptChanged(`${prompt.episode}/${prompt.name}`)
    if (!isWhole(answerFile, 0)) {
      const answer = await answering(prompt)
      if (answer) {
        const { text, ...took } = answer
        putFile(answerFile.replace(/txt$/, 'json'), JSON.stringify(took))
        putFile(answerFile, text)
      } else await untilWhole(answerFile)
    }
    const text = readFileSync(answerFile, 'utf8')
    const answer = { ...tookOf(answerFile), text }
    const { text: _, ...took } = answer
    calls.push({ name: prompt.name, promptSha256: promptHash(prompt), answerSha256: sha256(text), ...took })
    return answer
  }
  return { ask, calls }
}

/** `turn-000` is answered in `answer-000`, `lesson-000` in `lesson-answer-000`. */
export function answerName(name: string): string {
  return name.startsWith('turn-') ? name.replace('turn', 'answer') : name.replace('lesson', 'lesson-answer')
}

export function promptChanged(where: string): UserError {
  return new UserError('prompt-changed', `The prompt ${where} is not what was asked then.`, {
    hint: 'Tasks, prompts or program have changed since; begin another folder, or go back to that version.',
    place: where,
  })
}

function tookOf(answerFile: string): Omit<Answer, 'text'> {
  const file = answerFile.replace(/txt$/, 'json')
  const unknown = { model: null, inputTokens: null, outputTokens: null, costUsd: null }
  return existsSync(file) ? { ...unknown, ...JSON.parse(readFileSync(file, 'utf8')) } : unknown
}

function isWhole(file: string, quietMs: number): boolean {
  if (!existsSync(file)) return false
  const { mtimeMs, size } = statSync(file)
  return size > 0 && Date.now() - mtimeMs >= quietMs && readFileSync(file, 'utf8').trim() !== ''
}

async function untilWhole(file: string): Promise<void> {
  while (!isWhole(file, QUIET_MS)) await new Promise((later) => setTimeout(later, LOOK_MS))
}
