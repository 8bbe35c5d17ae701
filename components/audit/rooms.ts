/** The rooms of the audit: what each answers, and what it needs for that. */
export const AUDIT_ROOMS = {
  gain: {
    label: 'Gain',
    question: 'Does memory help, from when on, and can we tell?',
    needs: 'outcomes with memory and without: the workbench measures them here',
  },
  recurrence: {
    label: 'Recurrence',
    question: 'Will memory ever pay on this stream?',
    needs: 'entries alone: no outcomes, no key',
  },
  categories: {
    label: 'Categories',
    question: 'How often is the wrong drawer opened, and what does it cost?',
    needs: 'labels of a person or declared by the agent',
  },
  abstraction: {
    label: 'Abstraction',
    question: 'Is the lesson better than the log?',
    needs: 'labelled queries; one column for each extractor of the same steps',
  },
  reuse: {
    label: 'Reuse',
    question: 'Which entries carry the memory, which harm it, which are dead weight?',
    needs: 'retrievals that agents were served; outcomes for utility',
  },
  experiments: {
    label: 'Experiments',
    question: 'Are these two runs comparable, and which is better?',
    needs: 'results of two runs over the same instances: CSV, JSON Lines, SWE-bench reports',
  },
  paper: {
    label: 'Paper desk',
    question: 'What do the published figures show, and what can they not?',
    needs: 'nothing: the figures of arXiv 2602.21611 and arithmetic',
  },
} as const

export type AuditRoom = keyof typeof AUDIT_ROOMS
