'use client'

import type { ReactNode } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { OutputOf } from '@/lib/memory/operation.ts'
import { chipLabel } from '@/lib/memory/text/words.ts'

/** A question to the sample, and what is surprising about its answer. */
export type Chip = OutputOf<'chips'>[number]

type Pick = (chip: Chip) => void
type ChipList = { chips: Chip[]; asked: { text: string; mode: string }; onPick: Pick }

const isAsked = (chip: Chip, asked: { text: string; mode: string }) =>
  chip.text === asked.text.trim() && chip.mode === asked.mode

/** In one line, on phones to swipe; below it what to look for in the answer of the one asked. */
export function ChipRow({ chips, asked, onPick }: ChipList) {
  const current = chips.find((chip) => isAsked(chip, asked))
  return (
    <div className="min-w-0">
      <ul
        aria-label="Examples"
        className="relative -mx-2 flex flex-wrap gap-x-1 max-md:-mx-4 max-md:flex-nowrap max-md:gap-1.5 max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none]"
      >
        {chips.map((chip) => (
          <li key={chip.label} className="flex-none">
            <button
              type="button"
              aria-pressed={chip === current}
              title={chip.surprise}
              onClick={() => onPick(chip)}
              className="flex h-7 items-center gap-1.5 rounded-control px-2 text-ink-2 text-small hover:bg-hover aria-pressed:bg-selected aria-pressed:font-medium aria-pressed:text-ink max-md:h-11 max-md:border max-md:border-strong max-md:px-3"
            >
              {chipLabel(chip)}
              {chip.category && <CategoryMark category={chip.category} show="letter" />}
            </button>
          </li>
        ))}
      </ul>
      {current && (
        <p className="mt-1 text-pretty text-ink-3 text-small leading-[18px] max-md:hidden">
          {current.surprise}
        </p>
      )}
    </div>
  )
}

/** Before the first question: the same examples, each with what is surprising about it. */
export function ChipList({ chips, note, onPick }: { chips: Chip[]; note: ReactNode; onPick: Pick }) {
  return (
    <div className="max-w-[66ch]">
      <SectionTitle title="Try one that surprises" note={note} />
      <ul className="mt-3 border-hairline border-t">
        {chips.map((chip) => (
          <li key={chip.label} className="border-hairline border-b">
            <button
              type="button"
              onClick={() => onPick(chip)}
              className="grid w-full gap-0.5 py-2.5 text-left hover:bg-hover"
            >
              <span className="flex items-center gap-2 font-medium">
                {chipLabel(chip)}
                {chip.category && <CategoryMark category={chip.category} show="letter" />}
              </span>
              <span className="text-pretty text-ink-2 text-small leading-[18px]">{chip.surprise}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
