'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import type { Stage } from '@/lib/memory/category.ts'
import type { LabelCard } from '@/lib/memory/labelling.ts'

/** Cards fetched at once, and how few are left when the next are. */
const AT_ONCE = 8
const FEW = 3
/** The figures above follow once nobody has pressed a key for this long, ms. */
const LULL_MS = 1_200

type Fault = { message: string; hint: string }
type Counts = { done: number; total: number }

/** One person's way through the subtasks of a project: a key labels the card in hand, and the next is there already. */
export function useLabelling(projectId: string, by: string | null) {
  const { labelSubtask } = useCommands()
  const router = useRouter()
  const [times, setTimes] = useState<number[]>([])
  const [fault, setFault] = useState<Fault | null>(null)
  const { cards, counts, history, fetchMore, layAside, putBack } = useCards(projectId, by, setFault)
  useEffect(() => {
    if (times.length === 0) return
    const lull = setTimeout(() => router.refresh(), LULL_MS)
    return () => clearTimeout(lull)
  }, [times, router])

  const card = cards?.[0] ?? null
  async function label(category: Stage) {
    if (!by || !card) return
    layAside(card)
    setTimes((known) => [...known, Date.now()])
    const result = await labelSubtask({ subtaskId: card.subtaskId, category, by, blind: true })
    setFault(result.ok ? null : result.error)
    if (!result.ok) return putBack(card)
    if ((cards?.length ?? 0) <= FEW) await fetchMore()
  }
  async function takeBack() {
    const last = history.at(-1)
    if (!by || !last) return
    const result = await labelSubtask({ subtaskId: last.subtaskId, category: null, by, blind: true })
    if (!result.ok) return setFault(result.error)
    putBack(last)
    setTimes((known) => [...known, Date.now()])
  }
  const hasLabelled = history.length > 0
  return { card, counts, fault, hasLabelled, isRead: cards !== null, label, pace: paceOf(times), takeBack }
}

/** The cards that wait, the first in hand, and those laid aside as labelled, the last first to come back. */
function useCards(projectId: string, by: string | null, onFault: (fault: Fault) => void) {
  const { nextToLabel } = useCommands()
  const [cards, setCards] = useState<LabelCard[] | null>(null)
  const [counts, setCounts] = useState<Counts>({ done: 0, total: 0 })
  const [history, setHistory] = useState<LabelCard[]>([])
  const labelled = useRef(new Set<string>())
  const isFetching = useRef(false)

  const fetchMore = useCallback(async () => {
    if (!by || isFetching.current) return
    isFetching.current = true
    const result = await nextToLabel({ projectId, by, limit: AT_ONCE })
    isFetching.current = false
    if (!result.ok) return onFault(result.error)
    setCounts({ done: result.value.done, total: result.value.total })
    setCards((known) => {
      const kept = known ?? []
      const isNew = ({ subtaskId }: LabelCard) =>
        !labelled.current.has(subtaskId) && kept.every((one) => one.subtaskId !== subtaskId)
      return [...kept, ...result.value.cards.filter(isNew)]
    })
  }, [by, nextToLabel, onFault, projectId])
  useEffect(() => {
    labelled.current = new Set()
    setCards(null)
    setHistory([])
    void fetchMore()
  }, [fetchMore])

  function layAside(card: LabelCard) {
    labelled.current.add(card.subtaskId)
    setCards((known) => known?.slice(1) ?? null)
    setHistory((known) => [...known, card])
    setCounts(({ done, total }) => ({ done: done + 1, total }))
  }
  function putBack(card: LabelCard) {
    labelled.current.delete(card.subtaskId)
    setHistory((known) => known.filter(({ subtaskId }) => subtaskId !== card.subtaskId))
    setCards((known) => [card, ...(known ?? [])])
    setCounts(({ done, total }) => ({ done: done - 1, total }))
  }
  return { cards, counts, history, fetchMore, layAside, putBack }
}

/** Seconds a label over the last twenty; null before there are five. */
function paceOf(times: readonly number[]): number | null {
  const recent = times.slice(-20)
  const [first, last] = [recent[0], recent.at(-1)]
  return recent.length < 5 || first === undefined || last === undefined
    ? null
    : (last - first) / (recent.length - 1) / 1000
}
