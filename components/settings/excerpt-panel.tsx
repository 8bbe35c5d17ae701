'use client'

import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { Button } from '@/components/ui/button.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { plural } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { ProjectYield } from '@/lib/memory/text/excerpt.ts'

/** Whether a project serves what rules took out of its runs. */
export function ExcerptPanel({
  projectId,
  name,
  yields: { excerptCount, withholdsExcerpts },
}: {
  projectId: string
  name: string
  yields: ProjectYield
}) {
  const commands = useCommands()
  const { run, isPending } = useEntryChanges()
  const turn = () =>
    void run(() => commands.withholdExcerpts({ projectId, on: !withholdsExcerpts }), {
      receipt: (one) => one,
      text: (one) =>
        `Excerpts are ${withholdsExcerpts ? 'served' : 'not served'}: ${plural(one.entryCount, 'entry', 'entries')} changed.`,
    })
  return (
    <section
      aria-label={`Excerpts in ${name}`}
      className="grid gap-2 border-hairline border-t px-6 py-5 max-md:px-4"
    >
      <SectionTitle title={`Excerpts in ${name}`} note={plural(excerptCount, 'subtask')} />
      <p className="text-ink-2">
        {withholdsExcerpts
          ? 'Kept and not served: only what a model or a person wrote, edited or accepted is injected.'
          : 'Served where nothing better is there; the injected message says “Excerpt of 1 earlier run, taken by rules”.'}
      </p>
      <p>
        <Button disabled={isPending} onClick={turn}>
          {withholdsExcerpts ? 'Serve excerpts' : 'Do not serve excerpts'}
        </Button>
      </p>
    </section>
  )
}
