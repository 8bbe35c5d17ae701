'use client'

import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from '@/components/frame/page-head.tsx'
import { PageTabs } from '@/components/frame/page-tabs.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'

/** Crumbs below the lab, its rooms, and what the page asks and answers. */
export function LabHead({
  crumbs = [],
  actions,
  ...head
}: ComponentProps<typeof PageHead> & {
  crumbs?: ComponentProps<typeof TopBar>['crumbs']
  actions?: ReactNode
}) {
  const lab = crumbs.length > 0 ? { label: 'Lab', path: '/lab/batch' } : { label: 'Lab' }
  return (
    <>
      <TopBar crumbs={[lab, ...crumbs]} actions={actions} />
      <LabTabs />
      <PageHead {...head} />
    </>
  )
}

const TABS = [
  { path: '/lab/batch', label: 'Batch' },
  { path: '/lab/floors', label: 'Floors' },
  { path: '/lab/log', label: 'Log' },
]

/** The rooms of the lab. */
function LabTabs() {
  return <PageTabs label="Lab" tabs={TABS} isHere={isHere} />
}

function isHere(path: string, pathname: string): boolean {
  // Judging belongs to a batch.
  return pathname.startsWith(path) || (path === '/lab/batch' && pathname.startsWith('/lab/judge'))
}
