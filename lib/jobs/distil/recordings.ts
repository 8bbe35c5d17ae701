import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RecordedLine, type Recording, readRecording } from '../../llm/recording.ts'

/** Where the sample's recording lies, from the project's folder. */
const SAMPLE_RECORDING = join('prisma', 'sample', 'recording.jsonl')

/** The recording at hand: the one that was given last to this process, else the sample's. Its texts are kept in memory only. `read`: the lines of a recording, in their order. */
export function createRecordings(
  rootPath: string,
  read: (text: string, fileName: string) => Promise<RecordedLine[]>,
) {
  let given: { name: string; lines: Recording } | null = null
  let ofSample: { name: string; lines: Recording } | null = null
  return {
    current(): { name: string; lines: Recording } | null {
      if (given) return given
      const path = join(rootPath, SAMPLE_RECORDING)
      if (!ofSample && existsSync(path))
        ofSample = {
          name: 'the sample’s recording',
          lines: readRecording(readFileSync(path, 'utf8'), SAMPLE_RECORDING),
        }
      return ofSample
    },
    /** Throws UserError `bad-recording` that names the line. */
    async give(name: string, text: string) {
      const lines = new Map((await read(text, name)).map((line) => [line.hash, line]))
      given = { name, lines }
      return { lineCount: lines.size }
    },
  }
}
