import type { Metadata } from 'next'
import type { SearchParams } from 'nuqs/server'
import { preload } from 'react-dom'
import { guardPage, pageApi } from '@/app/guard.ts'
import { EmptyStore } from '@/components/entries/empty-store.tsx'
import { oneParam, projectHref } from '@/components/frame/project-href.ts'
import { Screen } from '@/components/frame/screen.tsx'
import { MapScreen } from '@/components/memories/map/map-screen.tsx'

export const metadata: Metadata = { title: 'Map' }

export default async function MapPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await guardPage(searchParams)
  const { project: named, method } = await searchParams
  const { current: project } = await (await pageApi()).shell({ project: oneParam(named) })
  if (!project || project.entryCount === 0)
    return (
      <Screen
        crumbs={[{ label: 'Memories', path: '/memories' }, { label: 'Map' }]}
        question="What does this memory know, and where does it repeat itself?"
        verdict="No memories yet."
      >
        <EmptyStore />
      </Screen>
    )
  // The browser asks for the map while it still reads the page's scripts.
  const asked = { method: oneParam(method) === 'umap' ? 'umap' : 'pca' }
  preload(projectHref('/api/v1/map', project.name, asked), {
    as: 'fetch',
    crossOrigin: 'anonymous',
    fetchPriority: 'high',
  })
  return <MapScreen project={project.name} />
}
