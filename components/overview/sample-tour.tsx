import { projectHref } from '@/components/frame/project-href.ts'
import { CategoryMark } from '@/components/marks/category-mark.tsx'
import { Link } from '@/components/ui/link.tsx'
import { SectionTitle } from '@/components/ui/section.tsx'
import type { OutputOf } from '@/lib/memory/operation.ts'
import { chipLabel } from '@/lib/memory/text/words.ts'

/** Three questions to the sample; each ends in an answer one would not have guessed. */
export function SampleTour({ stops, project }: { stops: OutputOf<'chips'>; project: string | null }) {
  if (stops.length === 0) return null
  return (
    <section aria-label="Tour" className="border-hairline border-b">
      <div className="px-6 pt-4 max-md:px-4">
        <SectionTitle
          title="Three steps through the sample"
          note="each is a question, and what is surprising about its answer"
        />
      </div>
      <ol className="mt-2 grid grid-cols-3 max-lg:grid-cols-1">
        {stops.map((stop, k) => (
          <li
            key={chipLabel(stop)}
            className="border-hairline max-lg:border-t lg:not-first:border-l max-lg:first:border-t-0"
          >
            <Link
              href={projectHref('/playground', project, {
                text: stop.text,
                mode: stop.mode,
                category: stop.category,
              })}
              className="group grid h-full grid-cols-[16px_minmax(0,1fr)] content-start gap-x-3 px-6 pt-2 pb-5 hover:bg-hover max-md:px-4"
            >
              <span className="font-mono text-ink-3">{k + 1}</span>
              <span className="grid gap-1">
                <span className="flex flex-wrap items-center gap-x-2 font-medium">
                  {chipLabel(stop)}
                  {stop.category && <CategoryMark category={stop.category} show="letter" />}
                </span>
                <span className="text-read">“{stop.text}”</span>
                <span className="text-pretty text-ink-3 text-small">{stop.surprise}</span>
                <span className="link w-fit text-small group-hover:decoration-current">Ask it</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
