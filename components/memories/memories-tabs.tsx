'use client'

import { useSearchParams } from 'next/navigation'
import { PageTabs } from '@/components/frame/page-tabs.tsx'

const TABS = [
  { label: 'List', path: '/memories' },
  { label: 'Map', path: '/memories/map' },
  { label: 'Review', path: '/worklists' },
]
/** What list and map both have in their address: an area of the map, and the entry under the cursor. */
const SHARED = ['area', 'method', 'at']

/** The three ways to look at the entries of a project; an area and the chosen entry go along. */
export function MemoriesTabs() {
  const search = useSearchParams()
  const params = Object.fromEntries(SHARED.map((name) => [name, search?.get(name) ?? null]))
  return (
    <PageTabs
      label="Memories"
      tabs={TABS}
      params={params}
      isHere={(path, pathname) => (path === '/memories' ? pathname === path : pathname.startsWith(path))}
    />
  )
}
