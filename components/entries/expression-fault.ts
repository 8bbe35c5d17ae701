import { UserError } from '@/lib/memory/errors.ts'
import { parseExpression } from '@/lib/memory/filter/filter-expression.ts'

/** What is wrong with a filter expression, and at which character from 1; null when it can be read. */
export function expressionFault(text: string): { at: number; message: string; hint: string } | null {
  try {
    parseExpression(text)
    return null
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return {
      at: Number(error.place?.match(/\d+$/)?.[0] ?? 1),
      message: error.message,
      hint: error.hint,
    }
  }
}
