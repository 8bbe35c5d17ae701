/** Reports the last readings of all meters to the grid and resolves to how many there were. */
export async function reportReadings(link, meters) {
  const readings = [...meters].map(([meter, reading]) => ({ meter: meter.toUpperCase(), reading }))
  readings.sort((a, b) => (a.meter < b.meter ? -1 : 1))
  await link.send('readings', readings)
  return readings.length
}
