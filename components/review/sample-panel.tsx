'use client'

import { useState } from 'react'
import { BulkDialog } from '@/components/curate/bulk-dialog.tsx'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { PrecisionTable } from '@/components/marks/precision-table.tsx'
import { Button } from '@/components/ui/button.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { Section } from '@/components/ui/section.tsx'
import type { SampleSoFar } from '@/lib/memory/review.ts'
import { SampleForm } from './draw.tsx'
import type { Queue } from './use-queue.ts'

/** What a sample says so far: which mark finds junk, an act by its rule, and the next sample. */
export function SamplePanel({ sample, ...state }: Queue & { sample: SampleSoFar }) {
  const { bound, setUrl } = state
  const { asked, report } = sample
  const [rule, setRule] = useState<string | null>(null)
  const { run, isPending } = useEntryChanges()
  const expression = [asked.expression && `(${asked.expression})`, rule].filter(Boolean).join(' ')
  return (
    <aside aria-label="What the sample says" className="min-w-0 border-hairline lg:border-l max-lg:border-t">
      <Section title="Marks in the sample" note="share of junk among the judged that carry it">
        {report.marks.length === 0 ? (
          <p className="mt-2 text-ink-2">No judged entry carries a flag or a finding yet.</p>
        ) : (
          <PrecisionTable
            marks={report.marks}
            last={{
              ...{ label: 'Act', isSilent: true },
              of: ({ kind, mark }) => (
                <Button
                  className="h-6 text-small"
                  aria-label={`Act by ${kind} ${mark}`}
                  onClick={() => setRule(`${kind}:${/^[^\s,()"]+$/.test(mark) ? mark : `"${mark}"`}`)}
                >
                  Act
                </Button>
              ),
            }}
          />
        )}
      </Section>
      <Section title="Until the rest is below" note="then stop">
        <label className="mt-2 flex items-center gap-2 text-small">
          <span className="sr-only">Until the rest is below</span>
          <TextInput
            type="number"
            min={0}
            max={100}
            value={Math.round(bound * 100)}
            onChange={(event) => void setUrl({ bound: Number(event.target.value) / 100 })}
            className="w-16!"
          />
          % junk
        </label>
        <SampleForm {...state} asked={asked} label="Sample again" />
      </Section>
      {rule !== null && (
        <BulkDialog
          verb="retire"
          filter={{ ...asked, expression }}
          inWords={`By the rule ${rule}`}
          run={run}
          isPending={isPending}
          onClose={() => setRule(null)}
          onDone={() => setRule(null)}
        />
      )}
    </aside>
  )
}
