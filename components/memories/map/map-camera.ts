import { type D3ZoomEvent, select, type ZoomTransform, zoom, zoomIdentity } from 'd3'
import type { Point } from '@/lib/memory/map.ts'
import { fitOf, type MapScene, onScreen, PADDING, type Placement } from './map-scene.ts'
import type { MapLook } from './map-url.ts'

/** When a hand counts as resting, ms. */
const REST_MS = 110

export type CameraOptions = {
  look: MapLook | null
  mayPan: (event: MouseEvent) => boolean
  onLook: (look: MapLook | null) => void
}

/** What of the map is in sight: the map's own fit into the canvas, and the zoom upon it by hand or by order. `onMove` hears of each step, settled or not. */
export function createCamera(
  canvas: HTMLCanvasElement,
  { look, mayPan, onLook }: CameraOptions,
  onMove: (isSettled: boolean) => void,
) {
  let wanted = look
  let fit: Placement = { scale: 1, left: 0, top: 0 }
  let transform: ZoomTransform = zoomIdentity
  let resting: ReturnType<typeof setTimeout> | undefined
  /** By order of the address, which need not be told again. */
  let isSilent = false

  const placement = (): Placement => {
    const { k, x, y } = transform
    return { scale: fit.scale * k, left: fit.left * k + x, top: fit.top * k + y }
  }
  /** What is in the middle, and how near; null while the whole map is in sight. */
  const currentLook = (): MapLook | null => {
    const { k, x, y } = transform
    if (k === 1 && Math.abs(x) < 1 && Math.abs(y) < 1) return null
    const [middleX, middleY] = placeAt([canvas.clientWidth / 2, canvas.clientHeight / 2])
    return { k, x: middleX, y: middleY }
  }
  const placeAt = ([left, top]: Point): Point => {
    const at = placement()
    return [(left - at.left) / at.scale, (top - at.top) / at.scale]
  }
  const rest = () => {
    onMove(true)
    if (!isSilent) onLook(currentLook())
  }
  const behaviour = zoom<HTMLCanvasElement, unknown>()
    .scaleExtent([0.5, 60])
    .clickDistance(4)
    .filter((event: MouseEvent) => !event.button && (event.type === 'wheel' || mayPan(event)))
    .on('zoom', (event: D3ZoomEvent<HTMLCanvasElement, unknown>) => {
      transform = event.transform
      onMove(false)
      clearTimeout(resting)
      resting = setTimeout(rest, REST_MS)
    })
  const selection = select(canvas)
  selection.call(behaviour).on('dblclick.zoom', null)

  const move = (next: ZoomTransform, silent: boolean) => {
    isSilent = silent
    selection.call(behaviour.transform, next)
    onMove(true)
    if (!silent) return
    clearTimeout(resting)
    isSilent = false
  }
  return {
    placement,
    placeAt,
    zoomBy: (factor: number) => selection.call(behaviour.scaleBy, factor),
    refit(scene: MapScene | null) {
      const { clientWidth, clientHeight } = canvas
      fit = fitOf(scene, clientWidth, clientHeight)
      if (!wanted) return move(zoomIdentity, true)
      const [left, top] = onScreen(fit, wanted.x, wanted.y)
      const middle = zoomIdentity.translate(clientWidth / 2, clientHeight / 2)
      move(middle.scale(wanted.k).translate(-left, -top), true)
    },
    /** What is in sight now stays wanted when the canvas changes its size. */
    keepLook() {
      wanted = currentLook() ?? wanted
    },
    /** True where that is not in sight yet. */
    want(next: MapLook | null): boolean {
      const now = currentLook()
      wanted = next
      return !(next === null ? now === null : now !== null && isAlike(next, now))
    },
    showAll() {
      wanted = null
      move(zoomIdentity, false)
    },
    /** Brings a place of the map to the middle where it is out of sight. */
    bringIntoSight(x: number, y: number) {
      const { clientWidth: w, clientHeight: h } = canvas
      const [left, top] = onScreen(placement(), x, y)
      if (left > PADDING && top > PADDING && left < w - PADDING && top < h - PADDING) return
      const { k } = transform
      selection.call(behaviour.translateBy, (w / 2 - left) / k, (h / 2 - top) / k)
    },
    stop() {
      clearTimeout(resting)
      selection.on('.zoom', null)
    },
  }
}

function isAlike(a: MapLook, b: MapLook): boolean {
  return Math.abs(a.k - b.k) < 0.006 && Math.abs(a.x - b.x) < 0.06 && Math.abs(a.y - b.y) < 0.06
}
