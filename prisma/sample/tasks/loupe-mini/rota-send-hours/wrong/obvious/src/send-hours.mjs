/** Hands the minutes of the crew to the pay office and resolves to the names that were sent. */
export async function sendHours(link, crew) {
  const hours = crew.filter(({ minutes }) => minutes).map(({ name, minutes }) => ({ name, minutes }))
  if (hours.length > 0) await link.send('hours', hours)
  return hours.map(({ name }) => name)
}
