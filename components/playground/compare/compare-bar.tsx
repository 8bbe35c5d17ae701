'use client'

import type { ComponentProps } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import { ChipRow } from '../ask/chips.tsx'
import { askedFor, DraftArea, ModeChoice } from '../ask/draft-area.tsx'
import { useCompareState } from './compare-state.tsx'

/** One text for all columns, in which of the two ways it is meant, and how many columns there are. */
export function CompareBar() {
  const { chips, isAsked, pick, url } = useCompareState()
  return (
    <section aria-label="Query" className="grid gap-3 border-hairline border-b px-6 py-4 max-md:px-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-3 max-lg:grid-cols-[minmax(0,1fr)]">
        <QueryText key={url.mode} />
        <HowAsked />
      </div>
      {isAsked && chips.length > 0 && <ChipRow chips={chips} asked={url} onPick={pick} />}
    </section>
  )
}

function HowAsked() {
  const { change, columns, setColumnCount, url } = useCompareState()
  const strategies = columns.map(({ setting }) => setting.strategy)
  return (
    <div className="grid justify-items-start gap-2 lg:justify-items-end">
      <div className="flex flex-wrap items-center gap-2">
        <ModeChoice value={url.mode} onChange={(mode) => change({ mode, category: null })} />
        <span className="inline-flex items-center gap-2">
          <Segmented
            label="Columns"
            value={String(columns.length)}
            options={['2', '3', '4'].map((value) => ({ value, label: value, title: `${value} columns` }))}
            onChange={(count) => setColumnCount(Number(count))}
          />
          <span aria-hidden="true" className="text-ink-3 text-small">
            columns
          </span>
        </span>
      </div>
      <CategoryChoice />
      {strategies.some((name) => name.startsWith('random')) && (
        <DrawField
          key={`seed ${url.seed}`}
          label="Seed of the draw"
          type="number"
          min={0}
          max={4_294_967_295}
          defaultValue={url.seed ?? 1}
          className="w-[140px]"
          onBlur={({ target: { value, validity } }) => {
            if (validity.valid) change({ seed: value === '' ? null : Number(value) })
          }}
        />
      )}
    </div>
  )
}

/** What a way that draws by chance wants to know; taken when it is left. */
function DrawField({ label, ...input }: ComponentProps<typeof TextInput> & { label: string }) {
  return (
    <label className="flex items-center gap-2">
      <span className="whitespace-nowrap text-ink-3 text-small">{label}</span>
      <TextInput
        {...input}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
        }}
      />
    </label>
  )
}

/** A whole task has no category; to name one is to say what the agent is about to do. */
function CategoryChoice() {
  const { change, url } = useCompareState()
  return (
    <Segmented<Category | 'open'>
      label="Category"
      value={url.mode === 'task' ? 'open' : (url.category ?? 'open')}
      options={[
        {
          value: 'open',
          label: url.mode === 'task' ? 'ANALYZE first' : 'Predicted',
          title:
            url.mode === 'task'
              ? 'A whole task has no category; the plan begins with ANALYZE'
              : 'By rules, from the words',
        },
        ...CATEGORIES.map((category, index) => ({
          value: category,
          label: (
            <>
              <span className="max-md:hidden">
                <CategoryMark category={category} />
              </span>
              <span className="md:hidden">
                <CategoryMark category={category} show="letter" />
              </span>
            </>
          ),
          keys: String(index + 1),
        })),
      ]}
      onChange={(chosen) =>
        change(chosen === 'open' ? { category: null } : { category: chosen, mode: 'subtask' })
      }
    />
  )
}

/** The same text area as in the playground, with its key beside it. */
function QueryText() {
  const { change, textRef, url } = useCompareState()
  return (
    <div className="relative max-w-[88ch]">
      <DraftArea
        {...askedFor(url.mode)}
        areaRef={textRef}
        value={url.text}
        onCommit={(text) => change({ text })}
        className="max-h-[200px] pr-9"
      />
      <span className="pointer-events-none absolute top-1.5 right-2">
        <Kbd>/</Kbd>
      </span>
    </div>
  )
}
