/** Reports the last readings of all meters to the grid and resolves to how many there were. */
export async function reportReadings(link, meters) {
  const readings = [...meters].map(([meter, reading]) => ({ meter, reading }))
  await link.send('readings', readings)
  return readings.length
}
