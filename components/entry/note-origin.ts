/** Where a note for agents stands that became an entry, with its commit and author; null for what came in another way. */
export function noteOrigin(extractor: string, notes: readonly { by: string; text: string }[]): string | null {
  if (extractor !== 'notes') return null
  const [place, , who] = notes.find(({ by }) => by === 'notes')?.text.split(' · ') ?? []
  return place && who ? `${place}, ${who}` : 'its place is not known'
}
