import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CutName } from './end-of-name.tsx'

const drawn = (name: string) => renderToStaticMarkup(<CutName name={name} />)

it('two tasks of one session differ in the part that is always seen', () => {
  const session = '88f04c6a-d128-40bf-96b3-6b2aa787f62e'
  for (const name of [`${session}#1`, `${session}#12`]) {
    const seen = />([^<]*)<\/span><\/span>$/.exec(drawn(name))?.[1]
    expect(seen).toMatch(name.endsWith('#12') ? /#12$/ : /#1$/)
    expect(drawn(name)).toContain(`title="${name}"`)
    // It is read out whole and once; the pieces are for the eye.
    expect(drawn(name)).toContain(`<span class="sr-only">${name}</span>`)
    expect(drawn(name).replaceAll(/<span aria-hidden[^>]*>[^<]*<\/span>|<[^>]*>/g, '')).toBe(name)
  }
})

it('a short name is seen whole', () => expect(drawn('fc-1')).toContain('>fc-1</span>'))
