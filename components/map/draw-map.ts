import { contourDensity, geoPath } from 'd3'
import { categoryPath } from '@/components/ui/format.ts'
import { isCategory } from '@/lib/memory/category.ts'
import { MAP_SIDE, type MapCluster, type Polygon } from '@/lib/memory/map.ts'
import { clusterName, type MapStyle, placeLabels, touching } from './prepare-map.ts'

/** What is on the map. Places are map coordinates. */
export type MapScene = {
  x: ArrayLike<number>
  y: ArrayLike<number>
  styles: MapStyle[]
  styleOf: ArrayLike<number>
  /** Which entries stand out; null = all alike. */
  lit: Uint8Array | null
  pairs: readonly (readonly [number, number, number | null])[]
  clusters: readonly MapCluster[]
  area: Polygon | null
  chosen: number | null
  pointed: number | null
  query: {
    place: [number, number]
    style: MapStyle
    inside: number[]
    outside: { point: number; style: MapStyle; words: string }[]
  } | null
}
/** Screen = offset + map · scale, in CSS pixels. */
export type Placement = { scale: number; left: number; top: number }

/** Drawn round the visible part, so that a pan finds it there, CSS pixels. */
const MARGIN = 240
/** A pan beyond this brings in the strip that it uncovered, CSS pixels: often a little rather than seldom all. */
const STRIP = 56
/** Marks reach no further than this beyond their place, CSS pixels. */
const BLEED = 20
/** How far from the query its wall stands, CSS pixels, and half the turn it covers, radians. */
const WALL = 30
const WALL_TURN = 0.34
/** Labels stand this much above the middle of their place, so that they hide less of it, CSS pixels. */
const LABEL_RISE = 14

/**
 * Draws the map. Entries, pairs and density lie on a layer of their own that a pan only moves; labels, lasso, rings and the
 * query are drawn over it in each frame.
 */
