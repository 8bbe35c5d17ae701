'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useQueryStates } from 'nuqs'
import { useEffect, useRef, useState } from 'react'
import { useReviewer } from '@/components/curate/reviewer.tsx'
import { useEntryChanges } from '@/components/curate/use-entry-changes.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import { faultText } from '@/components/ui/faults/fault-error.ts'
import { plural } from '@/components/ui/format.ts'
import { useToast } from '@/components/ui/toast.tsx'
import { answered } from '@/components/ui/use-answer.ts'
import { useWarnBeforeLeaving } from '@/components/ui/use-warn-before-leaving.ts'
import type { InputOf } from '@/lib/memory/operation.ts'
import type { QueueQuery, ReviewItem, ReviewQueue, VerdictKey } from '@/lib/memory/review.ts'
import { ITEMS, reviewUrlParsers } from './review-url.ts'

export type Queue = ReturnType<typeof useQueue>
export type AskedQueue = Pick<QueueQuery, 'projectId' | 'task' | 'queue'>
/** What goes along with a verdict. */
export type Said = Partial<
  Pick<InputOf<'settleReview'>, 'reason' | 'entryIds' | 'merge' | 'edit' | 'answer' | 'model'>
>

/** A queue for whoever reviews here: its items, the one under the cursor, and what is decided of it. */
export function useQueue(asked: AskedQueue, initial: ReviewQueue) {
  const [reviewer, setBy] = useReviewer()
  const by = reviewer ?? ''
  const commands = useCommands()
  const [{ min: minScore, view, from, at, bound }, setUrl] = useQueryStates(reviewUrlParsers, {
    history: 'replace',
  })
  const query = { ...asked, view, minScore, offset: Math.max(0, from), limit: ITEMS, by }
  const [first] = useState(JSON.stringify(query))
  const { data, error, isPlaceholderData } = useQuery<ReviewQueue>({
    queryKey: ['review', query],
    queryFn: () => answered(commands.reviewQueue(query)),
    placeholderData: keepPreviousData,
    ...(JSON.stringify(query) === first ? { initialData: initial } : {}),
  })
  const queue = data ?? initial
  const decided = useDecided(queue)
  const { items } = decided
  const cursor = useCursor(
    items.map(({ id }) => id),
    at,
    (next) => void setUrl({ at: next }),
  )
  const deciding = useDeciding(query, { isBlind: queue.isBlind, decided, stay: cursor.stay })
  return {
    ...{
      ...deciding,
      queue: { ...queue, ...decided },
      query,
      bound,
      setUrl,
      cursor,
      error,
      isOld: isPlaceholderData,
    },
    // What another reviewer was shown first is not what a key pressed now means.
    isPending: deciding.isPending || (queue.isBlind && isPlaceholderData),
    // Whose lessons they were is known by now: a verdict given anew would not be blind.
    canTakeBack: queue.reading === undefined,
    item: items[cursor.place] ?? null,
    /** Null until it is read, '' while nobody said. */
    reviewer,
    by,
    setBy,
    /** True while nobody said who decides: then that is asked for. */
    needsName: () => by === '' && askForName(),
  }
}

/** Items that were decided since the queue was read are hidden at once where one item follows the other. */
function useDecided(queue: ReviewQueue) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const items = queue.items.filter(({ id }) => !gone.has(id))
  const ahead = queue.items.length - items.length
  return {
    items,
    left: queue.left === null ? null : queue.left - ahead,
    ...(queue.done === undefined ? {} : { done: queue.done + ahead }),
    hide: (id: string) => setGone((known) => new Set([...known, id])),
    show: (id: string) => setGone((known) => new Set([...known].filter((one) => one !== id))),
  }
}

