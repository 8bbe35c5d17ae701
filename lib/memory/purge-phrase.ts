/** What a person must type to purge so many entries. */
export function purgePhrase(count: number): string {
  return `purge ${count} ${count === 1 ? 'entry' : 'entries'}`
}
