'use client'

import { csvLine } from '../format.ts'
import { saveFile } from '../save-file.ts'

/** The numbers of a figure as a file; `rows` begin with the heads. */
export function CsvLink({ fileName, rows }: { fileName: string; rows: (string | number | null)[][] }) {
  const save = () => {
    saveFile(new Blob([`${rows.map(csvLine).join('\n')}\n`], { type: 'text/csv' }), fileName)
  }
  return (
    <button type="button" className="link max-md:min-h-11 max-md:min-w-11" onClick={save}>
      CSV
    </button>
  )
}
