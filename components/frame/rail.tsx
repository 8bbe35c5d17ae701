'use client'

import clsx from 'clsx'
import { usePathname } from 'next/navigation'
import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { ROOMS } from './pages.ts'
import { useProjectHref, useShell } from './shell.tsx'

/** Words and counts, no icons; only pages that exist. */
export function RailNav({ inSheet = false, onNavigate }: { inSheet?: boolean; onNavigate?: () => void }) {
  const { current, embedder, dimension, revision, activeJobCount } = useShell()
  const counts = {
    entries: current?.liveCount,
    episodes: current?.episodeCount,
    jobs: activeJobCount || undefined,
  }
  return (
    <>
      {!inSheet && (
        <div className="flex h-5 flex-none items-center gap-2 px-2 font-semibold text-[14px] tracking-[-0.01em]">
          <LoupeMark />
          Loupe
        </div>
      )}
      <nav aria-label="Main" className={clsx(!inSheet && 'mt-4')}>
        <ul>
          {ROOMS.map((room) => (
            <li key={room.path}>
              <RailLink {...room} count={room.count && counts[room.count]} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      </nav>
      <p className="mt-auto px-2 pt-6 font-mono text-ink-3 text-micro">
        {embedder} · {dimension}
        {'\u00a0'}d
        <br />
        revision {formatCount(revision)}
        {current?.source === 'written' && (
          <>
            <br />
            written sample
          </>
        )}
      </p>
    </>
  )
}

function RailLink({
  label,
  path,
  count,
  onNavigate,
}: {
  label: string
  path: string
  count: number | undefined
  onNavigate: (() => void) | undefined
}) {
  const pathname = usePathname() ?? ''
  const href = useProjectHref()
  const isHere = path === '/' ? pathname === '/' : pathname.startsWith(path)
  return (
    <Link
      href={href(path)}
      // Every page is made when it is asked for: reading ahead brings nothing of it, and was thirty requests a page view.
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
      className="flex h-[26px] items-center justify-between rounded-control px-2 text-ink-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
    >
      {label}
      {count !== undefined && (
        <span className="font-mono font-normal text-ink-3 text-micro">{formatCount(count)}</span>
      )}
    </Link>
  )
}

/** The lens with a point in it. */
export function LoupeMark() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <circle cx="7.6" cy="7.6" r="5.8" />
      <path d="m12 12 4.4 4.4" />
      <circle cx="7.6" cy="7.6" r="1.4" fill="currentColor" stroke="none" />
    </svg>
  )
}
