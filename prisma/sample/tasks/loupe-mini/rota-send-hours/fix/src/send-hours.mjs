// More items than this in a call are lost at Nordlink.
const ITEMS_PER_CALL = 20

/** Hands the minutes of the crew to the pay office and resolves to the names that were sent. */
export async function sendHours(link, crew) {
  const hours = crew.filter(({ minutes }) => minutes).map(({ name, minutes }) => ({ name, minutes }))
  for (let from = 0; from < hours.length; from += ITEMS_PER_CALL) {
    await link.send('hours', hours.slice(from, from + ITEMS_PER_CALL))
  }
  return hours.map(({ name }) => name)
}
