'use client'

import { usePathname } from 'next/navigation'
import { Link } from '@/components/ui/link.tsx'
import type { PageLink } from './pages.ts'
import type { HrefParams } from './project-href.ts'
import { useProjectHref } from './shell.tsx'

/** The rooms of a screen; a room is the page itself and all below it, unless `isHere` says otherwise. */
export function PageTabs({
  label,
  tabs,
  params = {},
  isHere = (path, pathname) => pathname.startsWith(path),
}: {
  label: string
  tabs: PageLink[]
  /** Carried along from tab to tab. */
  params?: HrefParams
  isHere?: (path: string, pathname: string) => boolean
}) {
  const pathname = usePathname() ?? ''
  const href = useProjectHref()
  return (
    <nav
      aria-label={label}
      className="flex gap-1 overflow-x-auto border-hairline border-b px-4 max-md:px-2 print:hidden"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          href={href(tab.path, params)}
          aria-current={isHere(tab.path, pathname) ? 'page' : undefined}
          className="flex h-9 flex-none items-center border-transparent border-b-2 px-2 text-ink-2 no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
