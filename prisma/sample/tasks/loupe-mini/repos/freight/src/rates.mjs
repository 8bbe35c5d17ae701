/** Cents by kilogram for a zone. */
export const PER_KG = { coast: 145, island: 233, abroad: 415 }
