'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { ReviewerName } from '@/components/curate/reviewer.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Progress } from '@/components/ui/states.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { ActionResult } from '@/lib/memory/views/curation.ts'
import { paceWords, type Triage } from './use-triage.ts'

const CLAIMED_AT_ONCE = 20

type ScreenHeadProps = {
  /** What is counted: `finding`, `entry`. */
  noun: [one: string, many: string]
  /** What is left for this reviewer, and what others took. */
  list: { matchCount: number; takenCount: number }
  /** Who took each row that is shown. */
  claimedBy: (string | null)[]
  triage: Triage
  claim: (input: { by: string; count: number }) => Promise<ActionResult<{ ids: string[] }>>
  release: (input: { by: string }) => Promise<ActionResult<{ count: number }>>
  children?: ReactNode
}

/** Above a list of triage: how much is left and with whom, the pace, who reviews, and claiming. */
export function ScreenHead({ list, claimedBy, triage, children, ...props }: ScreenHeadProps) {
  const { matchCount, takenCount } = list
  const mineCount = triage.by ? claimedBy.filter((one) => one === triage.by).length : 0
  const done = triage.sitting?.done ?? 0
  const { take, giveBack } = useClaims({ triage, ...props })
  useHotkeys([
    { keys: 'c', label: `Claim the next ${CLAIMED_AT_ONCE}`, run: () => void take(), when: matchCount > 0 },
  ])
  return (
    <>
      <DeskBar>
        {children}
        <p aria-live="polite" className="text-ink-3 text-small">
          {formatCount(matchCount)} left
          {takenCount > 0 && `, ${formatCount(takenCount)} with others`}
          {mineCount > 0 && `, ${formatCount(mineCount)} yours`}
          {done > 0 && `, ${paceWords(triage.sitting)}`}
        </p>
        <span className="ml-auto flex min-w-0 flex-wrap items-center gap-2 max-md:grow max-md:basis-64 max-md:justify-end">
          {/* Where nothing is to be decided nobody needs to say who decides. */}
          {(triage.by || matchCount > 0) && <ReviewerName name={triage.reviewer} onName={triage.setBy} />}
          {matchCount > 0 && (
            // Claiming needs a name: until there is one, a phone has room for nothing but that question.
            <Button keys="C" className={clsx(!triage.by && 'max-md:hidden!')} onClick={() => void take()}>
              Claim {CLAIMED_AT_ONCE}
            </Button>
          )}
          {mineCount > 0 && (
            <Button variant="quiet" onClick={() => void giveBack()}>
              Give back
            </Button>
          )}
        </span>
      </DeskBar>
      <Progress done={done} total={done + matchCount} label="Decided in this sitting" />
    </>
  )
}

/** Taking rows for oneself, so that two reviewers do not decide the same, and giving them back. */
function useClaims({
  noun,
  triage: { by, needsName, readAgain },
  claim,
  release,
}: Pick<ScreenHeadProps, 'noun' | 'triage' | 'claim' | 'release'>) {
  const { tell } = useTelling()
  const say = async <T,>(asked: Promise<ActionResult<T>>, words: (value: T) => string) => {
    await tell(asked, words)
    await readAgain()
  }
  return {
    take: async () => {
      if (needsName()) return
      await say(claim({ by, count: CLAIMED_AT_ONCE }), ({ ids }) =>
        ids.length === 0
          ? 'Nothing left that nobody took.'
          : `${plural(ids.length, ...noun)} ${ids.length === 1 ? 'is' : 'are'} yours`,
      )
    },
    giveBack: () => say(release({ by }), ({ count }) => `${plural(count, ...noun)} given back`),
  }
}

/** The line above a list of triage. */
export function DeskBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4">
      {children}
    </div>
  )
}
