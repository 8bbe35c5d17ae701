import type { Placement } from './map-scene.ts'

/** A part of a layer, device pixels. */
export type Part = { left: number; top: number; width: number; height: number }

/** Drawn round the visible part, so that a pan finds it there, CSS pixels. */
const MARGIN = 240
/** A pan beyond this brings in the strip that it uncovered, CSS pixels: often a little rather than seldom all. */
const STRIP = 56

/** What a pan only moves: drawn once, a little wider than what is in sight, and brought up by the strips that a pan uncovers. */
export class MapLayer {
  #canvas = document.createElement('canvas')
  #spare = document.createElement('canvas')
  #at: Placement | null = null
  /** None at first: what is in sight is drawn before what a pan may bring. */
  #margin = 0
  readonly #draw: (context: CanvasRenderingContext2D, at: Placement, part: Part) => void

  constructor(draw: (context: CanvasRenderingContext2D, at: Placement, part: Part) => void) {
    this.#draw = draw
  }

  /** What it shows has changed: it is drawn anew when it is next put. */
  forget(): void {
    this.#at = null
  }

  /** Draws its margin too, when it is next put; true when it had none. */
  widen(): boolean {
    if (this.#margin === MARGIN) return false
    this.#margin = MARGIN
    this.forget()
    return true
  }

  /** Puts it on a canvas of `width` by `height` CSS pixels. Not `settled`, it is stretched to another scale rather than drawn. */
  put(
    onto: CanvasRenderingContext2D,
    at: Placement,
    { width, height, ratio, settled }: { width: number; height: number; ratio: number; settled: boolean },
  ): void {
    const [w, h] = [
      Math.round((width + 2 * this.#margin) * ratio),
      Math.round((height + 2 * this.#margin) * ratio),
    ]
    if (this.#at === null || (this.#at.scale !== at.scale && settled)) this.#renew(at, w, h)
    else if (this.#at.scale === at.scale) this.#shift(this.#at, at, ratio, w, h)
    const shown = this.#at
    if (shown === null) return
    const stretch = at.scale / shown.scale
    const left = (at.left - (shown.left + this.#margin) * stretch) * ratio
    const top = (at.top - (shown.top + this.#margin) * stretch) * ratio
    // Whole device pixels: a picture between two is blurred, and slower.
    if (stretch === 1) {
      onto.drawImage(this.#canvas, Math.round(left), Math.round(top))
      return
    }
    // Only what is in sight, without smoothing: it is drawn properly as soon as the hand rests.
    const [seenWidth, seenHeight] = [width * ratio, height * ratio]
    onto.imageSmoothingEnabled = false
    onto.drawImage(
      this.#canvas,
      -left / stretch,
      -top / stretch,
      seenWidth / stretch,
      seenHeight / stretch,
      0,
      0,
      seenWidth,
      seenHeight,
    )
  }

  #renew(at: Placement, width: number, height: number): void {
    this.#canvas.width = width
    this.#canvas.height = height
    this.#at = at
    this.#drawPart(this.#canvas, at, { left: 0, top: 0, width, height })
  }

  #shift(before: Placement, at: Placement, ratio: number, w: number, h: number): void {
    const [dx, dy] = [Math.round((at.left - before.left) * ratio), Math.round((at.top - before.top) * ratio)]
    if (Math.abs(dx) < STRIP * ratio && Math.abs(dy) < STRIP * ratio) return
    const [next, old] = [this.#spare, this.#canvas]
    next.width = w
    next.height = h
    const moved = { ...at, left: before.left + dx / ratio, top: before.top + dy / ratio }
    next.getContext('2d')?.drawImage(old, dx, dy)
    if (dx !== 0)
      this.#drawPart(next, moved, { left: dx > 0 ? 0 : w + dx, top: 0, width: Math.abs(dx), height: h })
    if (dy !== 0)
      this.#drawPart(next, moved, { left: 0, top: dy > 0 ? 0 : h + dy, width: w, height: Math.abs(dy) })
    ;[this.#canvas, this.#spare] = [next, old]
    this.#at = moved
  }

  #drawPart(canvas: HTMLCanvasElement, { scale, left, top }: Placement, part: Part): void {
    const context = canvas.getContext('2d')
    if (!context) return
    context.save()
    context.beginPath()
    context.rect(part.left, part.top, part.width, part.height)
    context.clip()
    context.clearRect(part.left, part.top, part.width, part.height)
    this.#draw(context, { scale, left: left + this.#margin, top: top + this.#margin }, part)
    context.restore()
  }
}
