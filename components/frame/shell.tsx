'use client'

import { createContext, useContext, useMemo } from 'react'
import type { ShellView } from '@/lib/memory/views/project.ts'
import { type HrefParams, projectHref } from './project-href.ts'

export type ShellContextValue = ShellView & {
  /** The `project` parameter of the address; null when it has none. Pass it to projectHref. */
  projectParam: string | null
  openMenu: () => void
  openPalette: () => void
  /** Saves what an address of `entries/export` gives; asks first where that holds secrets. */
  saveEntries: (href: string) => Promise<void>
}

export const ShellContext = createContext<ShellContextValue | null>(null)

/** Projects, the one being looked at, embedder and revision; for components inside the shell. */
export function useShell(): ShellContextValue {
  const value = useContext(ShellContext)
  if (!value) throw new Error('useShell outside of Frame')
  return value
}

/** `href('/memories', { category: 'EDIT' })`: a link that keeps the current project. */
export function useProjectHref(): (path: string, params?: HrefParams) => string {
  const { projectParam } = useShell()
  return useMemo(() => (path, params) => projectHref(path, projectParam, params), [projectParam])
}
