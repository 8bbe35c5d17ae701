'use client'

import clsx from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { formatCount } from './format.ts'
import { useProjectHref, useShell } from './shell.tsx'

type RailItem = { label: string; path: string; count?: number }

/** Words and counts, no icons; only pages that exist. */
export function RailNav({ inSheet = false, onNavigate }: { inSheet?: boolean; onNavigate?: () => void }) {
  const { current, embedder, dimension, revision, activeJobCount } = useShell()
  const groups: { title: string | null; items: RailItem[] }[] = [
    {
      title: null,
      items: [
        { label: 'Overview', path: '/' },
        { label: 'Playground', path: '/playground' },
        { label: 'Lab', path: '/lab' },
      ],
    },
    {
      title: 'Memory',
      items: [
        { label: 'Memories', path: '/memories', count: current?.entryCount },
        { label: 'Map', path: '/map' },
        { label: 'Episodes', path: '/episodes', count: current?.episodeCount },
      ],
    },
    {
      title: 'Work',
      items: [
        { label: 'Import', path: '/import' },
        { label: 'Jobs', path: '/jobs', count: activeJobCount || undefined },
        { label: 'Settings', path: '/settings' },
      ],
    },
  ]
  return (
    <>
      {!inSheet && (
        <div className="flex h-5 flex-none items-center gap-2 px-2 font-semibold text-[14px] tracking-[-0.01em]">
          <LoupeMark />
          Loupe
        </div>
      )}
      <nav aria-label="Main" className={clsx('grid gap-4', !inSheet && 'mt-4')}>
        {groups.map((group) => (
          <div key={group.title ?? 'first'}>
            {group.title && <h2 className="px-2 pb-1 font-medium text-ink-3 text-micro">{group.title}</h2>}
            <ul>
              {group.items.map((item) => (
                <li key={item.path}>
                  <RailLink item={item} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </div>
        ))}
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

function RailLink({ item, onNavigate }: { item: RailItem; onNavigate?: () => void }) {
  const pathname = usePathname()
  const href = useProjectHref()
  const isHere = item.path === '/' ? pathname === '/' : pathname.startsWith(item.path)
  return (
    <Link
      href={href(item.path)}
      aria-current={isHere ? 'page' : undefined}
      onClick={onNavigate}
      className="flex h-[26px] items-center justify-between rounded-control px-2 text-ink-2 hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
    >
      {item.label}
      {item.count !== undefined && (
        <span className="font-mono font-normal text-ink-3 text-micro">{formatCount(item.count)}</span>
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
