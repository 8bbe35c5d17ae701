import type { ReactNode } from 'react'

/** The first three lines of every screen: the question, the answer as one sentence, what the answer rests on. */
export function PageHead({
  question,
  verdict,
  basis,
}: {
  question: string
  verdict: ReactNode
  /** Chips and short spans; each child is one fact. */
  basis?: ReactNode
}) {
  return (
    <header className="grid gap-1 border-hairline border-b px-6 pt-5 pb-4 max-md:p-4">
      <p className="text-ink-3">{question}</p>
      <h1 className="max-w-[76ch] text-pretty font-medium text-verdict">{verdict}</h1>
      {basis && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2 text-small [&>span]:inline-flex [&>span]:items-center [&>span]:gap-1.5">
          {basis}
        </div>
      )}
    </header>
  )
}
