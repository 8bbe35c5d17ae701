'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState, useTransition } from 'react'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import type { Chip } from '@/components/retrieval/chips.tsx'
import { useLookedAt } from '@/components/retrieval/use-looked-at.ts'
import { useWrongTurns } from '@/components/retrieval/use-wrong-turns.ts'
import { useCommands } from '@/components/ui/commands.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { Explained, PlaygroundAnswer, RetrieveRequest } from '@/lib/memory/retrieval.ts'
import { compareParams } from './compare-params.ts'
import { intentText } from './intent-text.ts'
import { LAST_STAGE } from './present/presenter.tsx'
import { type PlaygroundUrl, turnsRequest, usePlayground, usePlaygroundUrl } from './use-playground.ts'

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

/** By entry id, what earns the scores of an answer's candidates; `pending` while it is reckoned, after the answer. */
type Explanations = { pending: boolean; of: Record<string, Explained> }

/** Asks for the explanations of an answer that is there. */
function useExplained(data: PlaygroundAnswer | null): Explanations {
  const request =
    data === null || data.answer.hits.length === 0
      ? null
      : {
          text: intentText(data.answer.intent.description),
          entryIds: data.answer.hits.map(({ entryId }) => entryId),
          embedder: data.answer.embedder,
        }
  const { data: of, isPlaceholderData, isError } = useAnswer('explain', request)
  const isThere = of !== undefined && !isPlaceholderData
  return { pending: request !== null && !isThere && !isError, of: isThere ? of : {} }
}

/** Saves the retrieval on screen, once each; null = there is none. */
function useSaving(request: RetrieveRequest | null) {
  const { saveRetrieval } = useCommands()
  const [isSaving, startSaving] = useTransition()
  const [savedKey, setSavedKey] = useState<string | null>(null)
  const toast = useToast()
  const key = JSON.stringify(request)
  const save = () => {
    if (request === null || isSaving) return
    startSaving(async () => {
      const result = await saveRetrieval(request)
      if (result.ok) {
        setSavedKey(key)
        toast.show({ text: `Saved as ${result.value.id}. The overview lists it.` })
      } else toast.show({ text: `Not saved. ${result.error.message} ${result.error.hint}`, tone: 'danger' })
    })
  }
  return { save, isSaving, isSaved: savedKey === key }
}

/** The playground's keys; those of the candidates sleep until there is an answer, those that do something to it while it is presented, the arrows until then. */
function usePlaygroundKeys(on: Keys) {
  const { hasAnswer, isPresenting, stage, choose, move, present } = on
  // What has no button while presenting has no key either: a slip must not leave the room's screen.
  const isAtWork = hasAnswer && !isPresenting
  const to = (wanted: number) => on.reveal(Math.min(LAST_STAGE, Math.max(0, wanted)))
  useHotkeys([
    ...CATEGORIES.map((category, index) => ({
      keys: String(index + 1),
      label: `Retrieve as ${category}`,
      run: () => choose(category),
      when: hasAnswer,
    })),
    { keys: 'j', label: 'Next candidate', run: () => move(1), when: hasAnswer },
    { keys: 'k', label: 'Previous candidate', run: () => move(-1), when: hasAnswer },
    { keys: 'p', label: 'Pin a candidate, to hold its words beside others', run: on.pin, when: isAtWork },
    { keys: 'c', label: 'Compare ways of retrieving in the lab', run: on.compare, when: isAtWork },
    { keys: 's', label: 'Save this retrieval', run: on.save, when: isAtWork },
    { keys: '/', label: 'To the text', run: on.toText, when: !isPresenting },
    {
      keys: 'shift+p',
      label: isPresenting ? 'Stop presenting' : 'Present',
      run: () => present(!isPresenting),
    },
    { keys: 'ArrowRight', label: 'Reveal the next stage', run: () => to(stage + 1), when: isPresenting },
    { keys: 'ArrowLeft', label: 'Hide the last stage', run: () => to(stage - 1), when: isPresenting },
    { keys: 'r', label: 'Start over', run: () => to(0), when: isPresenting },
    { keys: 'Escape', label: 'Stop presenting', run: () => present(false), when: isPresenting },
  ])
}

type Keys = {
  hasAnswer: boolean
  isPresenting: boolean
  stage: number
  choose: (category: Category) => void
  /** To the next candidate (1) or the one before (−1). */
  move: (by: number) => void
  pin: () => void
  compare: () => void
  save: () => void
  toText: () => void
  present: (on: boolean) => void
  reveal: (stage: number) => void
}
