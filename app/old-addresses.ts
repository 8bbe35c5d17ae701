/** Where pages of earlier versions are now; a query in the address goes along. */
export const OLD_ADDRESSES = [
  { from: '/lab', to: '/playground/compare' },
  { from: '/lab/batch', to: '/audit/retrieval' },
  { from: '/lab/batch/:id', to: '/audit/studies/:id' },
  { from: '/lab/floors', to: '/audit/minimum-score' },
  { from: '/lab/log', to: '/activity?view=served' },
  { from: '/map', to: '/memories/map' },
  { from: '/audit/gain', to: '/audit/density-and-gain' },
  { from: '/audit/paper', to: '/audit/density-and-gain' },
  { from: '/audit/replay', to: '/audit/cold-start' },
  { from: '/audit/categories', to: '/audit/misprediction' },
  { from: '/audit/abstraction', to: '/audit/raw-and-abstracted' },
  { from: '/audit/experiments', to: '/audit/results' },
  { from: '/workbench', to: '/audit/density-and-gain' },
  { from: '/workbench/:id', to: '/audit/results' },
  { from: '/distil', to: '/import?view=lessons' },
  { from: '/jobs', to: '/import?view=jobs' },
]
