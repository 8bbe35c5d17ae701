import clsx from 'clsx'
import type { Source } from '@/lib/memory/source.ts'

const MEANINGS: Record<Source | 'git', string> = {
  measured: 'Measured here, by this Loupe',
  imported: 'Read from files that people brought',
  git: 'What became of the change in its repository, by its lines',
  paper: 'Printed in the paper',
  simulated: 'Simulated, not observed',
  recorded: 'Kept answers of a language model, given again word for word',
  written: 'Written by hand for demonstration; says nothing about real agents',
}

/** Where a number comes from. The heavier the border, the better founded; no hue. */
export function SourceChip({ source }: { source: Source | 'git' }) {
  return (
    <span
      title={MEANINGS[source]}
      className={clsx(
        'inline-block whitespace-nowrap rounded-chip border px-[5px] font-mono text-[11px] leading-4',
        {
          'border-ink bg-ink text-surface': source === 'measured',
          'border-selected bg-selected text-ink': source === 'imported' || source === 'git',
          'border-control text-ink': source === 'paper',
          'border-control bg-selected text-ink': source === 'recorded',
          'border-control border-dashed text-ink-2': source === 'simulated',
          'border-control border-dotted text-ink-2 italic': source === 'written',
        },
      )}
    >
      {source}
    </span>
  )
}
