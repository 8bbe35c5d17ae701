/** What a person must type to purge so many entries. */
export function purgePhrase(count: number): string {
  return `purge ${count} ${count === 1 ? 'entry' : 'entries'}`
}

/** What a person must type to purge a run; no blank at its end, which nobody sees. */
export function purgeRunPhrase(instanceId: string): string {
  const name = [...instanceId.replace(/\s+/g, ' ').trim()].slice(0, 100).join('')
  return `purge ${name}`.trimEnd()
}
