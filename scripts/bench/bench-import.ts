import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, inFolder, machine, measure, openBench, root } from './measure.ts'

const COPIES = 8

/** Whole import (read, mask, store, extract, embed, store) of the shipped runs, against parsing the same bytes as JSON. */
export async function run(): Promise<Bench> {
  return await inFolder(importAll)
}

async function importAll(dataPath: string): Promise<Bench> {
  const folder = join(root, 'prisma/sample/episodes')
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  const loupe = await openBench(dataPath, (line) => console.error(line))
  try {
    await loupe.start()
    let imported = 0
    const whole = await measure(COPIES * files.length - 1, async (round) => {
      const file = files[(round + 1) % files.length]
      if (!file) return
      // A trailing space makes the bytes another run's, so that each round imports.
      const bytes = Buffer.from(file.text + ' '.repeat(Math.floor((round + 1) / files.length)))
      const input = {
        project: 'bench',
        fileName: file.name,
        dryRun: false,
        resultsId: null,
        batchKey: 'bench',
      }
      const [result] = await loupe.api.importFile({ ...input, bytes })
      if (result?.status !== 'imported') throw new Error(`${file.name}: ${result?.status}`)
      imported++
    })
    const parse = await measure(COPIES * files.length - 1, (round) =>
      JSON.parse(files[(round + 1) % files.length]?.text ?? 'null'),
    )
    const what = `importing one run of ${Math.round(files.reduce((sum, { text }) => sum + text.length, 0) / files.length / 1024)} kB (${imported} in all)`
    return {
      name: 'import',
      machine: machine(),
      figures: [
        {
          what,
          ...whole,
          against: 'JSON.parse of the same bytes',
          againstMs: parse.medianMs,
          ratio: whole.medianMs / parse.medianMs,
        },
      ],
    }
  } finally {
    await loupe.close()
  }
}
