import type { Category } from '@/lib/memory/category.ts'
import type { Kind } from '@/lib/memory/subtask.ts'
import type { ActionResult, ChangeReceipt, EntryEdit } from '@/lib/memory/views.ts'

export type NewEntry = {
  project: string
  category: Category
  objective: string
  keywords: string[]
  title: string
  kind: Kind
  when: string
  do: string
  because: string
  check: string
}

/** What can be done to entries; the pages hand in the server actions. */
export type EntryActions = {
  edit: (edit: EntryEdit & { reason?: string }) => Promise<ActionResult<ChangeReceipt>>
  recategorise: (change: {
    entryId: string
    revision: number
    category: Category
    reason?: string
  }) => Promise<ActionResult<ChangeReceipt>>
  retire: (change: { entryIds: string[]; reason: string }) => Promise<ActionResult<ChangeReceipt>>
  restore: (change: { entryIds: string[]; reason?: string }) => Promise<ActionResult<ChangeReceipt>>
  undo: (change: { revision: number }) => Promise<ActionResult<ChangeReceipt>>
  store: (entry: NewEntry) => Promise<ActionResult<{ id: string; receipt: ChangeReceipt }>>
}
