/** A number or word of a chart's table; null is unknown. */
export type Cell = string | number | null
