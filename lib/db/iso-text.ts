/** UTC instant as the text Prisma's SQLite adapter stores, e.g. `2026-01-02T03:04:05.678+00:00`; raw SQL must write the same form. */
export function isoText(at: Date): string {
  return at.toISOString().replace('Z', '+00:00')
}
