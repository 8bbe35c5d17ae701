import { CategoryMark } from '@/components/marks/category-mark.tsx'
import type { SampledEntry } from '@/lib/memory/views/entries.ts'

/** Some of the entries that a change would touch, a line each; nothing when there is none. */
export function EntrySample({ sample }: { sample: readonly SampledEntry[] }) {
  if (sample.length === 0) return null
  return (
    <ul aria-label="Some of them" className="grid gap-1 border-hairline border-y py-2 text-small">
      {sample.map((one) => (
        <li key={one.id} className="grid grid-cols-[28px_minmax(0,1fr)] items-center">
          <CategoryMark category={one.category} show="letter" />
          <span className="truncate" title={one.title}>
            {one.objective}
          </span>
        </li>
      ))}
    </ul>
  )
}
