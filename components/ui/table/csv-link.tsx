'use client'

import { csvFile } from '../format.ts'
import { saveFile } from '../save-file.ts'

interface CsvLinkProps {
  fileName: string
  /** They begin with the heads. */
  rows: (string | number | null)[][]
  /** Lines above the heads, each led by `# `: what the numbers are and where they are from. Asked for as the file is saved. */
  about?: () => readonly string[]
}

/** The numbers of a figure as a file. */
export function CsvLink({ fileName, rows, about }: CsvLinkProps) {
  const save = () => {
    saveFile(new Blob([csvFile(rows, about?.() ?? [])], { type: 'text/csv' }), fileName)
  }
  return (
    <button type="button" className="link max-md:min-h-11 max-md:min-w-11" onClick={save}>
      CSV
    </button>
  )
}
