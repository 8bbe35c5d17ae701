/** Reports the last readings of all meters to the grid and resolves to how many there were. */
export async function reportReadings(link, meters) {
  let sent = 0
  const readings = [...meters].map(([meter, reading]) => ({ meter: meter.toUpperCase(), reading }))
  readings.sort((a, b) => (a.meter < b.meter ? -1 : 1))
  while (sent < readings.length) {
    await link.send('readings', readings.slice(sent, sent + 20))
    sent += 20
  }
  return readings.length
}
