/** The text in each slot of the screen. */
export function fillSlots(notices) {
  const slots = {}
  for (const { slot, text } of notices) slots[slot] ??= text
  return slots
}