export class MapPainter {
  readonly #canvas: HTMLCanvasElement
  #layer = document.createElement('canvas')
  #spare = document.createElement('canvas')
  #layerAt: Placement | null = null
  #colors = new Map<string, string>()
  #sprites = new Map<string, HTMLCanvasElement>()
  #density: { opacity: number; path: Path2D }[] = []
  #scene: MapScene | null = null
  /** Line being drawn by the lasso, map coordinates. */
  lasso: Polygon | null = null

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
  }

  /** New entries or another look of them. `density` is made anew only with new places. */
  show(scene: MapScene): void {
    const before = this.#scene
    if (before?.x !== scene.x) this.#density = densityOf(scene)
    if (
      before?.x !== scene.x ||
      before.styleOf !== scene.styleOf ||
      before.lit !== scene.lit ||
      before.pairs !== scene.pairs
    )
      this.#layerAt = null
    this.#scene = scene
  }

  /** Colours of another theme. */
  forgetColors(): void {
    this.#colors.clear()
    this.#sprites.clear()
    this.#layerAt = null
  }

  /** `settled`: the layer is drawn anew when it stands at another scale; while a zoom is under way it is stretched. */
  paint(at: Placement, settled: boolean): void {
    const scene = this.#scene
    const { width, height, ratio } = this.#size()
    const context = this.#canvas.getContext('2d')
    if (!scene || !context || width === 0) return
    this.#renew(scene, at, settled, width, height, ratio)
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    const layerAt = this.#layerAt
    if (layerAt) {
      const stretch = at.scale / layerAt.scale
      const left = at.left - (layerAt.left + MARGIN) * stretch
      const top = at.top - (layerAt.top + MARGIN) * stretch
      if (stretch === 1) {
        // Whole device pixels: a picture between two is blurred, and slower.
        context.drawImage(this.#layer, Math.round(left * ratio), Math.round(top * ratio))
      } else {
        // Only what is in sight, without smoothing: it is drawn properly as soon as the hand rests.
        context.imageSmoothingEnabled = false
        const { width: w, height: h } = this.#canvas
        const from = [(-left * ratio) / stretch, (-top * ratio) / stretch] as const
        context.drawImage(this.#layer, ...from, w / stretch, h / stretch, 0, 0, w, h)
      }
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    this.#drawArea(context, at, scene.area, false)
    this.#drawArea(context, at, this.lasso, true)
    if (scene.query) this.#drawQuery(context, at, scene, scene.query)
    this.#drawLabels(context, at, scene, width, height)
    for (const point of [scene.pointed, scene.chosen])
      if (point !== null) this.#drawRing(context, at, scene, point)
  }

  /** Radius of a mark at this scale, CSS pixels: few entries are drawn larger, and all grow a little with a zoom. */
  radius(scale: number): number {
    const count = this.#scene?.x.length ?? 0
    const base = Math.max(2, Math.min(4.6, 11 / Math.max(1, count) ** 0.17))
    const fit = Math.min(this.#canvas.clientWidth, this.#canvas.clientHeight) / MAP_SIDE
    return Math.min(8, base * Math.max(1, scale / Math.max(fit, 1e-6)) ** 0.28)
  }

  #size(): { width: number; height: number; ratio: number } {
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    const { clientWidth: width, clientHeight: height } = this.#canvas
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (this.#canvas.width !== w || this.#canvas.height !== h) {
      this.#canvas.width = w
      this.#canvas.height = h
      this.#layerAt = null
    }
    return { width, height, ratio }
  }

  /** Brings the layer up to the placement: not at all, by the strips a pan uncovered, or as a whole. */
  #renew(
    scene: MapScene,
    at: Placement,
    settled: boolean,
    width: number,
    height: number,
    ratio: number,
  ): void {
    const before = this.#layerAt
    if (before !== null && before.scale !== at.scale && !settled) return
    const [w, h] = [Math.round((width + 2 * MARGIN) * ratio), Math.round((height + 2 * MARGIN) * ratio)]
    if (before === null || before.scale !== at.scale) {
      this.#layer.width = w
      this.#layer.height = h
      this.#layerAt = at
      const context = this.#layer.getContext('2d')
      if (context) this.#drawRegion(context, scene, at, ratio, [0, 0, w, h])
      return
    }
    const [dx, dy] = [Math.round((at.left - before.left) * ratio), Math.round((at.top - before.top) * ratio)]
    if (Math.abs(dx) < STRIP * ratio && Math.abs(dy) < STRIP * ratio) return
    const [context, old] = [this.#spare.getContext('2d'), this.#layer]
    if (!context) return
    this.#spare.width = w
    this.#spare.height = h
    const moved = { ...at, left: before.left + dx / ratio, top: before.top + dy / ratio }
    context.drawImage(old, dx, dy)
    if (dx !== 0) this.#drawRegion(context, scene, moved, ratio, dx > 0 ? [0, 0, dx, h] : [w + dx, 0, -dx, h])
    if (dy !== 0) this.#drawRegion(context, scene, moved, ratio, dy > 0 ? [0, 0, w, dy] : [0, h + dy, w, -dy])
    ;[this.#layer, this.#spare] = [this.#spare, old]
    this.#layerAt = moved
  }

  /** Density, pairs and entries of one part of the layer; the part is in device pixels. */
  #drawRegion(
    context: CanvasRenderingContext2D,
    scene: MapScene,
    at: Placement,
    ratio: number,
    [partX, partY, partWidth, partHeight]: [number, number, number, number],
  ): void {
    context.save()
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.beginPath()
    context.rect(partX, partY, partWidth, partHeight)
    context.clip()
    context.clearRect(partX, partY, partWidth, partHeight)
    const left = at.left + MARGIN
    const top = at.top + MARGIN
    this.#drawDensity(context, { ...at, left, top }, ratio)
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const r = this.radius(at.scale)
    const moved = this.#drawPairs(context, scene, { ...at, left, top }, r)
    context.setTransform(1, 0, 0, 1, 0, 0)
    const sprites = scene.styles.map((style) => this.#sprite(style, r, ratio))
    const [lowX, lowY] = [partX / ratio - BLEED, partY / ratio - BLEED]
    const [highX, highY] = [(partX + partWidth) / ratio + BLEED, (partY + partHeight) / ratio + BLEED]
    // What stands out lies above the rest.
    for (const pass of scene.lit ? [0, 1] : [1]) {
      context.globalAlpha = pass === 0 ? 0.16 : scene.x.length > 3_000 ? 0.8 : 0.95
      for (let i = 0; i < scene.x.length; i++) {
        if (scene.lit && scene.lit[i] !== pass) continue
        const shifted = moved.get(i)
        const x = shifted ? shifted[0] : left + (scene.x[i] ?? 0) * at.scale
        const y = shifted ? shifted[1] : top + (scene.y[i] ?? 0) * at.scale
        const sprite = sprites[scene.styleOf[i] ?? 0]
        if (!sprite || x < lowX || y < lowY || x > highX || y > highY) continue
        const half = sprite.width / 2
        context.drawImage(sprite, Math.round(x * ratio - half), Math.round(y * ratio - half))
      }
    }
    context.restore()
  }

  #drawDensity(context: CanvasRenderingContext2D, { scale, left, top }: Placement, ratio: number): void {
    context.setTransform(ratio * scale, 0, 0, ratio * scale, ratio * left, ratio * top)
    context.strokeStyle = this.#color('--plot-null-line')
    context.fillStyle = this.#color('--plot-null')
    context.lineWidth = 1 / scale
    for (const { path, opacity } of this.#density) {
      context.globalAlpha = opacity
      context.fill(path)
      context.globalAlpha = opacity * 0.7
      context.stroke(path)
    }
    context.globalAlpha = 1
  }

  /** Near-duplicates touch and are joined; gives the places of those that had to move. */
  #drawPairs(
    context: CanvasRenderingContext2D,
    scene: MapScene,
    { scale, left, top }: Placement,
    r: number,
  ): Map<number, [number, number]> {
    const moved = new Map<number, [number, number]>()
    const placeOf = (i: number): [number, number] =>
      moved.get(i) ?? [left + (scene.x[i] ?? 0) * scale, top + (scene.y[i] ?? 0) * scale]
    context.strokeStyle = this.#color('--text')
    context.lineWidth = 1.25
    context.globalAlpha = 0.75
    context.beginPath()
    for (const [a, b] of scene.pairs) {
      const [placeA, placeB] = touching(placeOf(a), placeOf(b), r)
      moved.set(a, placeA)
      moved.set(b, placeB)
    }
    for (const [a, b] of scene.pairs) {
      context.moveTo(...placeOf(a))
      context.lineTo(...placeOf(b))
    }
    context.stroke()
    context.globalAlpha = 1
    return moved
  }

  #drawArea(context: CanvasRenderingContext2D, at: Placement, area: Polygon | null, isOpen: boolean): void {
    if (!area || area.length < 2) return
    context.beginPath()
    for (const [i, [x, y]] of area.entries())
      context[i === 0 ? 'moveTo' : 'lineTo'](at.left + x * at.scale, at.top + y * at.scale)
    if (!isOpen) context.closePath()
    context.fillStyle = this.#color('--text')
    context.globalAlpha = 0.05
    context.fill()
    context.globalAlpha = 1
    context.strokeStyle = this.#color('--text')
    context.lineWidth = 1.5
    context.setLineDash(isOpen ? [] : [5, 3])
    context.stroke()
    context.setLineDash([])
  }

  #drawQuery(
    context: CanvasRenderingContext2D,
    at: Placement,
    scene: MapScene,
    query: NonNullable<MapScene['query']>,
  ): void {
    const screen = (x: number, y: number): [number, number] => [at.left + x * at.scale, at.top + y * at.scale]
    const pointOf = (i: number) => screen(scene.x[i] ?? 0, scene.y[i] ?? 0)
    const ratio = Math.min(2, window.devicePixelRatio || 1)
    const from = screen(...query.place)
    const color = this.#color(query.style.token)
    context.lineWidth = 1.5
    context.strokeStyle = color
    for (const point of query.inside.slice(0, 5)) this.#line(context, from, pointOf(point))
    const size = (r: number) => {
      return {
        r,
        draw: (style: MapStyle, [x, y]: [number, number]) => this.#stamp(context, style, x, y, r, ratio),
      }
    }
    for (const point of query.inside) size(this.radius(at.scale) + 1).draw(query.style, pointOf(point))
    for (const { point, style, words } of query.outside) {
      const to = pointOf(point)
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
      const far = Math.hypot(dx, dy) || 1
      context.strokeStyle = this.#color(style.token)
      context.lineWidth = 1.5
      context.globalAlpha = 0.6
      context.setLineDash([3, 3])
      this.#line(context, from, to)
      context.setLineDash([])
      context.globalAlpha = 1
      // The wall stands round the query on the side of what it cannot reach.
      const towards = Math.atan2(dy, dx)
      context.strokeStyle = this.#color('--text')
      context.lineWidth = 3
      context.beginPath()
      context.arc(from[0], from[1], Math.min(WALL, far / 2), towards - WALL_TURN, towards + WALL_TURN)
      context.stroke()
      context.globalAlpha = 0.7
      size(this.radius(at.scale) + 1).draw(style, to)
      context.globalAlpha = 1
      this.#text(context, words, to[0], to[1] + 16, '--text-2', 11)
    }
    // The query itself: a plus in a ring, which no entry is.
    context.fillStyle = this.#color('--surface')
    context.strokeStyle = this.#color('--text')
    context.lineWidth = 1.5
    context.beginPath()
    context.arc(from[0], from[1], 7, 0, 2 * Math.PI)
    context.fill()
    context.stroke()
    this.#line(context, [from[0] - 3.5, from[1]], [from[0] + 3.5, from[1]])
    this.#line(context, [from[0], from[1] - 3.5], [from[0], from[1] + 3.5])
    this.#text(context, 'query', from[0], from[1] - 16, '--text', 12)
  }

  #drawLabels(
    context: CanvasRenderingContext2D,
    at: Placement,
    scene: MapScene,
    width: number,
    height: number,
  ): void {
    context.font = this.#font(12, 500)
    const labels = scene.clusters.flatMap((cluster) => {
      const name = clusterName(cluster)
      if (name === null) return []
      const [x, y] = [at.left + cluster.x * at.scale, at.top + cluster.y * at.scale - LABEL_RISE]
      if (x < 0 || y < 0 || x > width || y > height) return []
      const box = context.measureText(name).width
      // A label never hangs over the edge.
      const inside = Math.max(box / 2 + 4, Math.min(width - box / 2 - 4, x))
      return [{ name, x: inside, y, width: box, height: 15 }]
    })
    const shown = scene.query || scene.lit ? 0.55 : 1
    context.globalAlpha = shown
    for (const { name, x, y } of placeLabels(labels)) this.#text(context, name, x, y, '--text', 12, 500)
    context.globalAlpha = 1
  }

  #drawRing(context: CanvasRenderingContext2D, at: Placement, scene: MapScene, point: number): void {
    const [x, y] = [at.left + (scene.x[point] ?? 0) * at.scale, at.top + (scene.y[point] ?? 0) * at.scale]
    const style = scene.styles[scene.styleOf[point] ?? 0]
    const r = this.radius(at.scale) + 1.5
    if (style) this.#stamp(context, style, x, y, r, Math.min(2, window.devicePixelRatio || 1))
    context.strokeStyle = this.#color('--text')
    context.lineWidth = point === scene.chosen ? 1.5 : 1
    context.beginPath()
    context.arc(x, y, r + 4, 0, 2 * Math.PI)
    context.stroke()
  }

  #stamp(
    context: CanvasRenderingContext2D,
    style: MapStyle,
    x: number,
    y: number,
    r: number,
    ratio: number,
  ): void {
    const sprite = this.#sprite(style, r, ratio)
    const side = sprite.width / ratio
    context.drawImage(sprite, x - side / 2, y - side / 2, side, side)
  }

  #line(context: CanvasRenderingContext2D, from: [number, number], to: [number, number]): void {
    context.beginPath()
    context.moveTo(...from)
    context.lineTo(...to)
    context.stroke()
  }

  /** Words with the page's ground round them, so that they read over marks. */
  #text(
    context: CanvasRenderingContext2D,
    words: string,
    x: number,
    y: number,
    token: string,
    px: number,
    weight = 400,
  ): void {
    context.font = this.#font(px, weight)
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = 4
    context.strokeStyle = this.#color('--surface')
    context.strokeText(words, x, y)
    context.fillStyle = this.#color(token)
    context.fillText(words, x, y)
  }

  #font(px: number, weight: number): string {
    return `${weight} ${px}px ${getComputedStyle(this.#canvas).fontFamily}`
  }

  #sprite({ shape, token }: MapStyle, r: number, ratio: number): HTMLCanvasElement {
    const rounded = Math.round(r * 4) / 4
    const key = `${shape} ${token} ${rounded} ${ratio}`
    const known = this.#sprites.get(key)
    if (known) return known
    const sprite = document.createElement('canvas')
    const side = Math.ceil((rounded * 2 + 4) * ratio)
    sprite.width = side
    sprite.height = side
    const context = sprite.getContext('2d')
    if (context) {
      context.scale(ratio, ratio)
      const path = new Path2D(shapePath(shape, side / ratio / 2, rounded))
      const color = this.#color(token)
      context.strokeStyle = shape === 'ring' ? color : this.#color('--surface')
      context.fillStyle = color
      context.lineWidth = shape === 'ring' ? 1.2 : 0.75
      if (shape !== 'ring') context.fill(path)
      context.stroke(path)
    }
    this.#sprites.set(key, sprite)
    return sprite
  }

  /** A token of the theme as a colour that a canvas takes. */
  #color(token: string): string {
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
}

