import { formatCount } from '@/components/ui/format.ts'
import { Link } from '@/components/ui/link.tsx'
import { Section } from '@/components/ui/section.tsx'
import { FigureTable } from '@/components/ui/table/figure-table.tsx'
import type { BlindReport, BlindView } from '@/lib/memory/findings/blind.ts'
import { shareWords } from './estimate-words.ts'
import { pointsWords } from './prepare-blind.ts'

type BlindResultProps = {
  reading: BlindView & { revealed: NonNullable<BlindView['revealed']> }
  entryHref: (entryId: string) => string
}

/** Who made what, and how each extractor's entries were read. */
export function BlindResult({ reading, entryHref }: BlindResultProps) {
  const { report, made } = reading.revealed
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
      <Section title="Who made which">
        <ol className="mt-2">
          {made.map(({ place, maker, entryId }) => (
            <li key={place} className="flex flex-wrap gap-x-4 border-hairline border-b py-1.5">
              <span className="w-8 text-ink-3">{place + 1}</span>
              <span className="w-24 font-mono text-small">{maker}</span>
              <span className="w-20">
                {[
                  ...new Set(
                    reading.verdicts.filter((one) => one.place === place).map(({ verdict }) => verdict),
                  ),
                ].join(', ')}
              </span>
              <Link href={entryHref(entryId)} className="link min-w-0">
                {reading.items.find((item) => item.place === place)?.title}
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
