'use client'

import { useProjectHref } from '@/components/frame/shell.tsx'
import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import type { BlindReport } from '@/lib/memory/findings/blind.ts'
import type { ReadBlind } from '@/lib/memory/review.ts'
import { pointsWords } from './blind-words.ts'
import { shareWords } from './sample-words.ts'

/** Who made what, and how each extractor's entries were read. */
export function BlindResult({ items, verdicts, revealed: { report, made } }: ReadBlind) {
  const href = useProjectHref()
  return (
    <>
      <MakerShares report={report} />
      <Section title="Over the same stages" note="second minus first, Newcombe’s paired interval">
        <FigureTable
          label="Differences between extractors"
          heads={['Junk, where both wrote', 'Stages', 'Stages worth keeping, all drawn']}
          rows={report.pairs.map(({ makers: [first, second], bothCount, junk, kept }) => ({
            name: `${second} − ${first}`,
            cells: [pointsWords(junk), formatCount(bothCount), pointsWords(kept)],
          }))}
        />
      </Section>
      {report.readers.length > 0 && (
        <Section title="Between readers" note="lessons on which they differ; unsure left out">
          <FigureTable
            label="How often readers differ"
            heads={['Differ']}
            rows={report.readers.map(({ readers, differ }) => ({
              name: readers.join(', '),
              cells: [shareWords(differ)],
            }))}
          />
        </Section>
      )}
      <Section title="Who made which">
        <ol className="mt-2">
          {made.map(({ place, maker, entryId }) => (
            <li key={place} className="flex flex-wrap gap-x-4 border-hairline border-b py-1.5">
              <span className="w-8 text-ink-3">{place + 1}</span>
              <span className="w-24 font-mono text-small">{maker}</span>
              <span className="w-20">
                {[
                  ...new Set(verdicts.filter((one) => one.place === place).map(({ verdict }) => verdict)),
                ].join(', ')}
              </span>
              <Link href={href(`/memories/${entryId}`)} className="link min-w-0">
                {items.find((item) => item.place === place)?.title}
              </Link>
            </li>
          ))}
        </ol>
      </Section>
    </>
  )
}

function MakerShares({ report }: { report: BlindReport }) {
  return (
    <Section title="By extractor" note="unsure left out">
      <FigureTable
        label="How each extractor was read"
        heads={['Entries', 'Good', 'Middling', 'Junk', 'Unsure']}
        rows={report.makers.map(({ maker, entryCount, good, middling, junk, unsureCount }) => ({
          name: maker,
          cells: [
            formatCount(entryCount),
            shareWords(good),
            shareWords(middling),
            shareWords(junk),
            formatCount(unsureCount),
          ],
        }))}
      />
    </Section>
  )
}
