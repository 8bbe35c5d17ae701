import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { MarkedOutput, MarkedText } from './marked-text.tsx'

it('marks what was searched for and leaves the rest of the text as it was', () => {
  expect(renderToStaticMarkup(<MarkedText text="a Cursor b" needle="cursor" />)).toBe(
    'a <mark>Cursor</mark> b',
  )
})

it('shows markup in an output as text', () => {
  const html = renderToStaticMarkup(
    <MarkedOutput text={'<img src=x onerror=alert(1)> \u001b[31mred\u001b[0m'} needle="red" />,
  )
  expect(html).toBe('&lt;img src=x onerror=alert(1)&gt; <mark>red</mark>')
})
