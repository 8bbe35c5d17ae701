/** Takes a data folder over to local-v2, or goes on where another process was killed; by itself a program for `bench go-over`. */
import { fileURLToPath } from 'node:url'
import { openBench } from './folder.ts'

/** The Loupe over a folder, at work. */
export async function openBenchLoupe(dataPath: string) {
  const loupe = await openBench(dataPath)
  await loupe.start()
  return {
    ...loupe,
    /** `told`: hears again and again how many entries have their vector. */
    async goOver(told: (entries: number) => void = () => undefined): Promise<void> {
      const isThere = async () => (await loupe.api.shell({ project: null })).embedder === 'local-v2'
      const { job } = await loupe.api.settings()
      if (!job && !(await isThere())) await loupe.api.reEmbed({ to: 'local-v2', thenSwitch: true })
      while (!(await isThere())) {
        const { embedders } = await loupe.api.settings()
        told(embedders.find(({ id }) => id === 'local-v2')?.entries ?? 0)
        await new Promise((later) => setTimeout(later, 50))
      }
    },
  }
}

export async function goOver(dataPath: string, told?: (entries: number) => void): Promise<void> {
  const loupe = await openBenchLoupe(dataPath)
  await loupe.goOver(told)
  await loupe.close()
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await goOver(process.argv[2] ?? '', (entries) => process.stdout.write(`${entries}\n`))
