import { Term } from '@/components/ui/term.tsx'
import type { Kept, MapMethod } from '@/lib/memory/map.ts'

/** What can and cannot be read off the map. */
export function MapGuide({ method, kept }: { method: MapMethod; kept: Kept | null }) {
  return (
    <details className="border-hairline border-b px-5 py-2 text-small max-md:px-4">
      <summary className="cursor-pointer py-1 text-ink-2 touch:py-3.5">How to read this map</summary>
      <dl className="grid gap-2 pt-1 pb-2 text-ink-2 [&_dt]:font-medium [&_dt]:text-ink">
        <div>
          <dt>Near and far</dt>
          <dd>
            {method === 'pca'
              ? 'PCA shows the two directions in which entries differ most; all other differences are flattened.'
              : 'UMAP puts neighbours beside each other; how far apart two crowds lie means little.'}{' '}
            Neighbourhood kept says how many of an entry’s {kept?.neighbours ?? 15} nearest in the full space
            are among its nearest here: 100{'\u00a0'}% would be a faithful map, the chance figure a map that
            says nothing. Where it is low, ask a query: its scores are measured in the full space.
          </dd>
        </div>
        <div>
          <dt>Ground and labels</dt>
          <dd>
            The darker the ground, the denser the entries. A label names a crowded place by the keywords that
            are more common there than elsewhere.
          </dd>
        </div>
        <div>
          <dt>Joined marks</dt>
          <dd>A short dark line joins two entries that say nearly the same: merge or retire one.</dd>
        </div>
        <div>
          <dt>Query and categories</dt>
          <dd>
            Full lines go to the five nearest that the query may retrieve. A dashed line ends at a thick arc:
            that entry is near too, but of another category, and retrieval never crosses that{' '}
            <Term of="wall">border</Term>.
          </dd>
        </div>
      </dl>
    </details>
  )
}
