'use client'

import { useRouter } from 'next/navigation'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Link } from '@/components/ui/link.tsx'
import type { EntryPlace } from '@/lib/memory/views/entries.ts'

type EntryPlaceNavProps = { place: EntryPlace; params: Record<string, string>; isFiltered: boolean }

export function EntryPlaceNav({ place, params, isFiltered }: EntryPlaceNavProps) {
  const router = useRouter()
  const href = useProjectHref()
  const { previous, next, position, count } = place
  const ways = [
    { keys: '[', id: previous, label: 'Previous entry' },
    { keys: ']', id: next, label: 'Next entry' },
  ].flatMap(({ id, ...way }) => (id === null ? [] : { ...way, to: href(`/memories/${id}`, params) }))
  useHotkeys(
    ways.map(({ keys, label, to }) => ({ keys, label: `${label} of the list`, run: () => router.push(to) })),
  )
  return (
    <>
      {formatCount(position)} of {formatCount(count)}
      {isFiltered && ' in the filter'}
      {ways.map(({ keys, label, to }) => (
        <Link
          key={keys}
          href={to}
          aria-label={label}
          className="inline-flex size-5 items-center justify-center rounded-chip border border-hairline font-mono text-micro hover:bg-hover"
        >
          {keys}
        </Link>
      ))}
    </>
  )
}
