import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from './page-head.tsx'
import { RoomTabs } from './room-tabs.tsx'
import { TopBar } from './top-bar.tsx'

type ScreenProps = ComponentProps<typeof TopBar> & ComponentProps<typeof PageHead> & { children: ReactNode }

/** A screen: where one is, its question, the answer and what that rests on, and below them what shows it. */
export function Screen({ crumbs, note, actions, children, ...head }: ScreenProps) {
  return (
    <>
      <TopBar crumbs={crumbs} note={note} actions={actions} />
      <RoomTabs />
      <PageHead {...head} />
      {children}
    </>
  )
}
