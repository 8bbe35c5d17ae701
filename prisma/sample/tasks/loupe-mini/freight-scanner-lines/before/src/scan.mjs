/** The parcels in what the scanner has read. */
export function readScan(text) {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.map((line) => {
    const [number, to, kg] = line.split(';')
    return { number: number.trim(), to: to?.trim(), kg: Number(kg.replace(',', '.')) }
  })
}
