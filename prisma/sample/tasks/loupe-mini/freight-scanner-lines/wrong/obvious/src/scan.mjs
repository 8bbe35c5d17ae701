/** The parcels in what the scanner has read. */
export function readScan(text) {
  const lines = text.split('\n').filter((line) => line.trim())
  return lines.flatMap((line) => {
    const match = /^\s*(P\w*)\s*;([^;]*\S[^;]*);\s*(\d+(?:[.,]\d+)?)\s*$/.exec(line)
    if (!match) return []
    const [, number, to, kg] = match
    return { number, to: to.trim(), kg: Number(kg.replace(',', '.')) }
  })
}
