import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Loupe, openLoupe } from '../../lib/runtime.ts'

/** The project's folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Works in an empty data folder, which is gone afterwards. */
export async function inFolder<T>(work: (dataPath: string) => Promise<T>): Promise<T> {
  const dataPath = mkdtempSync(join(tmpdir(), 'loupe-bench-'))
  try {
    return await work(dataPath)
  } finally {
    rmSync(dataPath, { recursive: true, force: true })
  }
}

/** The Loupe over a data folder, in this process. */
export async function openBench(
  dataPath: string,
  log: (line: string) => void = () => undefined,
): Promise<Loupe> {
  const loupe = await openLoupe({ rootPath: root, dataPath, now: () => new Date(), log })
  if (!loupe) throw new Error('the folder is owned by another process')
  return loupe
}
