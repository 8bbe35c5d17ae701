import type { Curves } from '@/components/figures/figure.ts'
import { projectHref } from '@/components/frame/project-href.ts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Fact } from '@/components/ui/fact.tsx'
import { categoryColor, formatCount, formatDay, formatPercent, plural } from '@/components/ui/format.ts'
import { Hatch } from '@/components/ui/hatch.tsx'
import { Link } from '@/components/ui/link.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { Category } from '@/lib/memory/category.ts'
import type { CategorySummary } from '@/lib/memory/views/project.ts'
import { sparkline } from './growth.ts'

type CategoryColumnProps = {
  summary: CategorySummary
  growth: Curves
  project: string | null
  thisYear: number
}

/** One column a category: how much there is, how it grew, and whether it will ever pay. */
export function CategoryColumns({
  categories,
  ...props
}: Omit<CategoryColumnProps, 'summary'> & { categories: CategorySummary[] }) {
  return (
    <div className="grid grid-cols-4 border-hairline border-b max-lg:grid-cols-2">
      {categories.map((summary) => (
        <CategoryColumn key={summary.category} summary={summary} {...props} />
      ))}
    </div>
  )
}

function CategoryColumn({ summary, growth, project, thisYear }: CategoryColumnProps) {
  const { category, live, held, retired, lastUsedAt, recurrence } = summary
  const href = (lifecycle?: string) => projectHref('/memories', project, { category, lifecycle })
  return (
    <section
      aria-label={category}
      className="min-w-0 border-hairline border-l px-6 py-4 first:border-l-0 max-lg:border-t max-lg:odd:border-l-0 max-lg:[&:nth-child(-n+2)]:border-t-0 max-md:px-4"
    >
      <div className="flex items-end justify-between gap-3">
        <Link href={href()} className="group block">
          <CategoryMark category={category} />
          <p className="mt-1 text-[26px] leading-8 tracking-[-0.02em] group-hover:underline group-hover:decoration-strong group-hover:underline-offset-4">
            {formatCount(live)} <span className="text-ink-3 text-small tracking-normal">live</span>
          </p>
        </Link>
        <Sparkline growth={growth} category={category} />
      </div>
      <dl className="mt-3 grid items-baseline grid-cols-[84px_minmax(0,1fr)] gap-x-2 gap-y-1 text-small max-md:grid-cols-[72px_minmax(0,1fr)]">
        <InService summary={summary} href={href('approved')} />
        {/* Nothing waiting, nothing retired: not worth a line. */}
        {(held > 0 || retired > 0) && (
          <Fact name="Waiting">
            {held === 0 ? (
              'none'
            ) : (
              <Link href={href('quarantined,candidate')} className={FACT_LINK}>
                {formatCount(held)}
              </Link>
            )}
            {retired > 0 && <span className="text-ink-3">, {formatCount(retired)} retired</span>}
          </Fact>
        )}
        <Fact name="Last used">{lastUsedAt ? formatDay(lastUsedAt, thisYear) : 'never'}</Fact>
        <Fact name={<Term of="recurrence">Seen before</Term>}>
          {recurrence?.share == null || recurrence.byChance === null ? (
            <>
              <Hatch
                label={
                  recurrence?.n === 0
                    ? 'no entry has a place in the stream'
                    : 'cannot judge below 1,000 unrelated pairs'
                }
              />
              <span className="whitespace-nowrap text-ink-3">
                {' '}
                {recurrence?.n === 0 ? 'no episode' : 'too few pairs'}
              </span>
            </>
          ) : (
            <>
              {formatPercent(recurrence.share)}
              <span className="text-ink-3">
                {' '}
                of {plural(recurrence.n, 'entry', 'entries')}, {formatPercent(recurrence.byChance)} by chance
              </span>
            </>
          )}
        </Fact>
      </dl>
    </section>
  )
}

/** How much of it agents get, and how much of that no person has looked at. */
function InService({
  summary: { live, approved, unreviewed, withheld },
  href,
}: {
  summary: CategorySummary
  href: string
}) {
  return (
    <Fact name="In service">
      {live === 0 ? (
        <Hatch label="no live entry" />
      ) : (
        <>
          <Link href={href} className={FACT_LINK}>
            {formatPercent((approved - withheld) / live)}
          </Link>
          <span className="whitespace-nowrap text-ink-3 max-md:hidden">
            , {formatCount(approved - withheld)} of {formatCount(live)}
          </span>
          {withheld > 0 && <span className="text-warning">, {formatCount(withheld)} withheld: a secret</span>}
        </>
      )}
      {unreviewed > 0 && (
        <span className="text-ink-3 max-md:block">
          <span className="max-md:hidden">, </span>
          {unreviewed === approved ? 'unreviewed' : `${formatCount(unreviewed)} unreviewed`}
        </span>
      )}
    </Fact>
  )
}

const FACT_LINK = 'link max-md:inline-block max-md:min-w-11 max-md:py-3.5'

/** How it grew, on the scale that the four columns share; decoration beside the chart below. */
function Sparkline({ growth, category }: { growth: Curves; category: Category }) {
  const points = sparkline(growth, category)
  if (points.length === 0) return <Hatch label="no episode yet" width={96} height={32} />
  const line = points.map(
    ({ x, y }, k) =>
      `${k === 0 ? 'M' : 'H'}${round(x * 96)}${k === 0 ? ` ${round(31 - y * 30)}` : `V${round(31 - y * 30)}`}`,
  )
  return (
    <svg viewBox="0 0 96 32" width="96" height="32" aria-hidden="true" className="flex-none max-md:w-16">
      <path d="M0 31.5h96" stroke="var(--plot-grid)" />
      <path
        d={line.join('')}
        fill="none"
        stroke={categoryColor(category)}
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function round(n: number): number {
  return Math.round(n * 10) / 10
}
