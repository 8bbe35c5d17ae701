export type PageLink = { label: string; path: string; count?: 'entries' | 'episodes' | 'jobs'; also?: string }

/** Every page the navigation reaches, in its groups: the rail and the palette read the same list. */
export const PAGE_GROUPS: { title: string | null; pages: PageLink[] }[] = [
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
  {
    title: 'Work',
    pages: [
      { label: 'Import', path: '/import', also: 'upload bring' },
      { label: 'Jobs', path: '/jobs', count: 'jobs' },
      { label: 'Activity', path: '/activity', also: 'log history undo changes' },
      { label: 'Settings', path: '/settings', also: 'embedders' },
    ],
  },
]

/** Pages below those of the rail. */
export const MORE_PAGES: PageLink[] = [
  { label: 'Lab, batch runs', path: '/lab/batch' },
  { label: 'Lab, floors', path: '/lab/floors' },
  { label: 'Lab, retrieval log', path: '/lab/log' },
]
