'use client'

import clsx from 'clsx'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { Sheet } from '@/components/ui/dialog.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { ProjectView, ShellView } from '@/lib/memory/views/project.ts'
import { useEntriesExport } from './entries-export.tsx'
import { PROJECT_PAGES, ROOMS } from './pages.ts'
import { Palette } from './palette.tsx'
import { ServerAway } from './server-away.tsx'
import { ShellContext, type ShellContextValue, useProjectHref, useShell } from './shell.tsx'

const STALE_AFTER_MS = 30_000

/** Rail and main column around every page. */
export function Frame({ shell, children }: { shell: ShellView; children: ReactNode }) {
  const { value, isMenuOpen, closeMenu, isPaletteOpen, closePalette } = useFrame(shell)
  const lookAgain = useLookAgain(value.current)
  useRefreshOnReturn()
  useNamedProject(value)
  return (
    <ShellContext value={value}>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-accent focus:px-3 focus:py-1 focus:text-on-accent"
      >
        Skip to the page
      </a>
      <div className="grid min-h-dvh grid-cols-[176px_minmax(0,1fr)] max-md:grid-cols-[minmax(0,1fr)]">
        <aside
          className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-2 pt-3 pb-4 max-md:hidden"
          aria-label="Loupe"
        >
          <RailNav />
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="flex min-w-0 flex-col border-hairline border-l bg-surface outline-none max-md:border-l-0"
        >
          <ServerAway />
          <ShellFaults shell={shell} />
          {children}
        </main>
      </div>
      <Sheet side="left" title="Loupe" open={isMenuOpen} onClose={closeMenu} className="w-[min(280px,86vw)]!">
        <RailNav inSheet onNavigate={closeMenu} />
      </Sheet>
      <Palette open={isPaletteOpen} onOpen={value.openPalette} onClose={closePalette} lookAgain={lookAgain} />
    </ShellContext>
  )
}

/** What every page is told of the shell, and what lies over it: the menu of a phone, the palette. */
function useFrame(shell: ShellView) {
  const projectParam = useSearchParams()?.get('project') ?? null
  const pathname = usePathname() ?? ''
  const [menuOn, setMenuOn] = useState<string | null>(null)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const current = findProject(shell, projectParam)
  const saveEntries = useEntriesExport(current?.name ?? null)
  const value = useMemo<ShellContextValue>(
    () => ({
      ...shell,
      saveEntries,
      current,
      projectParam,
      openMenu: () => setMenuOn(pathname),
      openPalette: () => setPaletteOpen(true),
    }),
    [shell, current, projectParam, pathname, saveEntries],
  )
  return {
    value,
    // Closes by itself when a link in it has led elsewhere.
    isMenuOpen: menuOn === pathname,
    closeMenu: () => setMenuOn(null),
    isPaletteOpen,
    closePalette: () => setPaletteOpen(false),
  }
}

/** An address without a project shows the newest one. It is named, since an address that is kept or sent means this one for good. */
function useNamedProject({ projectParam, current }: ShellContextValue) {
  const pathname = usePathname() ?? ''
  useEffect(() => {
    if (projectParam !== null || !current || !PROJECT_PAGES.has(pathname)) return
    const address = new URL(window.location.href)
    if (address.pathname !== pathname) return // on the way to another page
    address.searchParams.set('project', current.name)
    window.history.replaceState(null, '', address)
  }, [projectParam, current, pathname])
}

/** While nothing can be asked of the memory, or written to it, every page says so. */
function ShellFaults({ shell }: { shell: ShellView }) {
  return [shell.onlyRead, shell.embedderFault].map(
    (fault) =>
      fault && (
        <div key={fault.code} className="border-hairline border-b px-6 py-2 max-md:px-4">
          <FaultLine fault={{ ...fault, place: null, reference: null }} />
        </div>
      ),
  )
}

/** Has the detectors go over the project once more, and says so. */
function useLookAgain(project: ProjectView | null) {
  const { scan } = useCommands()
  const { tell } = useTelling()
  return async () => {
    if (project)
      await tell(scan({ projectId: project.id }), 'Looking through the memory again; the worklists follow.')
  }
}

function findProject(shell: ShellView, name: string | null): ProjectView | null {
  if (name === null) return shell.current
  return shell.projects.find((project) => project.name === name) ?? shell.current
}

/** Other processes write too (import, an agent): a reader who comes back sees the store as it is now. */
function useRefreshOnReturn(): void {
  const router = useRouter()
  useEffect(() => {
    let hiddenAt: number | null = null
    const onChange = () => {
      if (document.visibilityState === 'hidden') hiddenAt = Date.now()
      else if (hiddenAt !== null && Date.now() - hiddenAt > STALE_AFTER_MS) router.refresh()
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [router])
}

/** Words and counts, no icons; only pages that exist. */
function RailNav({ inSheet = false, onNavigate }: { inSheet?: boolean; onNavigate?: () => void }) {
  const { account, current, embedder, dimension, revision, activeJobCount } = useShell()
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
        {account && (
          <>
            {account.name}, {account.role}
            <br />
          </>
        )}
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
function LoupeMark() {
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
