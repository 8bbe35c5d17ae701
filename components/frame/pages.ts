export type PageLink = { label: string; path: string; count?: 'entries' | 'episodes' | 'jobs'; also?: string }

/** A page of a room; `view` is its parameter of the address, `isDeep` that pages below it belong to it. */
export type RoomTab = { label: string; path: string; view?: string; isDeep?: true }

/** The pages of each room that has several. */
export const ROOM_TABS: { label: string; tabs: RoomTab[] }[] = [
  {
    label: 'Playground',
    tabs: [
      { label: 'Ask', path: '/playground' },
      { label: 'Compare', path: '/playground/compare' },
    ],
  },
  {
    label: 'Import',
    tabs: [
      { label: 'Episodes', path: '/import' },
      { label: 'Lessons', path: '/import', view: 'lessons' },
      { label: 'Jobs', path: '/import', view: 'jobs' },
    ],
  },
  {
    label: 'Activity',
    tabs: [
      { label: 'Changes', path: '/activity' },
      { label: 'Served', path: '/activity', view: 'served' },
    ],
  },
]

/** The studies of the audit: the four dashboards, then the others. */
export const AUDIT_PAGES: PageLink[] = [
  {
    label: 'Density and gain',
    path: '/audit/density-and-gain',
    also: 'audit gain dip paper flips workbench',
  },
  {
    label: 'Cold start',
    path: '/audit/cold-start',
    also: 'audit replay stream scrubber order seeds position',
  },
  { label: 'Misprediction', path: '/audit/misprediction', also: 'audit categories confusion calibration' },
  {
    label: 'Raw and abstracted',
    path: '/audit/raw-and-abstracted',
    also: 'audit abstraction experience key payload',
  },
  {
    label: 'Results',
    path: '/audit/results',
    also: 'audit experiments import runs pair flips McNemar cost swe-bench',
  },
  { label: 'Reuse', path: '/audit/reuse', also: 'audit long tail utility harmful dead weight' },
  { label: 'Recurrence', path: '/audit/recurrence', also: 'audit will it pay' },
  { label: 'Retrieval', path: '/audit/retrieval', also: 'audit lab batch runs strategies' },
  { label: 'Minimum score', path: '/audit/minimum-score', also: 'audit lab floors' },
]

/** Every page the navigation reaches, in its groups: the rail and the palette read the same list. */
export const PAGE_GROUPS: { title: string | null; path?: string; pages: PageLink[] }[] = [
  {
    title: null,
    pages: [
      { label: 'Overview', path: '/', also: 'home health' },
      { label: 'Playground', path: '/playground', also: 'retrieve ask lab compare strategies side by side' },
    ],
  },
  {
    title: 'Memory',
    pages: [
      { label: 'Memories', path: '/memories', count: 'entries', also: 'entries lessons' },
      { label: 'Worklists', path: '/worklists', also: 'findings triage junk' },
      { label: 'Episodes', path: '/episodes', count: 'episodes', also: 'runs trajectories' },
    ],
  },
  { title: 'Audit', path: '/audit', pages: AUDIT_PAGES },
  {
    title: 'Work',
    pages: [
      { label: 'Import', path: '/import', count: 'jobs', also: 'upload bring' },
      { label: 'Activity', path: '/activity', also: 'log history undo changes' },
      { label: 'Settings', path: '/settings', also: 'embedders' },
    ],
  },
]

/** Pages below those of the rail. */
export const MORE_PAGES: PageLink[] = [
  { label: 'Map', path: '/memories/map', also: 'memories topics pca umap lasso' },
  { label: 'Audit', path: '/audit' },
  { label: 'Served', path: '/activity?view=served', also: 'lab retrieval log' },
  {
    label: 'Lessons by a model',
    path: '/import?view=lessons',
    also: 'distil extraction experience hand over prompts import',
  },
  { label: 'Jobs', path: '/import?view=jobs', also: 'background work import' },
]

/** Pages about one project, which their address names. */
export const PROJECT_PAGES: ReadonlySet<string> = new Set(
  [...PAGE_GROUPS.filter(({ title }) => title !== 'Work').flatMap(({ pages }) => pages), ...MORE_PAGES]
    .map(({ path }) => path)
    .concat('/import'),
)
