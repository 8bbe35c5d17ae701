'use client'

import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from '@/components/frame/page-head.tsx'
import { TopBar } from '@/components/frame/top-bar.tsx'
import { LabTabs } from './lab-tabs.tsx'

/** Crumbs below the lab, its rooms, and what the page asks and answers. */
export function LabHead({
  crumbs = [],
  actions,
  ...head
}: ComponentProps<typeof PageHead> & {
  crumbs?: ComponentProps<typeof TopBar>['crumbs']
  actions?: ReactNode
}) {
  const lab = crumbs.length > 0 ? { label: 'Lab', path: '/lab' } : { label: 'Lab' }
  return (
    <>
      <TopBar crumbs={[lab, ...crumbs]} actions={actions} />
      <LabTabs />
      <PageHead {...head} />
    </>
  )
}