function useDeciding(
  query: QueueQuery,
  { isBlind, decided, stay }: { isBlind: boolean; decided: ReturnType<typeof useDecided>; stay: () => void },
) {
  const commands = useCommands()
  const toast = useToast()
  const client = useQueryClient()
  const { run, readAgain: readAll, forget, isPending: isChanging } = useEntryChanges()
  const { count, pace } = useSitting()
  const [isKeeping, setKeeping] = useState(false)
  useWarnBeforeLeaving(isKeeping)
  /** At once, not at the next rendering: a second press must not send a second verdict. Of a blind queue it is of the next item, and waits. */
  const isBusy = useRef(false)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  // Whoever leaves, also by Back, sees what came of the verdicts and not the page as it was before.
  const router = useRouter()
  useEffect(() => () => router.refresh(), [router])

  const readAgain = async () => {
    // Of a blind queue the next item is at hand; nothing waits for the rest.
    if (isBlind) void client.invalidateQueries({ queryKey: ['review'] })
    else await readAll()
  }
  /** Nothing else is sent meanwhile. */
  const alone = async <T>(send: () => Promise<T>): Promise<T> => {
    isBusy.current = !isBlind
    setKeeping(true)
    const sent = last.current.catch(() => undefined).then(send)
    last.current = sent
    const result = await sent
    isBusy.current = false
    if (last.current === sent) setKeeping(false)
    return result
  }
  const takeBack = async (id?: string) => {
    if (isBusy.current || query.by === '') return
    const taken = await alone(() => commands.takeBackReview(id === undefined ? query : { ...query, id }))
    if (!taken.ok) toast.show({ text: faultText(taken.error), tone: 'danger' })
    else if (taken.value === null) toast.show({ text: 'Nothing to take back.' })
    else {
      toast.forget(taken.value.id)
      if (taken.value.revision !== null) forget(taken.value.revision)
      decided.show(taken.value.item)
      count(-1)
      if (!isBlind) toast.show({ text: 'Taken back.' })
    }
    await readAgain()
  }

  /** Keeps a verdict. Gives back what went wrong, in words. */
  const decide = async (item: ReviewItem, verdict: VerdictKey, said: Said = {}): Promise<string | null> => {
    if (isBusy.current) return null
    const text = (verdict.said ?? '').replace('#', plural(said.entryIds?.length ?? 1, 'entry', 'entries'))
    const input = { ...query, ...said, subjects: item.subjects ?? [item.id], verdict: verdict.name }
    // The last one at hand stays until it is kept: nothing is called done that is still being sent.
    if (isBlind && decided.items.length > 1) decided.hide(item.id)
    else if (!isBlind) stay()
    const steps = verdict.asks?.kind === 'mend' ? 0 : 1
    const settled = await alone(() =>
      verdict.isChange
        ? run(() => commands.settleReview(input), {
            ...{ text: () => text, quiet: true },
            takenBack: () => count(-steps),
          })
        : commands.settleReview(input),
    )
    if (!settled.ok) {
      decided.show(item.id)
      return faultText(settled.error)
    }
    count(steps)
    const { id } = settled.value
    if (!verdict.isChange && text !== '')
      toast.show({ text, ...(id === null ? {} : { undo: { name: id, run: () => void takeBack(id) } }) })
    if (!verdict.isChange) await readAgain()
    return null
  }
  return { decide, takeBack, readAgain, pace, isPending: !isBlind && (isKeeping || isChanging) }
}

/** Where its item was decided, the next one takes its place. */
function useCursor(ids: readonly string[], at: string | null, setAt: (at: string | null) => void) {
  const lastPlace = useRef(0)
  const found = at === null ? -1 : ids.indexOf(at)
  const place = found >= 0 ? found : Math.min(lastPlace.current, ids.length - 1)
  useEffect(() => {
    lastPlace.current = Math.max(0, place)
  }, [place])
  return {
    place,
    moveTo: (next: number) => {
      const to = ids[Math.max(0, Math.min(ids.length - 1, next))]
      if (to === undefined) return
      setAt(to)
      document.getElementById(itemDomId(to))?.scrollIntoView({ block: 'nearest' })
    },
    /** Before a decision: the item leaves, its place stays. */
    stay: () => setAt(null),
  }
}

export function itemDomId(id: string): string {
  return `review-${id}`
}

type Sitting = { since: number; done: number; at: number }

/** How many were decided in this sitting, e.g. `12 decided, 7 a minute`; the pace only once it means something. */
function useSitting() {
  const [{ since, done, at }, setSitting] = useState<Sitting>({ since: 0, done: 0, at: 0 })
  const minutes = (at - since) / 60_000
  const each = done >= 3 && minutes > 0.05 ? `, ${Math.round((done - 1) / minutes)} a minute` : ''
  return {
    pace: done === 0 ? '' : `${done} decided${each}`,
    count: (n: number) =>
      setSitting((now) => ({
        ...{ since: now.since || Date.now(), at: Date.now() },
        done: Math.max(0, now.done + n),
      })),
  }
}

/** The field says itself that it is empty, and stops saying so once it is not. */
function askForName(): true {
  document.querySelector<HTMLInputElement>('input[name=by]')?.reportValidity()
  return true
}
