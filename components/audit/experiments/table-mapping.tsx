import { FaultLine } from '@/components/ui/faults/fault-line.tsx'
import { Field, Select, TextInput } from '@/components/ui/field.tsx'
import { plural } from '@/components/ui/format.ts'
import {
  COLUMN_FIELDS,
  type ColumnField,
  type Mapping,
  type TablePreview,
} from '@/lib/memory/studies/outcomes/columns.ts'
import { RUN_NAMES, type RunName } from '@/lib/memory/studies/outcomes/run.ts'

const WORDS: Partial<Record<ColumnField, string>> = {
  instanceId: 'instance',
  costUsd: 'cost, USD',
  position: 'place in the stream',
}
/** Runs listed by name; the rest is counted. */
const RUNS_SHOWN = 6

type TableMappingProps = { table: TablePreview; onChange: (mapping: Mapping) => void }

const GRID = 'mt-2 grid grid-cols-5 gap-3 max-lg:grid-cols-2 max-md:grid-cols-[minmax(0,1fr)]'

/** What a file's columns are taken for, and what holds for all its rows; the runs that gives stand under it. */
export function TableMapping({ table, onChange }: TableMappingProps) {
  const { fileName, kind, rowCount, warnings, mapping, runs, fault } = table
  const setName = (name: RunName, value: string) =>
    onChange({ ...mapping, names: { ...mapping.names, [name]: value === '' ? null : value } })
  return (
    <div className="mt-4 border-hairline border-t pt-3">
      <p className="truncate" title={fileName}>
        <span className="font-mono">{fileName}</span>{' '}
        <span className="text-ink-3 text-small">
          recognised as {kind}, {plural(rowCount, 'row')}
        </span>
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="text-ink-2 text-small">
          {warning}
        </p>
      ))}
      <div className={GRID}>
        {RUN_NAMES.filter((name) => !mapping.columns[name]).map((name) => (
          <Field key={name} label={name} hint="all rows">
            <TextInput
              defaultValue={mapping.names[name] ?? ''}
              placeholder={name === 'arm' ? 'vanilla, subtask, …' : 'not reported'}
              onBlur={(event) => setName(name, event.target.value.trim())}
            />
          </Field>
        ))}
      </div>
      <ColumnFields table={table} onChange={onChange} />
      {fault ? (
        <div className="mt-2">
          <FaultLine fault={{ code: 'bad-results', reference: null, ...fault }} />
        </div>
      ) : (
        <FoundRuns runs={runs} />
      )}
    </div>
  )
}

function ColumnFields({ table: { columns, mapping, first }, onChange }: TableMappingProps) {
  const isName = (field: ColumnField) => RUN_NAMES.some((name) => name === field)
  const setColumn = (field: ColumnField, column: string) =>
    onChange({ ...mapping, columns: { ...mapping.columns, [field]: column === '' ? null : column } })
  return (
    <details className="mt-2">
      <summary className="link w-fit text-small max-md:py-3.5">Columns</summary>
      <div className={GRID}>
        {COLUMN_FIELDS.map((field) => (
          <Field key={field} label={WORDS[field] ?? field}>
            <Select
              value={mapping.columns[field] ?? ''}
              onChange={(event) => setColumn(field, event.target.value)}
            >
              <option value="">{isName(field) ? 'no column: as said above' : 'not reported'}</option>
              {columns.map((column) => (
                <option key={column} value={column}>
                  {`${column} (${String(first[column] ?? 'empty').slice(0, 24)})`}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </details>
  )
}

function FoundRuns({ runs }: Pick<TablePreview, 'runs'>) {
  return (
    <ul className="mt-2 text-small">
      {runs.slice(0, RUNS_SHOWN).map((run) => (
        <li key={`${run.arm} ${run.backbone} ${run.seed}`}>
          {[run.arm, run.backbone, run.scaffold, run.version, run.seed && `seed ${run.seed}`]
            .filter(Boolean)
            .join(' · ')}
          : {run.resolved} of {run.known} resolved
          {run.instances > run.known && `, ${run.instances - run.known} unknown`}
          {!run.hasCost && ', no cost'}
          {!run.hasSteps && ', no steps'}
        </li>
      ))}
      {runs.length > RUNS_SHOWN && <li>and {runs.length - RUNS_SHOWN} more runs</li>}
    </ul>
  )
}
