import type { Category } from '../category.ts'
import type { Description } from '../entry.ts'
import { wilsonInterval } from '../statistics/proportion.ts'
import type { Support } from '../views/entries.ts'

/** d as one text: the only thing that is embedded. Ours; the paper is silent. */
export function descriptionText(d: Description): string {
  return d.keywords.length === 0 ? d.objective : `${d.objective}; ${d.keywords.join(', ')}`
}

/** Tokens of a text, counted as characters / 4, rounded up (ours: no tokenizer of the backbone here). */
export function tokenEstimate(text: string): number {
  return Math.ceil(text.length / 4)
}

/** What an entry is called: what rules take out of a run is an excerpt; an experience is written by a model or a person. */
export type Called = 'excerpt' | 'experience'

/** Tells by who made it; `rules-v1`, `rules-v2` and later rules make excerpts. */
export function calledBy(extractor: string | null): Called {
  return extractor?.startsWith('rules') ? 'excerpt' : 'experience'
}

/** Who made it, with what it is therefore called: `rules-v2, an excerpt`. */
export function makerWords(extractor: string): string {
  return extractor === 'notes' ? 'a note for agents' : `${extractor}, an ${calledBy(extractor)}`
}

/** "seen in 3 runs, 2 resolved"; what nobody knows of the outcomes is said. */
export function supportWords({ runs, resolved, unknown }: Support): string {
  if (unknown === runs) return `seen in ${runs} runs, outcomes unknown`
  return `seen in ${runs} runs, ${resolved} resolved${unknown > 0 ? `, ${unknown} unknown` : ''}`
}

/** `Cursor pagination, under REPRODUCE` without its end: the mark after it says that. */
export function chipLabel({ label, category }: { label: string; category?: Category }): string {
  if (!category || !label.endsWith(category)) return label
  return label.slice(0, -category.length).replace(/[\s,]+(?:under\s+)?$/, '')
}

/** What a person must type to purge so many entries. */
export function purgePhrase(count: number): string {
  return `purge ${count} ${count === 1 ? 'entry' : 'entries'}`
}

/** What a person must type to purge a run; no blank at its end, which nobody sees. */
export function purgeRunPhrase(instanceId: string): string {
  const name = [...instanceId.replace(/\s+/g, ' ').trim()].slice(0, 100).join('')
  return `purge ${name}`.trimEnd()
}

/** The text with its first letter as a capital. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `+3.1`, `−0.4`, `0.0`: a difference, with the true minus; what rounds to nothing has no sign. */
export function signedPp(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits)
  if (Number(text) === 0) return text
  return `${value > 0 ? '+' : '\u2212'}${text}`
}

/** How often lessons of a level helped: `25 of 38 like this helped, 66 % (50 to 79)`; null where none was judged. */
export function helpedWords({ called, helped }: { called: number; helped: number }): string | null {
  if (called === 0) return null
  const { low, high } = wilsonInterval(helped, called)
  const percent = (share: number) => Math.round(share * 100)
  return `${helped} of ${called} like this helped, ${percent(helped / called)} % (${percent(low)} to ${percent(high)})`
}

/** A p as every page, command and file writes it, three digits and never 0: `.007`, `1.000`, `< .001`. */
export function pText(p: number): string {
  return p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '')
}

/** `p .007`. */
export function pWords(p: number): string {
  return `p ${pText(p)}`
}

/** Whether a column or row of this name holds a p: `p`, `Holm p`, `p over none (derived)`. */
export function isPName(name: string): boolean {
  return /(^| )p( |$)/.test(name)
}
