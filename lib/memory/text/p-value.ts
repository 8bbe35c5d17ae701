/** A p as every page, command and file writes it, three digits and never 0: `.007`, `1.000`, `< .001`. */
export function pText(p: number): string {
  return p < 0.001 ? '< .001' : p.toFixed(3).replace(/^0/, '')
}

/** `p .007`. */
export function pWords(p: number): string {
  return `p ${pText(p)}`
}

/** Whether a column or row of this name holds a p: `p`, `Holm p`, `p over none (derived)`. */
export function isPName(name: string): boolean {
  return /(^| )p( |$)/.test(name)
}
