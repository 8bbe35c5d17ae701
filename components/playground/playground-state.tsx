'use client'

import { useRouter } from 'next/navigation'
import { parseAsFloat, parseAsInteger, parseAsString, parseAsStringLiteral } from 'nuqs'
import { useRef, useState, useTransition } from 'react'
import { useProjectHref, useShell } from '@/components/frame/shell.tsx'
import { useCommands } from '@/components/ui/commands.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useAnswer } from '@/components/ui/use-answer.ts'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { Explained, ExploreRequest, PlaygroundAnswer, RetrieveRequest } from '@/lib/memory/retrieval.ts'
import { isSample } from '@/lib/memory/sample.ts'
import { descriptionText } from '@/lib/memory/text/words.ts'
import type { Chip } from './ask/chips.tsx'
import { compareParams } from './compare/columns.ts'
import { LAST_STAGE } from './present/presenter.tsx'
import { useLookedAt, useQuestionUrl } from './question-url.ts'

/** Candidates shown at first. */
const FEW = 6
/** Candidates after asking for more. */
export const MORE = 20

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
  const asked = useAsked(current?.name ?? null, url)
  const { data } = asked
  const textRef = useRef<HTMLTextAreaElement>(null)
  const looking = useLookedAt('data-candidate')
  const saving = useSaving(data?.asked ?? null)

  const change = (next: { [Name in keyof PlaygroundUrl]?: PlaygroundUrl[Name] | null }) => void setUrl(next)
  const choose = (category: Category) => change({ category, intent: null })
  const compareHref = data && href('/playground/compare', compareParams(data, url.category))
  const pin = () => {
    const wanted = looking.activeId ?? data?.answer.hits[0]?.entryId ?? null
    change({ pin: wanted === url.pin ? null : wanted })
  }
  const isPresenting = url.density === 'presenter'
  const presenting = {
    isPresenting,
    stage: isPresenting ? url.stage : LAST_STAGE,
    present: (on: boolean) => change({ density: on ? 'presenter' : null, stage: null }),
    reveal: (stage: number) => change({ stage }),
  }
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
    chips: isSample(current) ? chips : [],
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
    url,
  }
}

/** What the address keeps, so that a link restores the screen. */
function usePlaygroundUrl() {
  return useQuestionUrl({
    /** The chosen intent of a plan, when it was edited: `objective; keyword, keyword`. */
    intent: parseAsString,
    /** Who reads the question; absent = the rules. */
    plan: parseAsStringLiteral(['model'] as const),
    limit: parseAsInteger.withDefault(FEW),
    /** Minimum score of what may be injected; absent = off, as in the paper. */
    floor: parseAsFloat,
    /** Entry whose words are held beside those of the candidate looked at. */
    pin: parseAsString,
    density: parseAsStringLiteral(['presenter'] as const),
    stage: parseAsInteger.withDefault(0),
  })
}

export type PlaygroundUrl = ReturnType<typeof usePlaygroundUrl>[0]

/** The answer to the question of the address; the last one stays until the next is there. */
function useAsked(project: string | null, url: PlaygroundUrl) {
  const request = requestOf(project, url)
  const { data, error, isFetching, isPlaceholderData, refetch } = useAnswer('explore', request)
  return {
    isAsked: request !== null,
    data: request === null ? null : (data ?? null),
    isLoading: isFetching,
    isOld: isPlaceholderData,
    fault: request === null ? null : error,
    retry: () => void refetch(),
  }
}

function requestOf(project: string | null, url: PlaygroundUrl): ExploreRequest | null {
  const text = url.text.trim()
  if (project === null || text === '') return null
  const { mode, plan, category, intent } = url
  return {
    project,
    text,
    mode,
    limit: Math.min(100, Math.max(1, url.limit)),
    // Off in the page is as the project says.
    ...(url.floor === null ? {} : { floor: Math.min(1, Math.max(-1, url.floor)) }),
    ...(plan === null ? {} : { plan }),
    ...(category === null ? {} : { chosen: { category, ...(intent === null ? {} : { words: intent }) } }),
  }
}

/** By entry id, what earns the scores of an answer's candidates; `pending` while it is reckoned, after the answer. */
type Explanations = { pending: boolean; of: Record<string, Explained> }

/** Asks for the explanations of an answer that is there: apart from it, since each word takes an embedding of its own. */
function useExplained(data: PlaygroundAnswer | null): Explanations {
  const request =
    data === null || data.answer.hits.length === 0
      ? null
      : {
          text: descriptionText(data.answer.intent.description),
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
    { keys: 'c', label: 'Compare strategies on this question', run: on.compare, when: isAtWork },
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
