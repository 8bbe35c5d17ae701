import type { Quadtree } from 'd3'
import type { MapCluster, Point, Polygon } from '@/lib/memory/map.ts'
import type { MapInk } from './map-ink.ts'
import { type MapScene, onScreen, type Placement, pointOnScreen, type QueryScene } from './map-scene.ts'
import { clusterName, type Label, placeLabels } from './prepare-map.ts'

/** The arc before what a query cannot reach: how far it stands from the mark, CSS pixels, and half the turn it covers, radians. */
const ARC = 13
const ARC_TURN = 1
/** A label stands at most this far from the middle of its topic, CSS pixels; further than the second it is joined to it. */
const FARTHEST = 110
const JOINED_FROM = 24
/** Neighbours to which the query is joined. */
const JOINED = 5

type View = { at: Placement; r: number; width: number; height: number; near: Quadtree<number> }

/** Draws what lies over the entries and is drawn anew in each frame: areas, the query, labels and rings. */
export function drawOver(
  context: CanvasRenderingContext2D,
  scene: MapScene,
  lasso: Polygon | null,
  view: View,
  ink: MapInk,
): void {
  drawArea(context, view.at, scene.area, false, ink)
  drawArea(context, view.at, lasso, true, ink)
  if (scene.query) drawQuery(context, scene, scene.query, view, ink)
  drawLabels(context, scene, view, ink)
  for (const point of [scene.pointed, scene.chosen])
    if (point !== null) drawRing(context, scene, point, view, ink)
}

function drawArea(
  context: CanvasRenderingContext2D,
  at: Placement,
  area: Polygon | null,
  isOpen: boolean,
  ink: MapInk,
): void {
  if (!area || area.length < 2) return
  context.beginPath()
  for (const [i, [x, y]] of area.entries()) context[i === 0 ? 'moveTo' : 'lineTo'](...onScreen(at, x, y))
  if (!isOpen) context.closePath()
  context.fillStyle = ink.color('--text')
  context.globalAlpha = 0.05
  context.fill()
  context.globalAlpha = 1
  context.strokeStyle = ink.color('--text')
  context.lineWidth = 1.5
  context.setLineDash(isOpen ? [] : [5, 3])
  context.stroke()
  context.setLineDash([])
}

function drawQuery(
  context: CanvasRenderingContext2D,
  scene: MapScene,
  query: QueryScene,
  { at, r }: View,
  ink: MapInk,
): void {
  const from = onScreen(at, ...query.place)
  context.lineWidth = 1.5
  context.strokeStyle = ink.color(query.style.token)
  for (const point of query.inside.slice(0, JOINED)) drawLine(context, from, pointOnScreen(at, scene, point))
  for (const point of query.inside) ink.stamp(context, query.style, pointOnScreen(at, scene, point), r + 1)
  for (const { point, style } of query.outside) {
    const to = pointOnScreen(at, scene, point)
    const back = Math.atan2(from[1] - to[1], from[0] - to[0])
    context.strokeStyle = ink.color(style.token)
    context.lineWidth = 1.5
    context.setLineDash([3, 3])
    drawLine(context, from, [to[0] + ARC * Math.cos(back), to[1] + ARC * Math.sin(back)])
    context.setLineDash([])
    ink.stamp(context, style, to, r + 1)
    drawArc(context, to, back, ink)
  }
  // The query itself: a plus in a ring, which no entry is.
  context.fillStyle = ink.color('--surface')
  context.strokeStyle = ink.color('--text')
  context.lineWidth = 1.5
  context.beginPath()
  context.arc(...from, 7, 0, 2 * Math.PI)
  context.fill()
  context.stroke()
  drawLine(context, [from[0] - 3.5, from[1]], [from[0] + 3.5, from[1]])
  drawLine(context, [from[0], from[1] - 3.5], [from[0], from[1] + 3.5])
}

/** A thick arc round an entry on the side of the query: the line to it ends here. */
function drawArc(context: CanvasRenderingContext2D, [x, y]: Point, facing: number, ink: MapInk): void {
  context.lineCap = 'round'
  for (const [token, width] of [
    ['--surface', 7],
    ['--text', 3.5],
  ] as const) {
    context.strokeStyle = ink.color(token)
    context.lineWidth = width
    context.beginPath()
    context.arc(x, y, ARC, facing - ARC_TURN, facing + ARC_TURN)
    context.stroke()
  }
  context.lineCap = 'butt'
}

type Drawn = Label & {
  words: string
  token: string
  px: number
  weight: number
  alpha: number
  joinedTo?: Point
}

/** Room that labels leave free, without words of its own. */
const OBSTACLE = {
  words: '',
  width: 2 * ARC,
  height: 2 * ARC,
  token: '--text',
  px: 11,
  weight: 400,
  alpha: 0,
}

