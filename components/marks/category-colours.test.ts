import { readFileSync } from 'node:fs'
import { hsl } from 'd3'
import { expect, test } from 'vitest'

const css = readFileSync('app/globals.css', 'utf8')

test.each(['analyze', 'reproduce', 'edit', 'verify'])(
  '%s keeps its colour in the dark theme: the same hue, and no pastel',
  (category) => {
    const [, light = '', dark = ''] =
      new RegExp(`--${category}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? []
    const [day, night] = [hsl(light), hsl(dark)]
    expect(Math.abs(day.h - night.h)).toBeLessThan(15)
    expect(night.l).toBeLessThan(0.7)
  },
)
