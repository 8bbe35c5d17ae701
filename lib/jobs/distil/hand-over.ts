import { z } from 'zod'
import { wakeItems } from '../../db/jobs/pauses.ts'
import { getRequest, keepAnswer } from '../../db/models/model-requests.ts'
import type { Store } from '../../db/store.ts'
import { maskKept } from '../../extract/mask-texts.ts'
import { checkValue, readAnswer } from '../../llm/complete.ts'
import { UserError } from '../../memory/errors.ts'
import { capital } from '../../memory/text/words.ts'

/** What somebody who has a model gives for a request. */
export const givenAnswerSchema = z.strictObject({
  /** JSON, or the model's text that holds it. */
  answer: z.union([z.string().max(200_000), z.record(z.string(), z.unknown())]),
  model: z.string().trim().min(1).max(200).nullable().default(null),
  inputTokens: z.number().int().min(0).nullable().default(null),
  outputTokens: z.number().int().min(0).nullable().default(null),
  costUsd: z.number().min(0).nullable().default(null),
  at: z.iso.datetime({ offset: true }).nullable().default(null),
})
export type GivenAnswer = z.input<typeof givenAnswerSchema>

/**
 * Takes the answer to a request and lets those who waited for it go on. Given again, it changes nothing. Throws UserError
 * `no-such-request`, or `answer-not-json` / `answer-unfit` (422) that names what is wrong: then the request waits on.
 */
export async function giveAnswer(
  store: Store,
  hash: string,
  given: GivenAnswer,
): Promise<{ hash: string; isNew: boolean; itemCount: number }> {
  const { answer, ...rest } = givenAnswerSchema.parse(given)
  const { schema } = await getRequest(store, hash)
  const form = z.fromJSONSchema(schema)
  const read = typeof answer === 'string' ? readAnswer(answer, form) : checkValue(answer, form)
  if ('fault' in read)
    throw new UserError(read.fault.code, `${capital(read.fault.words)}.`, {
      hint: 'Mend it and send it again; the request waits. Its schema says what fits.',
      place: 'answer',
      status: 422,
    })
  const at = rest.at ?? store.now().toISOString()
  return await store.record(async (tx) => {
    const isNew = await keepAnswer(tx, {
      ...{ hash, provider: 'handover', ...rest, latencyMs: null, at },
      // Looked at when it arrived as a text: what an escape hid there shows only now.
      value: maskKept(read.value),
    })
    return { hash, isNew, itemCount: await wakeItems(tx, hash) }
  })
}
