'use client'

import { useQueryStates } from 'nuqs'
import { useRef, useState } from 'react'
import { useCommands } from '@/components/ui/commands.tsx'
import { useHotkeys } from '@/components/ui/hotkeys.tsx'
import { sharedState } from '@/components/ui/shared-state.tsx'
import { useToast } from '@/components/ui/toast.tsx'
import { useTelling } from '@/components/ui/use-telling.ts'
import type { MapHandle } from './map-canvas.tsx'
import { mapUrlParsers } from './map-url.ts'
import { useMap, useMapJob, useMapQuery } from './use-map.ts'
import { useMapScene } from './use-map-scene.ts'

/** The map of a project, what is asked of it and what is looked at: held once, read by the parts below. */
export const [MapState, useMapState] = sharedState(useMapPage)

function useMapPage({ project }: { project: string }) {
  const [url, setUrl] = useQueryStates(mapUrlParsers, { history: 'replace' })
  const read = useMap(project, url.method)
  const view = read.map.data ?? null
  const handle = useRef<MapHandle | null>(null)
  const queryRef = useRef<HTMLInputElement>(null)
  const [isLasso, setLasso] = useState(false)
  const [pointed, setPointed] = useState<number | null>(null)
  const asked = useMapQuery(project, url.q, url.z)
  const answer = url.q === '' || asked.error ? null : (asked.data ?? null)
  const shown = useMapScene(view, read.words, url, answer, pointed)
  const setArea = (area: string | null) => {
    setLasso(false)
    void setUrl({ area }, { history: 'push' })
  }
  const choose = (id: string | null) => void setUrl({ at: id })
  const backOut = () => (isLasso ? setLasso(false) : url.area !== null ? setArea(null) : choose(null))
  useHotkeys([
    { keys: 'l', label: 'Draw an area', run: () => setLasso(!isLasso), when: view?.layout != null },
    { keys: '/', label: 'Ask a query', run: () => queryRef.current?.focus() },
    {
      keys: 'm',
      label: 'To the map, then arrows go from entry to entry',
      run: () => handle.current?.focus(),
    },
    { keys: '+ =', label: 'Closer', run: () => handle.current?.zoomBy(1.5) },
    { keys: '-', label: 'Further', run: () => handle.current?.zoomBy(1 / 1.5) },
    { keys: '0', label: 'Everything in sight', run: () => handle.current?.showAll() },
    { keys: 'Escape', label: 'Put the lasso away, then clear the area', run: backOut },
  ])
  return {
    ...read,
    ...shown,
    ...useUmap(project),
    ...{ project, url, setUrl, view, handle, queryRef, isLasso, setLasso, setPointed, setArea, choose },
    layout: view?.layout ?? null,
    answer,
    queryError: url.q === '' ? null : asked.error,
  }
}

/** The UMAP of a project in the background: ordered, waited for, cancelled. */
function useUmap(project: string) {
  const { cancelJob } = useCommands()
  const { job, failed, order, refresh } = useMapJob(project)
  const toast = useToast()
  const { tell } = useTelling()
  return {
    job,
    failed,
    orderUmap: () =>
      order().catch((cause: Error) => toast.show({ text: `Not ordered: ${cause.message}`, tone: 'danger' })),
    cancelUmap: async (jobId: string) => {
      await tell(cancelJob({ jobId }))
      await refresh()
    },
  }
}
