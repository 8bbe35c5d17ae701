import type { ExperimentRun } from './run.ts'

/** A stored episode as a flip may lead to it. */
export interface EpisodeOfInstance {
  id: string
  instanceId: string
  backbone: string | null
  outcome: 'resolved' | 'unresolved' | null
}

/**
 * The two episodes that a flip can be read in: of its instance, one that ended as the base did and one that ended as the variant did;
 * of several the newest, one of the run's own model before others. Null unless both are there.
 */
export function episodesOfFlip(
  { instanceId, gained }: { instanceId: string; gained: boolean },
  stored: readonly EpisodeOfInstance[],
  { base, variant }: Record<'base' | 'variant', Pick<ExperimentRun, 'backbone'>>,
): { base: string; variant: string } | null {
  const find = (outcome: EpisodeOfInstance['outcome'], { backbone }: Pick<ExperimentRun, 'backbone'>) => {
    const fitting = stored.filter((one) => one.instanceId === instanceId && one.outcome === outcome)
    const own = backbone === null ? undefined : fitting.findLast((one) => one.backbone === backbone)
    return own ?? fitting.at(-1)
  }
  const before = find(gained ? 'unresolved' : 'resolved', base)
  const after = find(gained ? 'resolved' : 'unresolved', variant)
  return before && after ? { base: before.id, variant: after.id } : null
}
