import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Files of a data folder that may hold a text: the database, its log, and the safe copies. Names are relative to the folder. */
export function storeFiles(dataPath: string): { live: string[]; backups: string[] } {
  const backups = join(dataPath, 'backups')
  return {
    live: ['loupe.db', 'loupe.db-wal'].filter((name) => existsSync(join(dataPath, name))),
    backups: existsSync(backups) ? readdirSync(backups).map((name) => join('backups', name)) : [],
  }
}

/** Which of the texts stand in the bytes of a file, as they are or as JSON writes them. Reads it piece by piece. */
export async function textsInFile(path: string, texts: string[]): Promise<Set<string>> {
  const needles = texts.flatMap((text) =>
    [...new Set([text, JSON.stringify(text).slice(1, -1)])].map((form) => ({
      text,
      bytes: Buffer.from(form),
    })),
  )
  const overlap = Math.max(0, ...needles.map(({ bytes }) => bytes.length - 1))
  const found = new Set<string>()
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: 4 * 1_048_576 })) {
    const part = Buffer.concat([rest, chunk as Buffer])
    for (const { text, bytes } of needles) if (!found.has(text) && part.includes(bytes)) found.add(text)
    rest = part.subarray(Math.max(0, part.length - overlap))
  }
  return found
}
