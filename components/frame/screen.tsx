import type { ComponentProps, ReactNode } from 'react'
import { PageHead } from './page-head.tsx'
import { TopBar } from './top-bar.tsx'

type ScreenProps = ComponentProps<typeof TopBar> &
  ComponentProps<typeof PageHead> & {
    /** The rooms of the screen, above its head. */
    tabs?: ReactNode
    children: ReactNode
  }

/** A screen: where one is, its question, the answer and what that rests on, and below them what shows it. */
export function Screen({ crumbs, note, actions, tabs, children, ...head }: ScreenProps) {
  return (
    <>
      <TopBar crumbs={crumbs} note={note} actions={actions} />
      {tabs}
      <PageHead {...head} />
      {children}
    </>
  )
}
