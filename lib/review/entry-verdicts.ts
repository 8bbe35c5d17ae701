import type { VerdictKey } from '../memory/review.ts'

/** Takes an entry out of service, with a reason. */
export const RETIRES = {
  ...{ key: 'x', isDanger: true, isChange: true },
  asks: {
    kind: 'reason',
    isNeeded: true,
    words:
      'It stays stored and can be restored, but no agent gets it, and the same lesson does not come back by import.',
  },
} satisfies Partial<VerdictKey>

/** Changes what an entry says; its item stays. */
export const MEND: VerdictKey = {
  ...{ name: 'mend', key: 'e', label: 'Mend', said: 'Saved', isChange: true },
  asks: { kind: 'mend' },
}
