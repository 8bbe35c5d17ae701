/** A text as a database keeps it: PostgreSQL has no U+0000 and UTF-8 no half of a pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '␀')
}
