import { UserError } from '../memory/errors.ts'
import type { SavedViewView } from '../memory/views/project.ts'
import type { Store } from './store.ts'
import { tables } from './tables.ts'

export async function listSavedViews(
  store: Store,
  { projectId, page }: { projectId: string; page: string },
): Promise<SavedViewView[]> {
  const rows = await tables(store).savedView.findMany({
    where: { projectId, page },
    orderBy: { name: 'asc' },
  })
  return rows.map(({ id, name, query, by }) => ({ id, name, query, by }))
}

/** Keeps a view under a name; one of the same name gets the new address. Throws UserError `no-such-project`. */
export async function saveView(
  store: Store,
  input: { projectId: string; page: string; name: string; query: string; by: string },
): Promise<SavedViewView> {
  const { projectId, page, name, query, by } = input
  return await store.record(async (tx) => {
    if ((await tables(tx).project.count({ where: { id: projectId } })) === 0)
      throw new UserError('no-such-project', 'The project is gone.', {
        hint: 'Reload the page.',
        status: 404,
      })
    const { id } = await tables(tx).savedView.upsert({
      where: { projectId_page_name: { projectId, page, name } },
      create: { id: store.nextId('sv'), ...input, createdAt: store.now() },
      update: { query, by },
    })
    return { id, name, query, by }
  })
}

/** Removes a view; nothing happens when it is gone already. */
export async function deleteSavedView(store: Store, id: string): Promise<void> {
  await store.record((tx) => tables(tx).savedView.deleteMany({ where: { id } }))
}
