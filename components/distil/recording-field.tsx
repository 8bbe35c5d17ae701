'use client'

import { buttonClass } from '@/components/ui/button.tsx'
import { sendFile } from '@/components/ui/faults/send-file.ts'
import { plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'

/** A recording to answer from, and the answers that are kept as one. */
export function RecordingField({ project, onGiven }: { project: string; onGiven: () => void }) {
  const toast = useToast()
  const { tell } = useTelling()
  const give = async (file: File) => {
    const path = `/api/v1/recording?file=${encodeURIComponent(file.name)}`
    try {
      const sent = sendFile<{ lineCount: number }>(path, file)
      const answer = await tell(sent, ({ lineCount }) => `${plural(lineCount, 'answer')} at hand.`)
      if (answer.ok) onGiven()
    } catch {
      toast.show({ text: 'It could not be sent.', tone: 'danger' })
    }
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
