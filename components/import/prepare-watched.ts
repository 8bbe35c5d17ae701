import { formatCount, formatInstant, formatTime, plural } from '@/components/ui/format.ts'
import type { WatchedFolder } from '@/lib/memory/views/found.ts'

/** How a watched folder stands: `300 files, looked at 14:02 UTC: 3 came in, 297 known already; last found: a.jsonl, 1 imported`. */
export function watchedSentence({ isOn, fileCount, lookedAt, came, last, fault }: WatchedFolder): string {
  const { fresh, known, unread } = came
  const counts = [
    fresh > 0 && `${formatCount(fresh)} came in`,
    known > 0 && `${formatCount(known)} known already`,
    unread > 0 && `${formatCount(unread)} not read`,
  ].filter((part) => part !== false)
  const looked =
    fileCount !== null && lookedAt !== null
      ? `${plural(fileCount, 'file')}, looked at ${formatTime(lookedAt)} UTC`
      : counts.length > 0
        ? 'being read'
        : 'not looked at yet'
  const nothing = fileCount === null ? null : 'nothing new since'
  const became = isOn && fault === null ? counts.join(', ') || nothing : null
  const now = [isOn ? (fault ?? looked) : 'off', became].filter((part) => part !== null).join(': ')
  return last === null ? now : `${now}; last found: ${last.file}, ${last.words}, ${formatInstant(last.at)}`
}
