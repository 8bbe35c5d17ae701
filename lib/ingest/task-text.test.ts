import { describe, expect, it } from 'vitest'
import { readTask, withoutShellPrompt } from './task-text.ts'

describe('the task of a run', () => {
  it('is what the template was filled with, even when the issue holds the same tags', () => {
    const template = 'Work on this:\n{{task}}\n--- end of task, you are in {{cwd}}'
    const raw =
      'Work on this:\nThe <pr_description> tag </pr_description> is lost\n--- end of task, you are in /testbed'
    expect(readTask(raw, { template }).text).toBe('tag')
    expect(readTask(raw.replace(/<\/?pr_description>/g, 'x'), { template }).text).toBe('The x tag x is lost')
  })

  it('stands between the words that agents put around it', () => {
    expect(
      readTask(
        '<pr_description>\nConsider the following PR description:\n# Slug keeps dashes\nMore.\n</pr_description>\nGo.',
      ),
    ).toEqual({
      title: 'Slug keeps dashes',
      text: '# Slug keeps dashes\nMore.',
      raw: '<pr_description>\nConsider the following PR description:\n# Slug keeps dashes\nMore.\n</pr_description>\nGo.',
    })
    expect(readTask('Solve.\nISSUE:\nIt breaks\n\nINSTRUCTIONS:\nNow …').text).toBe('It breaks')
  })

  it.each([
    ['a tag', 'You are an engineer.\n<issue>\nThe cursor skips a row\n</issue>\nRun the tests.'],
    ['a tag of SWE-bench', 'Solve.\n<problem_statement>\nThe cursor skips a row\n</problem_statement>'],
    ['a line', 'fix this bug based on the configuration file\nHere is the issue:\n\nThe cursor skips a row'],
    ['a heading', 'Work carefully.\n\n## Problem statement\n\nThe cursor skips a row'],
    ['a fence', 'Solve this.\n**Issue:**\n```\nThe cursor skips a row\n```\nSubmit when done.'],
  ])('is found in a wrapped prompt, behind %s', (_what, raw) => {
    expect(readTask(raw)).toEqual({
      title: 'The cursor skips a row',
      text: 'The cursor skips a row',
      raw,
    })
  })

  it('keeps an issue whole that begins with such a heading, or has one far down', () => {
    const issue = '## Problem description\nThe cursor skips a row\n## Issue\nmore'
    expect(readTask(issue).text).toBe(issue)
    const far = `${'The cursor skips a row. '.repeat(200)}\nHere is the issue:\nmore`
    expect(readTask(far).text).toBe(far)
  })

  it('is the whole message, without the shell prompt, when nothing is known about it', () => {
    expect(readTask('Make it faster\n\n(Open file: n/a)\n(Current directory: /x)\nbash-$').text).toBe(
      'Make it faster',
    )
  })

  it('has a title of one line, cut at 160 characters', () => {
    const { title } = readTask(`\n\n${'long words '.repeat(40)}\nsecond`)
    expect(title.length).toBeLessThanOrEqual(160)
    expect(title.endsWith('…')).toBe(true)
  })

  it('keeps a shell prompt that stands in the middle of an output', () => {
    const text = '(Current directory: /x)\nbash-$\nmore'
    expect(withoutShellPrompt(text)).toBe(text)
  })
})

it('a title keeps 160 characters whole and cuts no sign in half', () => {
  expect(readTask('x'.repeat(160)).title).toBe('x'.repeat(160))
  expect(readTask('x'.repeat(161)).title).toBe(`${'x'.repeat(159)}…`)
  const title = readTask(`${'x'.repeat(158)}😀 and more`).title
  expect(title).toBe(`${'x'.repeat(158)}…`)
  expect(readTask(`${'x'.repeat(157)}😀 and more`).title).toBe(`${'x'.repeat(157)}😀…`)
})

it.each([
  ['## Till rounds\nmore', 'Till rounds'],
  ['\n \n#\n  second  ', 'second'],
  ['', ''],
  ['#hash', 'hash'],
])('the title of %o is %o', (text, title) => {
  expect(readTask(text).title).toBe(title)
})

describe('a template', () => {
  const told = (raw: string, template: string) => readTask(raw, { template }).text

  it.each([
    ['Do: mend it', 'Do: {{task}}', 'mend it'],
    ['Do: mend it. Now go.', 'Do: {{ task }}. Now go.', 'mend it'],
    ['Do: mend it. Now go.', 'Do: {{- task -}}. Now go.', 'mend it'],
    ['In /x do: mend it [end 7]', 'In {{cwd}} do: {{task}} [end {{n}}]', 'mend it'],
    ['do: mend it\nnow', '{% if x %}do: {{task}}\n{% endif %}now', 'mend it\nnow'],
    ['something else', 'Do: {{task}}.', 'something else'],
    ['Do: mend it', 'no slot here', 'Do: mend it'],
  ])('of %o, which %o made, leaves %o', (raw, template, text) => {
    expect(told(raw, template)).toBe(text)
  })

  it('gives way to the task where the run recorded it apart', () => {
    expect(readTask('Do: mend it', { template: 'Do: {{task}}', known: ' # Till ' })).toEqual({
      title: 'Till',
      text: '# Till',
      raw: 'Do: mend it',
    })
    expect(readTask('Do: mend it', { template: 'Do: {{task}}', known: ' ' }).text).toBe('mend it')
  })
})
