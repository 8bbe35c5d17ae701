import { ROUTES } from '../../lib/api/http.ts'
import { fieldsOf, inputOf } from '../../lib/api/openapi.ts'
import { STRATEGIES } from '../../lib/retrieval/strategies/all-strategies.ts'

const MARK = '<!-- from here on: made by node scripts/make/reference.ts -->'

/** docs/reference.md: what is written by hand (commands and settings), then strategies and the HTTP API from the lists of the code. */
export function referencePage(page: string): string {
  const [byHand = ''] = page.split(MARK)
  return `${byHand.trimEnd()}\n\n${MARK}\n\n${strategies()}\n\n${addresses()}\n`
}

function strategies(): string {
  const rows = STRATEGIES.map(({ name, source, needs, after }) => {
    const notes = [
      needs === 'model' ? 'needs a model' : '',
      needs === 'choices' ? 'needs questions for which a model has chosen' : '',
      needs === 'items' ? 'needs runs of which a model wrote items' : '',
      needs === 'readings' ? 'needs questions that a model has read' : '',
      after ? 'never in a default comparison' : '',
    ].filter(Boolean)
    return `| \`${name}\` | ${cell(source)}${notes.length > 0 ? ` (${notes.join('; ')})` : ''} |`
  })
  return ['## Strategies', '', '| strategy | where it comes from |', '| --- | --- |', ...rows].join('\n')
}

function addresses(): string {
  const rows = ROUTES.map(({ method, path, words, parameters, body }) => {
    const asked = fieldsOf(parameters).map(fieldWords)
    const sent =
      body === null ? '' : 'bytes' in body ? 'the file' : fieldsOf(inputOf(body)).map(fieldWords).join('; ')
    return `| \`${method} /${path}\` | ${cell(words)} | ${cell(asked.join('; '))} | ${cell(sent)} |`
  })
  return [
    '## HTTP API',
    '',
    'Below `/api/v1`. A field with a star is required. An unknown parameter or field is refused with its name; a fault is `{error: {code, message, place, hint}}`. The same as OpenAPI: `GET /api/v1/openapi.json`.',
    '',
    '| address | what it gives or does | parameters | body (JSON unless a file) |',
    '| --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function fieldWords({ name, type, isRequired }: ReturnType<typeof fieldsOf>[number]): string {
  return `\`${name}\`${isRequired ? '*' : ''} ${type.length > 60 ? `${type.slice(0, 57)}…` : type}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
