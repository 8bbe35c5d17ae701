import clsx from 'clsx'

/** Letters that the names of a lesson's parts take in the message, see lib/retrieval/injection.ts. */
const PART = /^(?=.{9}\S)(?:When|Do|Because|Check|Lesson) +/

/** The message letter for letter; only that a part's further lines hang under its text, not under its name. */
export function InjectedText({ text }: { text: string }) {
  const lines = text.split('\n')
  return lines.map((line, at) => (
    <span
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity.
      key={at}
      className={clsx('block', PART.exec(line)?.[0].length === 9 && 'pl-[9ch] -indent-[9ch]')}
    >
      {at < lines.length - 1 ? `${line}\n` : line}
    </span>
  ))
}
