'use client'

import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import type { Chip } from '@/components/retrieval/chips.tsx'
import { useLookedAt } from '@/components/retrieval/use-looked-at.ts'
import { useWrongTurns } from '@/components/retrieval/use-wrong-turns.ts'
import { sharedState } from '@/components/ui/shared-state.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { PlaygroundAnswer } from '@/lib/memory/retrieval.ts'
import { compareParams } from './compare-params.ts'
import { LAST_STAGE } from './present/presenter.tsx'
import { useExplained } from './use-explained.ts'
import { type PlaygroundUrl, turnsRequest, usePlayground, usePlaygroundUrl } from './use-playground.ts'
import { usePlaygroundKeys } from './use-playground-keys.ts'
import { useSaving } from './use-saving.ts'

/** What the address asks, what came of it, what is looked at, and what can be done: held once, read by the parts below. */
export const [PlaygroundState, usePlaygroundState] = sharedState(usePlaygroundScreen)

/** The same where an answer is on screen. */
export function useShownAnswer(): ReturnType<typeof usePlaygroundScreen> & { data: PlaygroundAnswer } {
  const { data, ...state } = usePlaygroundState()
  if (!data) throw new Error('useShownAnswer without an answer')
  return { ...state, data }
}

function usePlaygroundScreen({ chips }: { chips: Chip[] }) {
  const { current } = useShell()
  const href = useProjectHref()
  const router = useRouter()
  const [url, setUrl] = usePlaygroundUrl()
  const asked = usePlayground(current?.name ?? null, url)
  const { data } = asked
  const textRef = useRef<HTMLTextAreaElement>(null)
  const looking = useLookedAt('data-candidate')
  const saving = useSaving(data && asked.request)

  const change = (next: Partial<PlaygroundUrl>) => void setUrl(next)
  const choose = (category: Category) => change({ category, intent: null })
  // The lab has the rules plan: what a model planned is compared by its intent.
  const compared =
    asked.request?.plan === 'model' ? turnsRequest(asked.request, data?.answer ?? null) : asked.request
  const compareHref = compared && href('/lab', compareParams(compared, url.category))
  const pin = () => {
    const wanted = looking.activeId ?? data?.answer.hits[0]?.entryId ?? null
    change({ pin: wanted === url.pin ? null : wanted })
  }
  const presenting = presentingOf(url, setUrl)

  usePlaygroundKeys({
    ...presenting,
    hasAnswer: data !== null,
    choose,
    move: looking.move,
    pin,
    compare: () => compareHref && router.push(compareHref),
    save: saving.save,
    toText: () => textRef.current?.focus(),
  })
  return {
    ...looking,
    ...presenting,
    asked,
    change,
    // They ask about the sample; another memory has no answer to them.
    chips: current?.source === 'written' ? chips : [],
    choose,
    compareHref,
    current,
    data,
    explained: useExplained(data),
    href,
    /** Asks one of the examples. */
    pick: ({ text, mode, category }: Chip) =>
      change({ text, mode, category: category ?? null, intent: null }),
    pin,
    saving,
    textRef,
    turns: useWrongTurns(turnsRequest(asked.request, data?.answer ?? null)),
    url,
  }
}

/** Whether a room looks on, which stage it sees, and the way from one to the next. */
function presentingOf(url: PlaygroundUrl, setUrl: ReturnType<typeof usePlaygroundUrl>[1]) {
  const isPresenting = url.density === 'presenter'
  return {
    isPresenting,
    stage: isPresenting ? url.stage : LAST_STAGE,
    present: (on: boolean) => void setUrl({ density: on ? 'presenter' : null, stage: null }),
    reveal: (stage: number) => void setUrl({ stage }),
  }
}
