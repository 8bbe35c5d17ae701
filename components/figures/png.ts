/** Points for one of the page: sharp on a slide. */
const SCALE = 2

/** An SVG file as a PNG, drawn by the browser. */
export async function pngOf(svg: string): Promise<Blob> {
  const picture = new Image()
  // The pages' policy lets pictures come from `data:`, and from no `blob:`.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = new OffscreenCanvas(picture.width * SCALE, picture.height * SCALE)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return await canvas.convertToBlob({ type: 'image/png' })
}
