'use client'

import { buttonClass } from '@/components/ui/button.tsx'
import { plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'

/** A recording to answer from, and the answers that are kept as one. */
export function RecordingField({ project, onGiven }: { project: string; onGiven: () => void }) {
  const toast = useToast()
  const give = async (file: File) => {
    const response = await fetch(`/api/v1/recording?file=${encodeURIComponent(file.name)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    }).catch(() => null)
    const answer = await response?.json().catch(() => null)
    if (!response?.ok)
      return toast.show({
        text: answer?.error ? `${answer.error.message} ${answer.error.hint}` : 'It could not be sent.',
        tone: 'danger',
      })
    toast.show({ text: `${plural(answer.lineCount, 'answer')} at hand.` })
    onGiven()
  }
  return (
    <p className="flex flex-wrap items-center gap-3 border-hairline border-b px-6 py-2 text-ink-2 text-small max-md:px-4">
      <label className={buttonClass('quiet')}>
        Give a recording
        <input
          type="file"
          accept=".jsonl"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void give(file)
          }}
        />
      </label>
      <a className="link" href={`/api/v1/recording?project=${encodeURIComponent(project)}`} download>
        Take the answers kept here as a recording
      </a>
    </p>
  )
}
