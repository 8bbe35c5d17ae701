'use client'

import type { RefObject } from 'react'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { type Chip, ChipRow } from '@/components/retrieval/chips.tsx'
import { askedFor, DraftArea, ModeChoice } from '@/components/retrieval/draft-area.tsx'
import { TextInput } from '@/components/ui/field.tsx'
import { Kbd } from '@/components/ui/kbd.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { CATEGORIES, type Category } from '@/lib/memory/category.ts'
import type { LabUrl } from './use-lab.ts'

export type LabChange = (change: Partial<LabUrl>) => void

/** One text for all columns, in which of the two ways it is meant, and how many columns there are. */
export function QueryBar({
  url,
  change,
  chips,
  columnCount,
  onColumnCount,
  asksRepo,
  draws,
  textRef,
}: QueryBarProps) {
  return (
    <section aria-label="Query" className="grid gap-3 border-hairline border-b px-6 py-4 max-md:px-4">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-3 max-lg:grid-cols-[minmax(0,1fr)]">
        <QueryText
          key={url.mode}
          mode={url.mode}
          value={url.text}
          onCommit={(text) => change({ text })}
          textRef={textRef}
        />
        <div className="grid justify-items-start gap-2 lg:justify-items-end">
          <div className="flex flex-wrap items-center gap-2">
            <ModeChoice value={url.mode} onChange={(mode) => change({ mode, category: null })} />
            <span className="inline-flex items-center gap-2">
              <Segmented
                label="Columns"
                value={String(columnCount)}
                options={['2', '3', '4'].map((value) => ({ value, label: value, title: `${value} columns` }))}
                onChange={(count) => onColumnCount(Number(count))}
              />
              <span aria-hidden="true" className="text-ink-3 text-small">
                columns
              </span>
            </span>
          </div>
          <CategoryChoice url={url} change={change} />
          <RepoField asksRepo={asksRepo} change={change} url={url} />
          <SeedField change={change} draws={draws} url={url} />
        </div>
      </div>
      {chips.length > 0 && (
        <ChipRow
          chips={chips}
          asked={url}
          onPick={({ text, mode, category }) => change({ text, mode, category: category ?? null })}
        />
      )}
    </section>
  )
}

type QueryBarProps = {
  url: LabUrl
  change: LabChange
  chips: Chip[]
  columnCount: number
  onColumnCount: (count: number) => void
  /** True when a column draws from the repository of the work at hand. */
  asksRepo: boolean
  /** True when a column draws by chance. */
  draws: boolean
  textRef: RefObject<HTMLTextAreaElement | null>
}

function RepoField({ asksRepo, change, url }: Pick<QueryBarProps, 'asksRepo' | 'change' | 'url'>) {
  return (
    asksRepo && (
      <label className="flex items-center gap-2">
        <span className="text-ink-3 text-small">Repository</span>
        <TextInput
          key={url.repo ?? ''}
          defaultValue={url.repo ?? ''}
          placeholder="owner/name"
          maxLength={200}
          className="w-[220px]"
          onBlur={(event) => change({ repo: event.target.value.trim() || null })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      </label>
    )
  )
}

function SeedField({ change, draws, url }: Pick<QueryBarProps, 'change' | 'draws' | 'url'>) {
  return (
    draws && (
      <label className="flex items-center gap-2">
        <span className="whitespace-nowrap text-ink-3 text-small">Seed of the draw</span>
        <TextInput
          key={url.seed}
          type="number"
          min={0}
          max={4_294_967_295}
          defaultValue={url.seed ?? 1}
          className="w-[140px]"
          onBlur={({ target: { value, validity } }) => {
            if (validity.valid) change({ seed: value === '' ? null : Number(value) })
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur()
          }}
        />
      </label>
    )
  )
}

/** A whole task has no category; to name one is to say what the agent is about to do. */
function CategoryChoice({ url, change }: { url: LabUrl; change: LabChange }) {
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
function QueryText({
  mode,
  value,
  onCommit,
  textRef,
}: {
  mode: LabUrl['mode']
  value: string
  onCommit: (text: string) => void
  textRef: RefObject<HTMLTextAreaElement | null>
}) {
  return (
    <div className="relative max-w-[88ch]">
      <DraftArea
        {...askedFor(mode)}
        areaRef={textRef}
        value={value}
        onCommit={onCommit}
        className="max-h-[200px] pr-9"
      />
      <span className="pointer-events-none absolute top-1.5 right-2">
        <Kbd>/</Kbd>
      </span>
    </div>
  )
}
