'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { Link } from '@/components/ui/link.tsx'
import { PageHead } from './page-head.tsx'
import { ROOM_TABS, type RoomTab } from './pages.ts'
import { useProjectHref } from './shell.tsx'
import { TopBar } from './top-bar.tsx'

type ScreenProps = ComponentProps<typeof TopBar> & ComponentProps<typeof PageHead> & { children: ReactNode }

/** A screen: where one is, its question, the answer and what that rests on, and below them what shows it. */
export function Screen({ crumbs, note, actions, children, ...head }: ScreenProps) {
  return (
    <>
      <TopBar crumbs={crumbs} note={note} actions={actions} />
      <RoomTabs />
      <PageHead {...head} />
      {children}
    </>
  )
}

/** The pages of the room one is in; nothing on a page that is none of them. */
function RoomTabs() {
  const pathname = usePathname() ?? ''
  const search = useSearchParams()
  const view = search?.get('view') ?? null
  const href = useProjectHref()
  const isHere = (tab: RoomTab) =>
    tab.isDeep
      ? tab.path === pathname || pathname.startsWith(`${tab.path}/`)
      : tab.path === pathname && (tab.view ?? null) === (hasViews(tab) ? view : null)
  const room = ROOM_TABS.find(({ tabs }) => tabs.some(isHere))
  const strip = useRef<HTMLElement>(null)
  const here = room?.tabs.find(isHere)?.label
  // On a phone the strip is wider than the screen: without this the page that is open may stand beside it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another page is open
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (strip.current && tab)
      strip.current.scrollLeft = tab.offsetLeft + tab.offsetWidth / 2 - strip.current.clientWidth / 2
  }, [here])
  if (!room) return null
  const kept = Object.fromEntries((room.keeps ?? []).map((name) => [name, search?.get(name) ?? null]))
  return (
    <nav
      ref={strip}
      aria-label={room.label}
      className="relative flex gap-1 overflow-x-auto border-hairline border-b px-4 max-md:px-2 print:hidden"
    >
      {room.tabs.map((tab) => (
        <Link
          key={tab.label}
          href={href(tab.path, { ...kept, view: tab.view })}
          aria-current={isHere(tab) ? 'page' : undefined}
          className="flex h-9 flex-none items-center border-transparent border-b-2 px-2 text-ink-2 no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}

/** Whether pages of a room share this one's path. */
function hasViews({ path }: RoomTab): boolean {
  return ROOM_TABS.some(({ tabs }) => tabs.some((tab) => tab.path === path && tab.view !== undefined))
}
