import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Answers } from './confirm.tsx'

it('a question has its focus on the answer that leaves things as they are', () => {
  const question = { title: 'Retire all?', text: 'Much at once.', keep: 'Keep them', act: 'Retire them' }
  const html = renderToStaticMarkup(<Answers question={question} end={() => undefined} />)
  expect(/<button[^>]*data-autofocus[^>]*>(.*?)<\/button>/.exec(html)?.[1]).toContain('Keep them')
  expect(html.match(/data-autofocus/g)).toHaveLength(1)
})
