export type PageLink = {
  label: string
  path: string
  count?: 'entries' | 'episodes' | 'jobs'
  /** Other words that find it in the palette, the names of earlier versions among them. */
  also?: string
}

/** A page of a room; `view` is its parameter of the address, `isDeep` that pages below it belong to it. */
export type RoomTab = PageLink & { view?: string; isDeep?: true }

/** The rooms: the rail, and the first entries of the palette. */
export const ROOMS: PageLink[] = [
  { label: 'Overview', path: '/', also: 'home health' },
  { label: 'Playground', path: '/playground', also: 'retrieve ask' },
  { label: 'Memories', path: '/memories', count: 'entries', also: 'entries lessons list' },
  { label: 'Episodes', path: '/episodes', count: 'episodes', also: 'runs trajectories' },
  { label: 'Agents', path: '/agents', also: 'connect hooks mcp live feed funnel claude codex' },
  { label: 'Audit', path: '/audit', also: 'does memory help' },
  { label: 'Import', path: '/import', count: 'jobs', also: 'upload bring' },
  { label: 'Activity', path: '/activity', also: 'log history undo changes' },
  { label: 'Settings', path: '/settings', also: 'embedders models secrets' },
]

/** The studies of the audit: the four dashboards, then the others. */
export const AUDIT_PAGES: RoomTab[] = [
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
  { label: 'Retrieval', path: '/audit/retrieval', also: 'audit lab batch runs strategies' },
  { label: 'Reuse', path: '/audit/reuse', also: 'audit long tail utility harmful dead weight' },
  { label: 'Recurrence', path: '/audit/recurrence', also: 'audit will it pay' },
  { label: 'Minimum score', path: '/audit/minimum-score', also: 'audit lab floors' },
]

/** The pages of each room that has several; `keeps` are parameters that go along from one to the other. */
export const ROOM_TABS: { label: string; tabs: RoomTab[]; keeps?: string[] }[] = [
  {
    label: 'Playground',
    tabs: [
      { label: 'Ask', path: '/playground' },
      { label: 'Compare', path: '/playground/compare', also: 'lab strategies side by side playground' },
    ],
  },
  {
    label: 'Memories',
    tabs: [
      { label: 'List', path: '/memories' },
      { label: 'Map', path: '/memories/map', also: 'memories topics pca umap lasso' },
      {
        label: 'Review',
        path: '/memories/review',
        isDeep: true,
        also: 'memories worklists findings triage junk waiting estimate blind judge labels',
      },
    ],
    keeps: ['area', 'method', 'at'],
  },
  { label: 'Audit', tabs: [{ label: 'Answer', path: '/audit' }, ...AUDIT_PAGES] },
  {
    label: 'Import',
    tabs: [
      { label: 'Bring in', path: '/import', also: 'notes memories watched folders' },
      {
        label: 'Lessons',
        path: '/import',
        view: 'lessons',
        also: 'distil extraction by a model experience hand over prompts import',
      },
      { label: 'Jobs', path: '/import', view: 'jobs', also: 'background work import' },
    ],
  },
  {
    label: 'Activity',
    tabs: [
      { label: 'Changes', path: '/activity' },
      { label: 'Served', path: '/activity', view: 'served', also: 'activity lab retrieval log agents' },
    ],
  },
]

/** Pages below those of the rail; the palette and the accessibility spec read them. */
export const MORE_PAGES: PageLink[] = ROOM_TABS.flatMap(({ tabs }) => tabs)
  .filter(({ path, view }) => view !== undefined || ROOMS.every((room) => room.path !== path))
  .map(({ label, path, view, also }) => ({
    label,
    path: view === undefined ? path : `${path}?view=${view}`,
    ...(also === undefined ? {} : { also }),
  }))

/** Pages about one project, which their address names. */
export const PROJECT_PAGES: ReadonlySet<string> = new Set(
  [...ROOMS, ...MORE_PAGES].map(({ path }) => path).filter((path) => path !== '/settings'),
)

/** What can be done, by the word for it, and the page where it is done. */
export const VERBS: (PageLink & { note: string })[] = [
  {
    label: 'Retire entries',
    path: '/memories',
    note: 'Memories: select, then #',
    also: 'delete remove junk',
  },
  {
    label: 'Restore retired entries',
    path: '/memories?lifecycle=retired',
    note: 'Memories',
    also: 'unretire bring back',
  },
  {
    label: 'Put entries in service',
    path: '/memories/review/waiting',
    note: 'Review',
    also: 'approve accept',
  },
  {
    label: 'Edit an entry',
    path: '/memories',
    note: 'Memories: open it, then E',
    also: 'change pin move copy',
  },
  { label: 'Merge duplicates', path: '/memories/review/near-duplicate', note: 'Review', also: 'join same' },
  {
    label: 'Purge a secret',
    path: '/memories/review/secret',
    note: 'Review',
    also: 'erase key password delete',
  },
  {
    label: 'Estimate the share of junk',
    path: '/memories/review/sample',
    note: 'Review',
    also: 'judge random',
  },
  { label: 'Correct stages', path: '/memories/review/stage', note: 'Review', also: 'label categories' },
  { label: 'Undo a change', path: '/activity', note: 'Activity', also: 'take back revert' },
  { label: 'Import runs', path: '/import', note: 'Import', also: 'bring in results notes drop' },
  { label: 'Write lessons', path: '/import?view=lessons', note: 'Import', also: 'distil extract model' },
  { label: 'Connect an agent', path: '/agents', note: 'Agents', also: 'hook mcp pause forget' },
  {
    label: 'Purge a run',
    path: '/episodes',
    note: 'Episodes: open it',
    also: 'erase roll back delete episode',
  },
]
