/** Hands the minutes of the crew to the pay office and resolves to the names that were sent. */
export async function sendHours(link, crew) {
  const names = []
  for (const { name, minutes } of crew) {
    if (!minutes) continue
    await link.send('hours', [{ name, minutes }])
    names.push(name)
  }
  return names
}
