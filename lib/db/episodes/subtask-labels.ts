import type { Stage } from '../../memory/category.ts'
import { stageSchema } from '../../memory/category-schema.ts'
import { UserError } from '../../memory/errors.ts'
import type { SubtaskLabel } from '../../memory/views/entries.ts'
import type { Store } from '../store.ts'
import { tables } from '../tables.ts'

/** All labels of a subtask, oldest first; the one it was made with is the subtask's own. */
export async function listSubtaskLabels(store: Store, subtaskId: string): Promise<SubtaskLabel[]> {
  const rows = await tables(store).label.findMany({ where: { subtaskId }, orderBy: { id: 'asc' } })
  return rows.map(({ category, source, by, blind, createdAt }) => ({
    category: stageSchema.parse(category),
    source,
    by,
    blind,
    createdAt: createdAt.toISOString(),
  }))
}

/**
 * Keeps a person's label of a subtask beside those there are; the same person's later label of the same kind replaces the
 * earlier, and null takes it back. It moves no entry: that is `recategorise`. Throws UserError `no-such-subtask`.
 */
export async function labelSubtask(
  store: Store,
  input: { subtaskId: string; category: Stage | null; by: string; blind: boolean },
): Promise<void> {
  const { subtaskId, category, by, blind } = input
  await store.record(async (tx) => {
    if ((await tables(tx).subtask.count({ where: { id: subtaskId } })) === 0)
      throw new UserError('no-such-subtask', `There is no subtask ${subtaskId}.`, {
        hint: 'Reload the page.',
        status: 404,
      })
    await tables(tx).label.deleteMany({ where: { subtaskId, source: 'person', by, blind } })
    if (category === null) return
    const row = { id: store.nextId('lb'), subtaskId, category, source: 'person', by, blind }
    await tables(tx).label.create({ data: { ...row, createdAt: store.now() } })
  })
}
