import { MAP_SIDE, type Polygon } from '@/lib/memory/map.ts'
import { type Density, densityOf, drawDensity, drawEntries } from './draw-entries.ts'
import { drawOver } from './draw-over.ts'
import { MapInk } from './map-ink.ts'
import { MapLayer } from './map-layer.ts'
import type { MapScene, Placement } from './map-scene.ts'

/**
 * Draws the map: the density and the entries on a layer each, which a pan only moves; labels, lasso, rings and the query are
 * drawn over them in each frame. What the first frame does without comes by `complete`, once the entries are in sight.
 */
export class MapPainter {
  readonly #canvas: HTMLCanvasElement
  readonly #ink: MapInk
  readonly #ground: MapLayer
  readonly #marks: MapLayer
  #density: Density | null = null
  #scene: MapScene | null = null
  /** Line being drawn by the lasso, map coordinates. */
  lasso: Polygon | null = null

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    const ink = new MapInk(canvas)
    this.#ink = ink
    this.#ground = new MapLayer((context, at) => drawDensity(context, this.#density ?? [], at, ink))
    this.#marks = new MapLayer((context, at, part) => {
      if (this.#scene) drawEntries(context, this.#scene, { at, r: this.#radius(at.scale), part }, ink)
    })
  }

  /** New entries or another look of them. */
  show(scene: MapScene): void {
    const before = this.#scene
    this.#scene = scene
    if (before?.x !== scene.x) this.#density = null
    if (
      before?.x === scene.x &&
      before.styleOf === scene.styleOf &&
      before.lit === scene.lit &&
      before.pairs === scene.pairs
    )
      return
    this.#marks.forget()
  }

  /** Brings in, at the next frame, what the first one did without: the density, and what lies round the part in sight. True when something was missing. */
  complete(): boolean {
    if (!this.#scene) return false
    const isWider = this.#marks.widen()
    this.#ground.widen()
    if (this.#density) return isWider
    this.#density = densityOf(this.#scene)
    this.#ground.forget()
    return true
  }

  /** Colours of another theme. */
  forgetColors(): void {
    this.#ink.forget()
    this.#ground.forget()
    this.#marks.forget()
  }

  /** `settled`: layers are drawn anew when they stand at another scale; while a zoom is under way they are stretched. */
  paint(at: Placement, settled: boolean): void {
    const scene = this.#scene
    const { ratio } = this.#ink
    const { clientWidth: width, clientHeight: height } = this.#canvas
    const context = this.#canvas.getContext('2d')
    if (!scene || !context || width === 0) return
    this.#fit(Math.round(width * ratio), Math.round(height * ratio))
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    const size = { width, height, ratio, settled }
    if (this.#density) this.#ground.put(context, at, size)
    this.#marks.put(context, at, size)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const view = { at, r: this.#radius(at.scale), width, height }
    drawOver(context, scene, this.lasso, view, this.#ink)
  }

  /** Radius of a mark at this scale, CSS pixels: few entries are drawn larger, and all grow a little with a zoom. */
  #radius(scale: number): number {
    const count = this.#scene?.x.length ?? 0
    const base = Math.max(2, Math.min(4.6, 11 / Math.max(1, count) ** 0.17))
    const fit = Math.min(this.#canvas.clientWidth, this.#canvas.clientHeight) / MAP_SIDE
    return Math.min(8, base * Math.max(1, scale / Math.max(fit, 1e-6)) ** 0.28)
  }

  #fit(width: number, height: number): void {
    if (this.#canvas.width === width && this.#canvas.height === height) return
    this.#canvas.width = width
    this.#canvas.height = height
    this.#ground.forget()
    this.#marks.forget()
  }
}
