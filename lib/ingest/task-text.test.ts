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