/** SVG path of a mark round the point c, c. */
export function shapePath(shape: MapStyle['shape'], c: number, r: number): string {
  if (shape === 'ring' || shape === 'dot')
    return categoryPath('ANALYZE', c, c, shape === 'dot' ? r * 0.6 : r * 0.85)
  if (shape === 'down') return `M${c} ${c + r * 1.15}l${r * 1.12} ${-r * 2}h${-r * 2.24}z`
  if (shape === 'cross') {
    const [a, b] = [r * 0.42, r * 1.1]
    return `M${c - a} ${c - b}h${2 * a}v${b - a}h${b - a}v${2 * a}h${a - b}v${b - a}h${-2 * a}v${a - b}h${a - b}v${-2 * a}h${b - a}z`
  }
  return isCategory(shape) ? categoryPath(shape, c, c, r) : ''
}

/** Lines of equal density, in map coordinates, faint to strong. */
function densityOf({ x, y }: MapScene): { opacity: number; path: Path2D }[] {
  if (x.length < 30) return []
  const shapes = contourDensity<number>()
    .x((i) => x[i] ?? 0)
    .y((i) => y[i] ?? 0)
    .size([MAP_SIDE, MAP_SIDE])
    .cellSize(8)
    .bandwidth(26)
    .thresholds(6)(Array.from({ length: x.length }, (_, i) => i))
  const path = geoPath()
  return shapes.map((shape) => ({ opacity: 0.42, path: new Path2D(path(shape) ?? '') }))
}
