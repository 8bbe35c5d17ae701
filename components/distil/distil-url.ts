import { parseAsStringLiteral } from 'nuqs/server'
import { ANSWER_WAYS } from '@/lib/memory/distil/distil-words.ts'

/** What the address of the page says. */
export const distilUrlParsers = {
  /** Way whose estimate is open. */
  way: parseAsStringLiteral(ANSWER_WAYS),
}