/** Words of the query first, then those of topics; each where it hides no label before it, and as few marks as it can. */
function drawLabels(context: CanvasRenderingContext2D, scene: MapScene, view: View, ink: MapInk): void {
  const { at, width, height } = view
  const labels: Drawn[] = []
  const add = (words: string, look: Omit<Drawn, 'words' | 'width' | 'height' | 'spots'>, spots: Point[]) => {
    context.font = ink.font(look.px, look.weight)
    const box = context.measureText(words).width
    // A label never hangs over the edge.
    const inside = spots.map(([x, y]): Point => [Math.max(box / 2 + 4, Math.min(width - box / 2 - 4, x)), y])
    labels.push({ words, ...look, width: box, height: look.px + 3, spots: inside })
  }
  const aside = ([x, y]: Point, gap: number): Point[] =>
    [gap, -gap, gap + 15, -gap - 15].map((by): Point => [x, y + by])
  if (scene.query) {
    const from = onScreen(at, ...scene.query.place)
    // No label hides what the query says: its own mark, and each mark that it cannot reach.
    for (const spot of [from, ...scene.query.outside.map(({ point }) => pointOnScreen(at, scene, point))])
      labels.push({ ...OBSTACLE, spots: [spot] })
    add('query', { token: '--text', px: 12, weight: 500, alpha: 1 }, aside(from, -24))
    for (const { point, words } of scene.query.outside)
      add(
        words,
        { token: '--text-2', px: 11, weight: 400, alpha: 1 },
        aside(pointOnScreen(at, scene, point), 24),
      )
  }
  const alpha = scene.query || scene.lit ? 0.55 : 1
  for (const cluster of scene.clusters) {
    const name = clusterName(cluster)
    const middle = onScreen(at, cluster.x, cluster.y)
    const [x, y] = middle
    if (name === null || x < 0 || y < 0 || x > width || y > height) continue
    add(
      name,
      { token: '--text', px: 12, weight: 500, alpha, joinedTo: middle },
      spotsOf(cluster, middle, at.scale),
    )
  }
  const hidden = (label: Drawn, spot: Point) => marksUnder(scene, view, label, spot)
  for (const { words, token, px, weight, alpha: shown, spot, joinedTo } of placeLabels(labels, hidden)) {
    context.globalAlpha = shown
    if (joinedTo && Math.hypot(spot[0] - joinedTo[0], spot[1] - joinedTo[1]) > JOINED_FROM) {
      context.strokeStyle = ink.color('--control')
      context.lineWidth = 1
      drawLine(context, [spot[0], spot[1] + (joinedTo[1] > spot[1] ? px / 2 + 3 : -px / 2 - 3)], joinedTo)
    }
    ink.text(context, words, spot, { token, px, weight })
  }
  context.globalAlpha = 1
}

/** Where the name of a topic may stand: in its middle, or round it, nearest first. */
function spotsOf({ radius }: MapCluster, [x, y]: Point, scale: number): Point[] {
  const rings = [0.6, 1, 1.35].map((far) => Math.min(FARTHEST, Math.max(16, radius * scale * far)))
  const turns = [-0.5, 0.5, -0.25, -0.75, 0.25, 0.75, 0, 1].map((share) => share * Math.PI)
  return [
    [x, y - 14],
    ...rings.flatMap((far) =>
      turns.map((turn): Point => [x + far * Math.cos(turn), y + far * Math.sin(turn)]),
    ),
  ]
}

/** How many marks a label would hide, counted in map coordinates. */
function marksUnder({ x, y }: MapScene, { at, r, near }: View, box: Label, [left, top]: Point): number {
  const [middleX, middleY] = [(left - at.left) / at.scale, (top - at.top) / at.scale]
  const [across, down] = [(box.width / 2 + r) / at.scale, (box.height / 2 + r) / at.scale]
  let count = 0
  near.visit((node, x0, y0, x1, y1) => {
    for (let leaf = node.length ? undefined : node; leaf; leaf = leaf.next) {
      const [dx, dy] = [(x[leaf.data] ?? 0) - middleX, (y[leaf.data] ?? 0) - middleY]
      if (Math.abs(dx) <= across && Math.abs(dy) <= down) count++
    }
    // True leaves out what lies below the node.
    return x0 > middleX + across || x1 < middleX - across || y0 > middleY + down || y1 < middleY - down
  })
  return count
}

function drawRing(
  context: CanvasRenderingContext2D,
  scene: MapScene,
  point: number,
  { at, r }: View,
  ink: MapInk,
): void {
  const place = pointOnScreen(at, scene, point)
  const style = scene.styles[scene.styleOf[point] ?? 0]
  if (style) ink.stamp(context, style, place, r + 1.5)
  context.strokeStyle = ink.color('--text')
  context.lineWidth = point === scene.chosen ? 1.5 : 1
  context.beginPath()
  context.arc(...place, r + 5.5, 0, 2 * Math.PI)
  context.stroke()
}

function drawLine(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.beginPath()
  context.moveTo(...from)
  context.lineTo(...to)
  context.stroke()
}
