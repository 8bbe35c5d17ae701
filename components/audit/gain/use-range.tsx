'use client'

import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { Button } from '@/components/ui/button.tsx'
import { Field, Select } from '@/components/ui/field.tsx'
import { type FlipRow, type FlipsAt, flipsIn } from './prepare-flips.ts'
import type { GainView } from './prepare-gain.ts'

const ROOMS = ['ladder', 'stream'] as const
type Room = (typeof ROOMS)[number]

/** The brushed range of the ladder or the stream, in the address; without one the ladder's spoken rung. */
export function useRange(view: GainView | null) {
  const [asked, set] = useQueryStates(
    { in: parseAsStringLiteral(ROOMS), from: parseAsInteger, to: parseAsInteger },
    { history: 'replace' },
  )
  const room: Room = asked.in ?? (view?.ladder ? 'ladder' : 'stream')
  const flips = (room === 'ladder' ? view?.ladder?.flips : view?.stream?.flips) ?? []
  const isChosen = asked.from !== null && asked.to !== null
  const whole: [number, number] = [flips[0]?.x ?? 0, flips.at(-1)?.x ?? 0]
  const usual: [number, number] =
    room === 'ladder' && view?.ladder ? [view.ladder.spokenSize, view.ladder.spokenSize] : whole
  const range = isChosen ? snapped(flips, [asked.from ?? 0, asked.to ?? 0]) : usual
  const choose = (next: Room, value: [number, number] | null) =>
    void set(value ? { in: next, from: value[0], to: value[1] } : { in: null, from: null, to: null })
  return {
    ...{ room, range, flips, choose },
    rangeIn: (name: Room) => (isChosen && room === name ? range : null),
    rows: flipsIn(flips, range) satisfies FlipRow[],
    where: whereWords(room, flips, range),
  }
}

type RangeState = ReturnType<typeof useRange>

/** An address may name what is no place of the axis. */
function snapped(flips: readonly FlipsAt[], [from, to]: readonly [number, number]): [number, number] {
  const inside = flips.filter(({ x }) => x >= from && x <= to)
  return [inside[0]?.x ?? from, inside.at(-1)?.x ?? to]
}

function whereWords(room: Room, flips: readonly FlipsAt[], [from, to]: readonly [number, number]): string {
  if (room === 'ladder') return from === to ? `at ${from} entries` : `at ${from} to ${to} entries`
  const before = flips.findLast(({ x }) => x < from)?.x ?? 0
  return `tasks ${before + 1} to ${to} of the stream`
}

/** The same choice without a pointer. */
export function RangeFields({ room, range, flips, choose, rangeIn }: RangeState) {
  const [from, to] = range
  const field = (label: string, value: number, onValue: (value: number) => void) => (
    <Field label={label}>
      <Select value={value} onChange={(event) => onValue(Number(event.target.value))}>
        {flips.map(({ x }) => (
          <option key={x}>{x}</option>
        ))}
      </Select>
    </Field>
  )
  const unit = room === 'ladder' ? 'entries' : 'tasks'
  return (
    <div className="mt-2 flex flex-wrap items-end gap-3 print:hidden">
      {field(`From, ${unit}`, from, (value) => choose(room, [value, Math.max(value, to)]))}
      {field(`To, ${unit}`, to, (value) => choose(room, [Math.min(from, value), value]))}
      {rangeIn(room) && <Button onClick={() => choose(room, null)}>Let go</Button>}
    </div>
  )
}
