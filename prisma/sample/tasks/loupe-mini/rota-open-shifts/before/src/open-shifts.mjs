/** Who works each open shift: `{ s4: 'Ane', s5: null }`. */
export function fillShifts(open, taps) {
  const filled = Object.fromEntries(open.map((shift) => [shift, null]))
  for (const { shift, name } of taps) {
    if (shift in filled) filled[shift] = filled[shift] ? `${filled[shift]},${name}` : name
  }
  return filled
}
