import type { Drawing, Ink, Mark } from './drawing.ts'

/** Width of the hatch's lines and their distance, px. */
const HATCH = 5

/** The drawing as a file of its own. `colorOf` turns the name of a colour into one that an SVG viewer knows. Same input, same text. */
export function drawingToSvg(
  { width, height, title, marks }: Drawing,
  colorOf: (ink: Ink) => string,
): string {
  const hatch = `<pattern id="hatch" width="${HATCH}" height="${HATCH}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1" height="${HATCH}" fill="${colorOf('hairline-strong')}"/></pattern>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Geist, system-ui, sans-serif" font-size="11" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<defs>${hatch}</defs>`,
    `<rect width="${width}" height="${height}" fill="${colorOf('surface')}"/>`,
    ...marks.map((mark) => markToSvg(mark, colorOf)),
    '</svg>\n',
  ].join('\n')
}

function markToSvg(mark: Mark, colorOf: (ink: Ink) => string): string {
  const paint = (ink: Ink | 'hatch' | undefined) =>
    ink === undefined ? 'none' : ink === 'hatch' ? 'url(#hatch)' : colorOf(ink)
  if (mark.kind === 'line')
    return element('line', {
      x1: mark.x1,
      y1: mark.y1,
      x2: mark.x2,
      y2: mark.y2,
      stroke: colorOf(mark.ink),
      'stroke-width': mark.width ?? 1,
      'stroke-dasharray': mark.dash,
    })
  if (mark.kind === 'text')
    return element(
      'text',
      {
        x: mark.x,
        y: mark.y,
        fill: colorOf(mark.ink ?? 'text-2'),
        'text-anchor': mark.anchor,
        'font-family': mark.mono ? 'Geist Mono, ui-monospace, monospace' : undefined,
        'font-weight': mark.strong ? 500 : undefined,
        ...(mark.over ? { stroke: colorOf('surface'), 'stroke-width': 4, 'paint-order': 'stroke' } : {}),
      },
      escapeXml(mark.text),
    )
  const title = mark.label ? `<title>${escapeXml(mark.label)}</title>` : ''
  const { fill, stroke } = mark
  const common = { fill: paint(fill), stroke: paint(stroke) }
  if (mark.kind === 'path')
    return element(
      'path',
      {
        d: mark.d,
        ...common,
        'stroke-width': mark.width,
        'stroke-dasharray': mark.dash,
        'fill-opacity': mark.opacity,
      },
      title,
    )
  if (mark.kind === 'rect')
    return element(
      'rect',
      { x: mark.x, y: mark.y, width: mark.w, height: mark.h, ...common, 'fill-opacity': mark.opacity },
      title,
    )
  return element(
    'circle',
    { cx: mark.x, cy: mark.y, r: mark.r, ...common, 'stroke-width': mark.width },
    title,
  )
}

function element(name: string, attributes: Record<string, string | number | undefined>, inside = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}="${typeof value === 'number' ? Math.round(value * 100) / 100 : value}"`)
  return `<${name} ${written.join(' ')}${inside === '' ? '/>' : `>${inside}</${name}>`}`
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
