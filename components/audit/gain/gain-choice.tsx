'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import type { ReactNode } from 'react'
import { armWords } from '@/components/marks/arm-words.ts'
import { Select } from '@/components/ui/field.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import type { WorkbenchArm } from '@/lib/memory/studies/ladder/workbench-file.ts'
import { COLD_SOURCES, DENSITY_SOURCES, type ShownSource } from './gain-sources.ts'

// The page is made anew for each choice: its figures are computed where the runs are.
const OPTIONS = { history: 'replace', shallow: false } as const

const SOURCE_WORDS: Record<ShownSource, string> = {
  recorded: 'recorded',
  measured: 'workbench',
  imported: 'imported',
  paper: 'paper',
  'no-effect': 'simulated: no effect',
  'helps-later': 'simulated: helps later',
  hurts: 'simulated: hurts',
  replay: 'stored runs',
  git: 'git',
}

export function SourceChoice({
  room,
  shown,
  children,
}: {
  room: 'density-and-gain' | 'cold-start'
  shown: ShownSource | null
  children?: ReactNode
}) {
  const sources = room === 'cold-start' ? COLD_SOURCES : DENSITY_SOURCES
  const [, set] = useQueryStates({ show: parseAsString, from: parseAsString, to: parseAsString }, OPTIONS)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-hairline border-b px-6 py-2 max-md:px-4 print:hidden">
      <span className="text-ink-3 text-small">Show</span>
      <div className="max-w-full overflow-x-auto">
        <Segmented
          label="Source"
          value={shown}
          options={sources.map((value) => ({ value, label: SOURCE_WORDS[value] }))}
          onChange={(value) => void set({ show: value, from: null, to: null })}
        />
      </div>
      {children}
    </div>
  )
}

export function ArmChoice({
  arms,
  arm,
  against,
}: {
  arms: WorkbenchArm[]
  arm: WorkbenchArm
  against: WorkbenchArm
}) {
  const [, set] = useQueryStates({ arm: parseAsString, against: parseAsString }, OPTIONS)
  const choices = (name: 'arm' | 'against', label: string, value: WorkbenchArm, other: WorkbenchArm) => (
    <label className="flex items-center gap-2 text-ink-3 text-small">
      {label}
      <Select value={value} onChange={(event) => void set({ [name]: event.target.value })}>
        {arms.flatMap((one) =>
          one === other
            ? []
            : [
                <option key={one} value={one}>
                  {armWords(one)}
                </option>,
              ],
        )}
      </Select>
    </label>
  )
  return (
    <div className="ml-auto flex flex-wrap items-center gap-3 max-md:ml-0">
      {choices('arm', 'Arm', arm, against)}
      {choices('against', 'Against', against, arm)}
    </div>
  )
}
