import { formatCount } from '@/components/ui/format.ts'
import { SectionTitle } from '@/components/ui/section.tsx'
import { Term } from '@/components/ui/term.tsx'
import type { MapCluster } from '@/lib/memory/map.ts'
import { clusterName } from './prepare-map.ts'

/** Places where entries crowd, largest first; a press puts an area round one, which is the lasso without a pointer. */
export function ClusterList({
  clusters,
  onArea,
}: {
  clusters: readonly MapCluster[]
  onArea: (cluster: MapCluster) => void
}) {
  if (clusters.length === 0) return null
  return (
    <section
      aria-label="Places where entries crowd"
      className="border-hairline border-b px-5 pt-4 pb-3 max-md:px-4"
    >
      <SectionTitle
        title="Crowded places"
        note={
          <>
            by words <Term of="lift">more common here</Term>
          </>
        }
      />
      <ul className="mt-1.5 flex flex-wrap gap-x-1.5 gap-y-1 text-small">
        {clusters.map((cluster) => (
          <li key={`${cluster.x} ${cluster.y}`}>
            <button
              type="button"
              title={liftWords(cluster)}
              onClick={() => onArea(cluster)}
              className="inline-flex h-6 items-center gap-1.5 rounded-control border border-hairline px-1.5 text-ink-2 hover:border-strong hover:text-ink touch:h-11"
            >
              {clusterName(cluster)}
              <span className="font-mono text-ink-3 text-micro">{formatCount(cluster.count)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function liftWords({ keywords, count }: MapCluster): string {
  if (keywords.length === 0) return `No keyword stands out among these ${count}.`
  return keywords
    .map(
      ({ word, count: n, lift }) => `${word}: ${n} of ${count}, ${lift.toFixed(1)} × as common as elsewhere`,
    )
    .join('; ')
}
