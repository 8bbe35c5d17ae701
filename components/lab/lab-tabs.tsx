'use client'

import { usePathname } from 'next/navigation'
import { useProjectHref } from '@/components/frame/shell.tsx'
import { Link } from '@/components/ui/link.tsx'

const TABS = [
  { path: '/lab', label: 'Side by side' },
  { path: '/lab/batch', label: 'Batch' },
  { path: '/lab/floors', label: 'Floors' },
  { path: '/lab/log', label: 'Log' },
]

/** The rooms of the lab. */
export function LabTabs() {
  const pathname = usePathname() ?? ''
  const href = useProjectHref()
  return (
    <nav aria-label="Lab" className="flex gap-1 overflow-x-auto border-hairline border-b px-4 max-md:px-2">
      {TABS.map(({ path, label }) => (
        <Link
          key={path}
          href={href(path)}
          aria-current={isHere(path, pathname) ? 'page' : undefined}
          className="flex h-9 flex-none items-center border-transparent border-b-2 px-2 text-ink-2 no-underline hover:text-ink aria-[current]:border-ink aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function isHere(path: string, pathname: string): boolean {
  if (path === '/lab') return pathname === path
  // Judging belongs to a batch.
  return pathname.startsWith(path) || (path === '/lab/batch' && pathname.startsWith('/lab/judge'))
}
