/** Who asked, and whether they got something: `served to agent-7`, `asked by agent-7, given nothing`, `saved by Mara`. */
export function askedWords({
  purpose,
  by,
  winnerId,
}: {
  purpose: 'saved' | 'served'
  by: string
  winnerId: string | null
}): string {
  if (purpose === 'saved') return `saved by ${by}`
  return winnerId === null ? `asked by ${by}, given nothing` : `served to ${by}`
}
