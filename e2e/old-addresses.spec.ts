import { OLD_ADDRESSES } from '../app/old-addresses.ts'
import { expect, test } from './fixtures.ts'

test('every address of an earlier version leads to where its page is now, and keeps what it says', async ({
  request,
}) => {
  for (const { from, to } of OLD_ADDRESSES) {
    const asked = `${from.replace(':id', 'x1')}?project=sample`
    const answer = await request.get(asked, { maxRedirects: 0 })
    expect(answer.status(), asked).toBe(307)
    const { pathname, searchParams } = new URL(answer.headers().location ?? '', 'http://localhost')
    const [path, query] = to.replace(':id', 'x1').split('?')
    expect([asked, pathname, searchParams.get('project')]).toEqual([asked, path, 'sample'])
    for (const [name, value] of new URLSearchParams(query)) expect(searchParams.get(name)).toBe(value)
  }
})
