'use client'

import { useRouter } from 'next/navigation'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Link } from '@/components/ui/link.tsx'
import type { EntryPlace } from '@/lib/memory/views/entries.ts'

type EntryPlaceNavProps = {
  place: EntryPlace
  params: Record<string, string>
  isFiltered: boolean
}

/** Next and previous among those that the filter of the list shows. */
export function EntryPlaceNav({ place, params, isFiltered }: EntryPlaceNavProps) {
  const router = useRouter()
  const href = useProjectHref()
  const { previous, next, position, count } = place
  const go = (id: string | null) => {
    if (id) router.push(href(`/memories/${id}`, params))
  }
  useHotkeys([
    { keys: '[', label: 'Previous entry of the list', run: () => go(previous), when: previous !== null },
    { keys: ']', label: 'Next entry of the list', run: () => go(next), when: next !== null },
  ])
  return (
    <>
      {formatCount(position)} of {formatCount(count)}
      {isFiltered && ' in the filter'}
      {(
        [
          ['[', previous, 'Previous entry'],
          [']', next, 'Next entry'],
        ] as const
      ).map(([key, id, label]) =>
        id === null ? null : (
          <Link
            key={key}
            href={href(`/memories/${id}`, params)}
            aria-label={label}
            className="inline-flex size-5 items-center justify-center rounded-chip border border-hairline font-mono text-micro hover:bg-hover"
          >
            {key}
          </Link>
        ),
      )}
    </>
  )
}
