/** `node scripts/make/audit-precision.ts`: how often the audit of notes is right, from the labels of a reader (docs/audit.md); a test compares. */
import { precisionTable, readLabels } from '../../lib/notes/precision.ts'

console.log(precisionTable(readLabels(new URL('../fixtures/audit-labels.csv', import.meta.url))).join('\n'))
