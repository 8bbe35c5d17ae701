import type { DetectorName } from './finding.ts'

/** How people read each kind of trouble: its name, and in a line what is asked of an entry. */
export const DETECTOR_WORDS: Record<DetectorName, { title: string; question: string }> = {
  secret: { title: 'Secrets', question: 'Does it hold a key, a token or a password?' },
  risky: { title: 'Risky advice', question: 'Could it do harm to follow it?' },
  'hidden-text': { title: 'Hidden text', question: 'Does it say something that a reader does not see?' },
  leak: { title: 'Leaks', question: 'Does it name what only one run had?' },
  contradiction: { title: 'Contradictions', question: 'Do two lessons say opposite things?' },
  stale: { title: 'Stale against the code', question: 'Does it name what is gone from the repository?' },
  'near-duplicate': { title: 'Near-duplicates', question: 'Is one lesson told twice?' },
  echo: { title: 'Echoes', question: 'Does it repeat a memory that an agent was given?' },
  'not-a-lesson': { title: 'Not a lesson', question: 'Is it something else than experience?' },
  // The extractor's flag is called vague; two rules under one word would be taken for one.
  vague: { title: 'Empty advice', question: 'Is there nothing in it to act on?' },
  'doubtful-category': { title: 'Doubtful category', question: 'Does it read like another category?' },
  'too-long': { title: 'Too long', question: 'Is it too long to make its point?' },
  harmful: { title: 'Followed by failure', question: 'Did runs that got it fail more often?' },
  'never-retrieved': { title: 'Never retrieved', question: 'Was it never chosen?' },
}
