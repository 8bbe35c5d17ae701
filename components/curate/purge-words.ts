import { formatList, plural } from '@/components/ui/format.ts'
import type { PurgeReceipt } from '@/lib/memory/views/curation.ts'

type Told = Pick<
  PurgeReceipt,
  'retrievalCount' | 'studyCount' | 'otherCount' | 'searchedTexts' | 'files' | 'backupsHolding'
>

/** What a purge of one entry came to: what was looked for and found, and what else had quoted it. */
export function purgedWords({ searchedTexts, files, backupsHolding, ...quoted }: Told): string {
  const found = files.reduce((sum, file) => sum + file.found, 0)
  const proof =
    found > 0
      ? `Texts were still found ${plural(found, 'time')}`
      : searchedTexts === 0
        ? 'No text of it was left to look for in the files'
        : 'Its texts are in no file of the store'
  const held = backupsHolding.length
  const backups = held === 0 ? '' : `; ${plural(held, 'backup')} still ${held === 1 ? 'holds' : 'hold'} it`
  const quoting = [
    quoted.retrievalCount > 0 && plural(quoted.retrievalCount, 'kept retrieval'),
    quoted.studyCount > 0 && plural(quoted.studyCount, 'study', 'studies'),
    quoted.otherCount > 0 &&
      `${plural(quoted.otherCount, 'other row')} (reasons, notes, samples and the like)`,
  ].filter((words) => words !== false)
  const marked = quoting.length === 0 ? '' : ` A marker stands for them in ${formatList(quoting)}.`
  return `Purged. ${proof}${backups}.${marked}`
}
