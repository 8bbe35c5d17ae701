'use client'

import type { RefObject } from 'react'
import { Select } from '@/components/ui/field.tsx'
import { Segmented } from '@/components/ui/segmented.tsx'
import { entryField } from '@/lib/memory/filter/entry-fields.ts'
import { MAP_FACETS } from '@/lib/memory/map.ts'
import type { MapUrl, SetMapUrl } from './map-url.ts'
import { QueryForm } from './query-form.tsx'

const METHODS = [
  { value: 'pca' as const, label: 'PCA', title: 'The two directions in which entries differ most; at once' },
  { value: 'umap' as const, label: 'UMAP', title: 'Keeps neighbours together; computed in the background' },
]

type MapToolsProps = {
  url: MapUrl
  setUrl: SetMapUrl
  queryRef: RefObject<HTMLInputElement | null>
}

/** How entries are laid out and coloured, and the query dropped on them. */
export function MapTools({ url, setUrl, queryRef }: MapToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-6 py-2 max-md:px-4">
      <Segmented
        label="Method"
        value={url.method}
        options={METHODS}
        onChange={(method) => void setUrl({ method, area: null, view: null }, { history: 'push' })}
      />
      <Select
        aria-label="Colour by"
        className="w-auto! max-md:flex-1"
        value={url.color}
        onChange={(event) => {
          const color = MAP_FACETS.find((facet) => facet === event.target.value)
          if (color) void setUrl({ color, only: null })
        }}
      >
        {MAP_FACETS.map((facet) => (
          <option key={facet} value={facet}>
            {entryField(facet).title}
          </option>
        ))}
      </Select>
      <QueryForm
        text={url.q}
        category={url.z}
        inputRef={queryRef}
        onDrop={(q, z) => void setUrl({ q: q || null, z }, { history: 'push' })}
      />
    </div>
  )
}
