import type { Point } from '@/lib/memory/map.ts'
import type { Pixels } from './blend-marks.ts'
import { shapePath } from './map-shape.ts'
import type { MapStyle } from './prepare-map.ts'

/** What a canvas draws with: the theme's colours and fonts, and each mark drawn once and stamped from then on. */
export class MapInk {
  readonly #canvas: HTMLCanvasElement
  #family: string | null = null
  readonly #colors = new Map<string, string>()
  readonly #stamps = new Map<string, { picture: ImageBitmap; pixels: Pixels }>()

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  /** Device pixels of a CSS pixel; more than 2 are not seen and cost time. */
  get ratio(): number {
    return Math.min(2, window.devicePixelRatio || 1)
  }

  /** Another theme has other colours. */
  forget(): void {
    this.#colors.clear()
    this.#stamps.clear()
  }

  /** A token of the theme as a colour that a canvas takes. */
  color(token: string): string {
    const known = this.#colors.get(token)
    if (known) return known
    const probe = document.createElement('span')
    probe.style.color = `var(${token})`
    this.#canvas.after(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    this.#colors.set(token, color)
    return color
  }

  font(px: number, weight: number): string {
    this.#family ??= getComputedStyle(this.#canvas).fontFamily
    return `${weight} ${px}px ${this.#family}`
  }

  /** A mark of radius `r`, CSS pixels, in device pixels. */
  pixelsOf(style: MapStyle, r: number): Pixels {
    return this.#stampOf(style, r).pixels
  }

  stamp(context: CanvasRenderingContext2D, style: MapStyle, [x, y]: Point, r: number): void {
    const { picture } = this.#stampOf(style, r)
    const side = picture.width / this.ratio
    context.drawImage(picture, x - side / 2, y - side / 2, side, side)
  }

  #stampOf({ shape, token }: MapStyle, r: number): { picture: ImageBitmap; pixels: Pixels } {
    const { ratio } = this
    const rounded = Math.round(r * 4) / 4
    const key = `${shape} ${token} ${rounded} ${ratio}`
    const known = this.#stamps.get(key)
    if (known) return known
    const side = Math.ceil((rounded * 2 + 4) * ratio)
    const canvas = new OffscreenCanvas(side, side)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('this browser draws no canvas')
    context.scale(ratio, ratio)
    const path = new Path2D(shapePath(shape, side / ratio / 2, rounded))
    const color = this.color(token)
    context.strokeStyle = shape === 'ring' ? color : this.color('--surface')
    context.fillStyle = color
    context.lineWidth = shape === 'ring' ? 1.2 : 0.75
    if (shape !== 'ring') context.fill(path)
    context.stroke(path)
    const pixels = context.getImageData(0, 0, side, side)
    const stamp = { pixels, picture: canvas.transferToImageBitmap() }
    this.#stamps.set(key, stamp)
    return stamp
  }

  /** Words with the page's ground round them, so that they read over marks. */
  text(
    context: CanvasRenderingContext2D,
    words: string,
    [x, y]: Point,
    { token = '--text', px = 12, weight = 400 }: { token?: string; px?: number; weight?: number } = {},
  ): void {
    context.font = this.font(px, weight)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = 4
    context.strokeStyle = this.color('--surface')
    context.strokeText(words, x, y)
    context.fillStyle = this.color(token)
    context.fillText(words, x, y)
  }
}
