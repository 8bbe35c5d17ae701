/** Where pages of earlier versions are now; a query in the address goes along. */
export const OLD_ADDRESSES = [
  { from: '/distil', to: '/import?view=lessons' },
  { from: '/lab', to: '/playground/compare' },
  { from: '/lab/floors', to: '/audit/minimum-score' },
  { from: '/jobs', to: '/import?view=jobs' },
  { from: '/map', to: '/memories/map' },
]
