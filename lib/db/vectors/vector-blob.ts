/** Float32 little-endian bytes of a vector, 4 a component. */
export function toVectorBlob(vector: Float32Array): Uint8Array<ArrayBuffer> {
  if (littleEndian) return new Uint8Array(Float32Array.from(vector).buffer)
  const bytes = new Uint8Array(vector.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of vector.entries()) view.setFloat32(i * 4, value, true)
  return bytes
}

/** The vector of a blob. Copies first, since a driver may hand out bytes at an offset that is not a multiple of 4. */
export function fromVectorBlob(bytes: Uint8Array, dimension: number): Float32Array {
  if (bytes.byteLength !== dimension * 4)
    throw new Error(
      `vector blob has ${bytes.byteLength} bytes, expected ${dimension * 4} for dimension ${dimension}`,
    )
  const copy = new Uint8Array(bytes)
  if (littleEndian) return new Float32Array(copy.buffer)
  const view = new DataView(copy.buffer)
  return Float32Array.from({ length: dimension }, (_, i) => view.getFloat32(i * 4, true))
}

const littleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1
