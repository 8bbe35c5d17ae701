import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import { LAST_STAGE } from './present/presenter.tsx'

/** The playground's keys; those of the candidates sleep until there is an answer, those that do something to it while it is presented, the arrows until then. */
export function usePlaygroundKeys(on: Keys) {
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
