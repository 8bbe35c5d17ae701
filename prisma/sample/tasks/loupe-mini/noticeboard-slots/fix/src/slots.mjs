/** The text in each slot of the screen. */
export function fillSlots(notices) {
  const slots = {}
  for (const { slot, text } of notices.toSorted((a, b) => (a.filedAt < b.filedAt ? -1 : 1))) slots[slot] ??= text
  return slots
}
