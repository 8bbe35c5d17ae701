import clsx from 'clsx'
import { Button } from '@/components/ui/button.tsx'
import type { WayView } from '@/lib/memory/distil/distil.ts'
import { ANSWER_WAYS, type AnswerWay } from '@/lib/memory/distil/distil-words.ts'
import { WAY_WORDS } from './prepare-distil.ts'

/** Four ways to a model in one row: what each is, whether it is set up, and what it would take. */
export function WaysRow({
  ways,
  chosen,
  onChoose,
}: {
  ways: WayView[]
  chosen: AnswerWay | null
  onChoose: (way: AnswerWay) => void
}) {
  return (
    <ul className="grid grid-cols-4 border-hairline border-b max-md:grid-cols-1">
      {ANSWER_WAYS.map((name) => {
        const way = ways.find((one) => one.way === name)
        const { title, note, setUp } = WAY_WORDS[name]
        const isReady = way !== undefined && way.what !== null && way.fault === null
        return (
          <li
            key={name}
            className={clsx(
              'grid content-start gap-1 border-hairline border-r px-6 py-4 last:border-r-0 max-md:border-r-0 max-md:border-b max-md:px-4',
              chosen === name && 'bg-selected',
            )}
          >
            <h2 className="font-medium">{title}</h2>
            <p className="text-pretty text-ink-2 text-small">{note}</p>
            <p className="text-small [overflow-wrap:anywhere]">
              {way?.fault ? (
                <span className="text-danger">
                  {way.fault.message} {way.fault.hint}
                </span>
              ) : isReady ? (
                <span className="font-mono">{way.what}</span>
              ) : (
                <span className="text-ink-3">Not set up. {setUp}</span>
              )}
            </p>
            <Button
              className="mt-2 justify-self-start"
              disabled={!isReady}
              aria-expanded={chosen === name}
              onClick={() => onChoose(name)}
            >
              What it would take
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
