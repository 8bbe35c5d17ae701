'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { Sheet } from '@/components/ui/dialog.tsx'
import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { ProjectView, ShellView } from '@/lib/memory/views/project.ts'
import { useEntriesExport } from './entries-export.tsx'
import { PROJECT_PAGES } from './pages.ts'
import { Palette } from './palette.tsx'
import { RailNav } from './rail.tsx'
import { ShellContext, type ShellContextValue } from './shell.tsx'

const STALE_AFTER_MS = 30_000

/** Rail and main column around every page. */
export function Frame({ shell, children }: { shell: ShellView; children: ReactNode }) {
  const { value, isMenuOpen, closeMenu, isPaletteOpen, closePalette, exportDialog } = useFrame(shell)
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
          <ShellFaults shell={shell} />
          {children}
        </main>
      </div>
      <Sheet side="left" title="Loupe" open={isMenuOpen} onClose={closeMenu} className="w-[min(280px,86vw)]!">
        <RailNav inSheet onNavigate={closeMenu} />
      </Sheet>
      <Palette open={isPaletteOpen} onOpen={value.openPalette} onClose={closePalette} lookAgain={lookAgain} />
      {exportDialog}
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
  const { saveEntries, dialog } = useEntriesExport(current?.name ?? null)
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
    exportDialog: dialog,
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
