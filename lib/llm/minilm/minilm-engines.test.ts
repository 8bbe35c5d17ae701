import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { openNativeEngine, openPortableEngine } from './minilm-engines.ts'

const TEXTS = [
  'fix the page that loses its last row',
  '',
  'a mark in the text: [SEP] and [CLS], `x == 1`',
  'Zürich 東京 naïve \u0000 \ufffd 각각 \ud800 \u200b🎉',
  'order page '.repeat(120),
]

/** Musl and Intel Macs have no binary of ONNX Runtime. */
const hasNative = existsSync(`node_modules/onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}`)

it.skipIf(!hasNative)('gives the same vectors by the native engine and the portable one', async () => {
  const [native, portable] = [await openNativeEngine(), await openPortableEngine()]
  for (const text of TEXTS) {
    const [a, b] = [await native(text), await portable(text)]
    expect(a).toHaveLength(384)
    expect(Math.hypot(...a)).toBeCloseTo(1, 6)
    expect(Math.max(...a.map((value, i) => Math.abs(value - (b[i] ?? 0))))).toBeLessThan(1e-6)
  }
})
