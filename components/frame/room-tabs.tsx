'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { Link } from '@/components/ui/link.tsx'
import { ROOM_TABS, type RoomTab } from './pages.ts'
import { useProjectHref } from './shell.tsx'

/** The pages of the room one is in; nothing on a page that is none of them. */
export function RoomTabs() {
  const pathname = usePathname() ?? ''
  const view = useSearchParams()?.get('view') ?? null
  const href = useProjectHref()
  const isHere = (tab: RoomTab) =>
    (tab.path === pathname || (tab.isDeep && pathname.startsWith(`${tab.path}/`))) &&
    (tab.view ?? null) === view
  const room = ROOM_TABS.find(({ tabs }) => tabs.some(isHere))
  if (!room) return null
  return (
    <nav
      aria-label={room.label}
      className="flex gap-1 overflow-x-auto border-hairline border-b px-4 max-md:px-2 print:hidden"
    >
      {room.tabs.map((tab) => (
        <Link
          key={tab.label}
          href={href(tab.path, { view: tab.view })}
          aria-current={isHere(tab) ? 'page' : undefined}
          className="flex h-9 flex-none items-center border-transparent border-b-2 px-2 text-ink-2 no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
