import { parseAsBoolean, parseAsInteger, parseAsStringLiteral } from 'nuqs/server'
import { CATEGORIES } from '@/lib/memory/category.ts'
import { ANSWER_WAYS, SIDES_SHOWN } from '@/lib/memory/distil/distil-words.ts'

/** What the address of the page says. */
export const distilUrlParsers = {
  /** Way whose estimate is open. */
  way: parseAsStringLiteral(ANSWER_WAYS),
  show: parseAsStringLiteral(SIDES_SHOWN).withDefault('all'),
  category: parseAsStringLiteral(CATEGORIES),
  /** Only what no person has chosen for. */
  open: parseAsBoolean.withDefault(false),
  from: parseAsInteger.withDefault(0),
}

/** Subtasks of one page. */
export const SIDES_A_PAGE = 20
