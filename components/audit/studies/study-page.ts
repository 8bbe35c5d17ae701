import type { Category } from '../../../lib/memory/category.ts'
import type { Source } from '../../../lib/memory/source.ts'
import type { ConfusionCell } from '../../../lib/memory/studies/misprediction.ts'
import type { Cell, Figure } from '../../figures/figure.ts'
import type { Origin } from '../../figures/origin.ts'

/** What a study says: its page shows it, and the written report. */
export interface StudyPage {
  verdict: string
  sources: readonly Source[]
  /** n, intervals and what else the verdict rests on. */
  basis: readonly string[]
  /** Of what was drawn at random for intervals and tests; none where nothing was. */
  seed?: Origin['seed']
  sections: readonly StudySection[]
}

export interface StudySection {
  id: string
  title: string
  note?: string
  parts: readonly StudyPart[]
}

export type StudyPart =
  | { kind: 'figure'; figure: Figure; digits?: number; caption?: string }
  | TablePart
  /** Counts of labelled against predicted categories. */
  | ({ kind: 'matrix' } & Omit<TablePart, 'kind'> & { cells: readonly ConfusionCell[] })
  | { kind: 'words'; text: string; isNote?: boolean }
  /** What holds for all of it: names and what they are. */
  | { kind: 'facts'; facts: readonly (readonly [name: string, words: string])[] }
  | { kind: 'link'; text: string; path: string }
  | { kind: 'list'; items: readonly ListItem[] }
  | { kind: 'texts'; items: readonly SideBySide[] }

export interface TablePart {
  kind: 'table'
  /** File name without its ending. */
  name: string
  title: string
  /** Heads first; null is unknown. */
  table: Cell[][]
  /** Decimals on the page; the CSV has them all. */
  digits?: number
  /** Where a cell leads; rows from 0 below the heads, the name is column 0. */
  linkOf?: (row: number, column: number) => { href: string; label: string } | null
}

export function words(text: string): StudyPart {
  return { kind: 'words', text }
}

/** Words that stand smaller, beside a figure where there is room. */
export function note(text: string): StudyPart {
  return { kind: 'words', text, isNote: true }
}

/** A table of a study, without links. */
export function tablePart(name: string, title: string, table: Cell[][], digits?: number): TablePart {
  return { kind: 'table', name, title, table, ...(digits !== undefined && { digits }) }
}

export interface ListItem {
  key: string
  text: string
  entryId?: string
  category?: Category
  /** What stands beside it. */
  beside?: string
  besideId?: string
  /** Where its text leads, when it is no entry. */
  to?: { path: string; params: Record<string, string> }
  value: string | null
}

/** One span of steps, as each maker has it. */
export interface SideBySide {
  key: string
  summary: string
  texts: readonly { name: string; entryId?: string | undefined; text: string }[]
}
