import type { ReactNode } from 'react'

/** Terms of the field that a page says in plain words first; each stands in docs/concepts.md. */
export const TERMS = {
  category: 'category, z in the paper: ANALYZE, REPRODUCE, EDIT or VERIFY',
  description: 'description, d in the paper: objective and keywords, the only text that is compared',
  experience: 'experience, e in the paper: the lesson that an agent is told',
  cosine: 'cosine: how alike two descriptions are, −1 to 1',
  wall: 'hard filter of stage 1: only entries of the question’s own category are looked at',
  'chance to help':
    'chance to help: share of judged lessons with this verdict that helped, 95 % interval; each verdict by a fit that had not seen the lesson',
  'unrelated questions':
    'unrelated questions: those of other tasks, asked of the same entries; what the best entry reaches then is chance',
  floor: 'floor: the lowest score that may be injected; off in the paper',
  recurrence:
    'recurrence: share of new entries whose nearest earlier entry, of another instance, scores above 99.9 % of unrelated pairs',
  support: 'support: a part of a lesson rests on what it cites, word for word, from the steps of its run',
  lift: 'lift: how many times as common a word is here as elsewhere',
} as const

/** Plain words, with the term of the field and what it means for whoever points at them. */
export function Term({ of, children }: { of: keyof typeof TERMS; children: ReactNode }) {
  return (
    <abbr
      data-term={of}
      title={TERMS[of]}
      className="cursor-help underline decoration-strong decoration-dotted underline-offset-3"
    >
      {children}
    </abbr>
  )
}
