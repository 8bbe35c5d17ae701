export type PageLink = { label: string; path: string; count?: 'entries' | 'episodes' | 'jobs'; also?: string }

/** The rooms of the audit, in the order in which they are asked. */
export const AUDIT_PAGES: PageLink[] = [
  { label: 'Gain', path: '/audit/gain', also: 'audit density dip cold start flips workbench' },
  { label: 'Recurrence', path: '/audit/recurrence', also: 'audit will it pay' },
  { label: 'Replay', path: '/audit/replay', also: 'audit stream density scrubber order seeds position' },
  { label: 'Categories', path: '/audit/categories', also: 'audit misprediction confusion calibration' },
  { label: 'Abstraction', path: '/audit/abstraction', also: 'audit raw experience key payload' },
  { label: 'Reuse', path: '/audit/reuse', also: 'audit long tail utility harmful dead weight' },
  {
    label: 'Experiments',
    path: '/audit/experiments',
    also: 'audit results import runs pair flips McNemar cost swe-bench',
  },
  { label: 'Paper desk', path: '/audit/paper', also: 'audit published figures 2602.21611' },
]

/** Every page the navigation reaches, in its groups: the rail and the palette read the same list. */
export const PAGE_GROUPS: { title: string | null; path?: string; pages: PageLink[] }[] = [
  {
    title: null,
    pages: [
      { label: 'Overview', path: '/', also: 'home health' },
      { label: 'Playground', path: '/playground', also: 'retrieve ask' },
      { label: 'Lab', path: '/lab', also: 'compare strategies' },
    ],
  },
  {
    title: 'Memory',
    pages: [
      { label: 'Memories', path: '/memories', count: 'entries', also: 'entries lessons' },
      { label: 'Worklists', path: '/worklists', also: 'findings triage junk' },
      { label: 'Map', path: '/map' },
      { label: 'Episodes', path: '/episodes', count: 'episodes', also: 'runs trajectories' },
    ],
  },
  { title: 'Audit', path: '/audit', pages: AUDIT_PAGES },
  {
    title: 'Work',
    pages: [
      { label: 'Import', path: '/import', also: 'upload bring' },
      { label: 'Distil', path: '/distil', also: 'extraction by a model experience hand over prompts' },
      { label: 'Jobs', path: '/jobs', count: 'jobs' },
      { label: 'Activity', path: '/activity', also: 'log history undo changes' },
      { label: 'Settings', path: '/settings', also: 'embedders' },
    ],
  },
]

/** Pages below those of the rail. */
export const MORE_PAGES: PageLink[] = [
  { label: 'Audit', path: '/audit' },
  { label: 'Lab, batch runs', path: '/lab/batch' },
  { label: 'Lab, floors', path: '/lab/floors' },
  { label: 'Lab, retrieval log', path: '/lab/log' },
]

/** Pages about one project, which their address names. */
export const PROJECT_PAGES: ReadonlySet<string> = new Set(
  [...PAGE_GROUPS.filter(({ title }) => title !== 'Work').flatMap(({ pages }) => pages), ...MORE_PAGES]
    .map(({ path }) => path)
    .concat('/distil'),
)
