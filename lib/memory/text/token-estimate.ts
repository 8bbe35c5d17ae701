/** Tokens of a text, counted as characters / 4, rounded up (ours: no tokenizer of the backbone here). */
export function tokenEstimate(text: string): number {
  return Math.ceil(text.length / 4)
}
