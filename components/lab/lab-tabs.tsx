'use client'

import { PageTabs } from '@/components/frame/page-tabs.tsx'

const TABS = [
  { path: '/lab', label: 'Side by side' },
  { path: '/lab/batch', label: 'Batch' },
  { path: '/lab/floors', label: 'Floors' },
  { path: '/lab/log', label: 'Log' },
]

/** The rooms of the lab. */
export function LabTabs() {
  return <PageTabs label="Lab" tabs={TABS} isHere={isHere} />
}

function isHere(path: string, pathname: string): boolean {
  if (path === '/lab') return pathname === path
  // Judging belongs to a batch.
  return pathname.startsWith(path) || (path === '/lab/batch' && pathname.startsWith('/lab/judge'))
}
