/** How an episode ended: a verdict, or apart from those what became of its change in git, or neither. */
export const EPISODE_ENDS = ['resolved', 'unresolved', 'kept', 'reverted', 'unknown'] as const
export type EpisodeEnd = (typeof EPISODE_ENDS)[number]
