import type { UserError } from '../memory/errors.ts'
import { createIdMaker } from './ids.ts'
import { hasPending } from './migrate.ts'
import { highestUlid, openReaders } from './readers.ts'
import { onlyRead } from './store-faults.ts'
import { insideOf } from './tables.ts'

/** Nothing of a damaged file is changed: a write could spread the damage. Throws the damage where not even the names of projects can be read. */
export async function connectToRead(
  path: string,
  options: { dataPath: string; now: () => Date; damage: UserError; migrations: string },
) {
  const { dataPath, now, damage, migrations } = options
  const fault = onlyRead(damage)
  const refuse = async (): Promise<never> => {
    throw fault
  }
  let readers: Awaited<ReturnType<typeof openReaders>> | null = null
  try {
    if (hasPending(path, migrations)) throw damage
    readers = await openReaders(path)
    await readers.read.project.findMany()
    return {
      ...insideOf(readers.read, readers.rows),
      onlyRead: fault,
      dataPath,
      conceal: (key: string) => key, // nothing is stored under it
      nextId: createIdMaker(() => now().getTime(), await highestUlid(readers.read)),
      now,
      checkpoint: async () => false,
      record: refuse,
      write: refuse,
      close: readers.closeReaders,
    }
  } catch {
    await readers?.closeReaders()
    throw damage
  }
}
