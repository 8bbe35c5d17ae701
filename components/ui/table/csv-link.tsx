'use client'

import { csvLine } from '../format.ts'

/** The numbers of a figure as a file; `rows` begin with the heads. */
export function CsvLink({ fileName, rows }: { fileName: string; rows: (string | number | null)[][] }) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${rows.map(csvLine).join('\n')}\n`], { type: 'text/csv' }))
    const link = document.createElement('a')
    link.href = url
    link.download = fileName
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <button type="button" className="link max-md:min-h-11 max-md:min-w-11" onClick={save}>
      CSV
    </button>
  )
}
