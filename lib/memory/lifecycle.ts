export const LIFECYCLES = ['quarantined', 'candidate', 'approved', 'retired', 'purged'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

/**
 * The state as a person reads it. What agents get is *in service*; only what a person has reviewed is called approved, because
 * imports arrive that way by themselves. `isReviewed` undefined = of many, or nobody says.
 */
export function lifecycleWord(lifecycle: Lifecycle, isReviewed?: boolean): string {
  if (lifecycle !== 'approved') return lifecycle
  if (isReviewed === undefined) return 'in service'
  return isReviewed ? 'approved' : 'in service, unreviewed'
}

/** The state of this name, or null. */
export function asLifecycle(name: string): Lifecycle | null {
  return LIFECYCLES.find((lifecycle) => lifecycle === name) ?? null
}
