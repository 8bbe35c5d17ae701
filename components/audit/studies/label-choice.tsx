'use client'

import { useQueryState } from 'nuqs'
import { Segmented } from '@/components/ui/segmented.tsx'
import type { CategoryLabels } from '@/lib/memory/studies/misprediction.ts'

/** Whose labels the predictor is compared with: the sample brings some of its own. */
export function LabelChoice({ labels: { kind, byPersons } }: { labels: CategoryLabels }) {
  const [, set] = useQueryState('labels', { history: 'replace', shallow: false })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4 print:hidden">
      <span className="text-ink-3 text-small">Compared with</span>
      <Segmented
        label="Whose labels"
        value={kind === 'written' ? 'written' : 'own'}
        options={[
          { value: 'written', label: 'the sample’s questions' },
          { value: 'own', label: byPersons > 0 ? `${byPersons} labels given here` : 'labels given here' },
        ]}
        onChange={(value) => void set(value === 'own' ? 'own' : null)}
      />
    </div>
  )
}
