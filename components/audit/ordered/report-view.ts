import type { ReactNode } from 'react'

/** What a study's report says: its answer, what that rests on, the figure that shows it, and all of it. */
export type ReportView = {
  verdict: string
  basis?: ReactNode
  actions?: ReactNode
  /** The figure that shows the answer, for the page of its design. */
  figure: ReactNode
  body: ReactNode
}
