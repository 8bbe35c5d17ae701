/**
 * Facets of the memories page. `label source` is who labelled the subtask, `finding` a detector with an open finding, `service` whether its
 * extractor's entries serve. */
export const ENTRY_FACETS = [
  'category',
  'lifecycle',
  'outcome',
  'kind',
  'repo',
  'extractor',
  'service',
  'flag',
  'used',
  'backbone',
  'labelSource',
  'reviewer',
  'finding',
] as const
export type EntryFacet = (typeof ENTRY_FACETS)[number]
