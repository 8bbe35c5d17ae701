'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { formatCount, formatInstant } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import { EmptyState } from '@/components/ui/states.tsx'
import type { StudyHead } from '@/lib/memory/studies/study.ts'

/** Studies that were ordered, newest first. */
export function StudyList({ heads }: { heads: readonly StudyHead[] }) {
  const href = useProjectHref()
  return (
    <section
      aria-label="Kept studies"
      className="border-hairline px-6 py-4 max-lg:border-t max-md:px-4 lg:border-l"
    >
      <SectionTitle title="Kept studies" note="newest first" />
      {heads.length === 0 ? (
        <EmptyState className="px-0! py-2!" title="No study yet.">
          What you order is kept here with its numbers, to be linked and compared.
        </EmptyState>
      ) : (
        <ul className="mt-2">
          {heads.map(({ id, name, by, createdAt, storeRevision, embedder, state }) => (
            <li key={id} className="border-hairline border-t">
              <Link
                href={href(`/audit/studies/${id}`)}
                className="-mx-2 block rounded-control px-2 py-2 no-underline hover:bg-hover"
              >
                <span className="block truncate font-medium">{name}</span>
                <span className="block text-ink-3 text-small">
                  {state !== null && state !== 'done' && `${state} · `}
                  {formatInstant(createdAt)} · {by} · {embedder} · revision {formatCount(storeRevision ?? 0)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
