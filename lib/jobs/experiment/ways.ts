import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Completer, Meter } from '../../llm/complete.ts'
import { UserError } from '../../memory/errors.ts'
import type { Answering, Prompt } from './answer-files.ts'

export const EXPERIMENT_WAYS = ['scripted', 'openai', 'command', 'handover'] as const

type Settings = {
  scripts: string | null
  open?: (way: 'openai' | 'command') => Completer
  meter?: Meter
}

/** A way to answers by its name. Throws UserError `unknown-way`. */
export function answeringBy(way: string, { scripts, open, meter }: Settings): Answering {
  if (way === 'handover') return async () => null
  if (way === 'scripted' && scripts) return (prompt) => scripted(scripts, prompt)
  if ((way === 'openai' || way === 'command') && open) return answeringOf(open(way), meter)
  throw new UserError('unknown-way', `"${way.slice(0, 40)}" is no way to answers here.`, {
    hint: `--with is one of ${EXPERIMENT_WAYS.join(', ')}; scripted needs --scripts.`,
    place: '--with',
  })
}

const wordsSchema = z.object({ answer: z.string().min(1) })

/** A model that is asked now; words come wrapped in a document, as every answer of this seam does. */
function answeringOf(completer: Completer, meter: Meter | undefined): Answering {
  return async ({ name, system, user, schema }) => {
    const request = {
      purpose: name.startsWith('turn') ? 'act' : 'lessons',
      prompt: 'agent@1',
      system,
      user,
      schema: schema ?? wordsSchema,
    }
    const { value, model, inputTokens, outputTokens, costUsd } = await completer.complete(request, meter)
    const text = schema ? JSON.stringify(value) : wordsSchema.parse(value).answer
    return { text, model, inputTokens, outputTokens, costUsd }
  }
}

/** `TASK/000.txt` for the first turn of a task and so on, and `TASK/lesson.json`; the last file answers what comes after. */
async function scripted(folder: string, { episode, name }: Prompt) {
  const task = /-s\d+-\d{3}-(.+)$/.exec(episode)?.[1] ?? ''
  const took = { model: 'scripted', inputTokens: 0, outputTokens: 0, costUsd: 0 }
  if (name.startsWith('lesson')) {
    const file = join(folder, task, 'lesson.json')
    return { text: existsSync(file) ? readFileSync(file, 'utf8') : '{"stages": [], "lessons": []}', ...took }
  }
  for (let n = Number(name.slice(-3)); n >= 0; n--) {
    const file = join(folder, task, `${`${n}`.padStart(3, '0')}.txt`)
    if (existsSync(file)) return { text: readFileSync(file, 'utf8'), ...took }
  }
  throw new UserError('no-script', `There is no answer for ${task}.`, {
    hint: 'Write 000.txt.',
    place: join(folder, task),
  })
}
