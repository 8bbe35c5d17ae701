'use client'

import clsx from 'clsx'
import type { ReactNode } from 'react'
import { ReviewerName } from '@/components/curate/reviewer.tsx'
import { Button } from '@/components/ui/button.tsx'
import { formatCount, plural } from '@/components/ui/format.ts'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { Progress } from '@/components/ui/states.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import type { ActionResult } from '@/lib/memory/views.ts'
import { paceWords, type useTriage } from './use-triage.ts'

const CLAIMED_AT_ONCE = 20

/** A name is asked for once; true while it is missing, and then the field has the focus. */
export function useNeedsName(by: string | null): () => boolean {
  const toast = useToast()
  return () => {
    if (by) return false
    toast.show({ text: 'Say who reviews first: the field stands above the list.' })
    document.querySelector<HTMLInputElement>('input[name=by]')?.focus()
    return true
  }
}

/** Above a list of triage: how much is left and with whom, the pace, who reviews, and claiming. */
export function ScreenHead({
  noun,
  matchCount,
  takenCount,
  mineCount,
  triage,
  by,
  onName,
  claim,
  release,
  children,
}: ScreenHeadProps) {
  const toast = useToast()
  const needsName = useNeedsName(by)
  const done = triage.sitting?.done ?? 0
  const take = async () => {
    if (needsName() || !by) return
    const result = await claim({ by, count: CLAIMED_AT_ONCE })
    const text = !result.ok
      ? result.error.message
      : result.value.ids.length === 0
        ? 'Nothing left that nobody took.'
        : `${plural(result.value.ids.length, ...noun)} ${result.value.ids.length === 1 ? 'is' : 'are'} yours`
    toast.show({ text, tone: result.ok ? 'plain' : 'danger' })
    await triage.readAgain()
  }
  const giveBack = async () => {
    if (!by) return
    const result = await release({ by })
    toast.show(
      result.ok
        ? { text: `${plural(result.value.count, ...noun)} given back` }
        : { text: result.error.message, tone: 'danger' },
    )
    await triage.readAgain()
  }
  useHotkeys([
    { keys: 'u', label: 'Take the last decision back', run: () => void triage.undoLast() },
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
        <TakeAndGive
          by={by}
          matchCount={matchCount}
          mineCount={mineCount}
          onName={onName}
          take={take}
          giveBack={giveBack}
        />
      </DeskBar>
      <Progress done={done} total={done + matchCount} label="Decided in this sitting" />
    </>
  )
}

type ScreenHeadProps = {
  /** What is counted: `finding`, `entry`. */
  noun: [one: string, many: string]
  matchCount: number
  takenCount: number
  mineCount: number
  triage: ReturnType<typeof useTriage>
  by: string | null
  onName: (name: string) => void
  claim: (input: { by: string; count: number }) => Promise<ActionResult<{ ids: string[] }>>
  release: (input: { by: string }) => Promise<ActionResult<{ count: number }>>
  children?: ReactNode
}

function TakeAndGive({
  by,
  matchCount,
  mineCount,
  onName,
  take,
  giveBack,
}: Pick<ScreenHeadProps, 'by' | 'matchCount' | 'mineCount' | 'onName'> & {
  take: () => Promise<void>
  giveBack: () => Promise<void>
}) {
  return (
    <span className="ml-auto flex min-w-0 flex-wrap items-center gap-2 max-md:grow max-md:basis-64 max-md:justify-end">
      {/* Where nothing is to be decided nobody needs to say who decides. */}
      {(by || matchCount > 0) && <ReviewerName name={by} onName={onName} />}
      {matchCount > 0 && (
        // Claiming needs a name: until there is one, a phone has room for nothing but that question.
        <Button keys="C" className={clsx(!by && 'max-md:hidden!')} onClick={() => void take()}>
          Claim {CLAIMED_AT_ONCE}
        </Button>
      )}
      {mineCount > 0 && (
        <Button variant="quiet" onClick={() => void giveBack()}>
          Give back
        </Button>
      )}
    </span>
  )
}

/** The line above a list of triage. */
export function DeskBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4">
      {children}
    </div>
  )
}
