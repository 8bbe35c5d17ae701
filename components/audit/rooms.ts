/** The studies of the audit by the last part of their address: what each answers, and what it needs for that. The first four are the dashboards. */
export const AUDIT_ROOMS = {
  'density-and-gain': {
    label: 'Density and gain',
    question: 'Does memory help, from how many entries on, and how sure is that?',
    needs: 'outcomes with memory and without it',
  },
  'cold-start': {
    label: 'Cold start',
    question: 'Does memory cost something while it is small, and when does it begin to pay?',
    needs: 'outcomes in the order of a stream; or stored runs, replayed order by order',
  },
  misprediction: {
    label: 'Misprediction',
    question: 'How often is the category wrong, and what does it cost?',
    needs: 'labels of a person or declared by the agent',
  },
  'raw-and-abstracted': {
    label: 'Raw and abstracted',
    question: 'Is the lesson better than the raw steps?',
    needs: 'labelled questions',
  },
  results: {
    label: 'Results',
    question: 'Does memory help in your own runs?',
    needs: 'result files with memory and without it, over the same instances',
  },
  reuse: {
    label: 'Reuse',
    question: 'Which entries carry the memory, and which are never used?',
    needs: 'retrievals that agents were served; outcomes for utility',
  },
  recurrence: {
    label: 'Recurrence',
    question: 'Do later tasks meet what earlier ones left?',
    needs: 'entries alone',
  },
  retrieval: {
    label: 'Retrieval',
    question: 'Which way of retrieving should I trust, over many questions?',
    needs: 'questions, labelled or not',
  },
  'minimum-score': {
    label: 'Minimum score',
    question: 'Below which score should nothing be injected?',
    needs: 'labelled questions with a category',
  },
} as const

export type AuditRoom = keyof typeof AUDIT_ROOMS
