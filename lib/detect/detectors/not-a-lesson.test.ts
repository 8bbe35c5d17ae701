import { expect, it } from 'vitest'
import { linesOf } from '../../fixtures/lines.ts'
import { found, lesson, saidOf } from '../fixtures/lessons.ts'

/** What is kept instead of a lesson, and texts that are that. */
const KEPT: [string, string][] = [
  [
    'restates instructions',
    `
    You are an experienced software engineer
    You are a model of few words
    you are an agent in a terminal
    You are a senior Python developer
    the assistant should be brief
    the agent has to use one tool
    the agent is told to wait
    the agent is asked to wait
    the assistant is instructed to wait
    the agent is required to stop
    the agent is allowed to read
    the boot file was read
    startup instructions come first
    a system message came
    the instruction says to wait
    instructions state the limit
    one command per answer
    exactly one bash block
    exactly one code block
    respond with a list
    every response should be short
    each time: every reply holds one command
    at session start read the notes
    when the session begins read the notes
    `,
  ],
  [
    'personal profile',
    `
    the owner is nice
    the team is friendly
    the author is picky
    the maintainer is probably new
    the reviewer probably left
    the team prefers tabs
    the author plans a journey
    the owner lives in a town
    the maintainer works at a firm
    the user's favourite editor
    the user's favorite editor
    user's preferred name
    the user's preference
    the user's job
    the user's role
    the user's time zone
    the user's timezone
    the user's birthday
    the user's goal
    the user is tired
    the user was away
    the user has been away
    the user works late
    users live far away: the user lives there
    the user likes short lines
    the user wants tea
    the user enjoys walks
    the user loves music
    the user hates tabs
    the user speaks German
    the user uses vim
    the user asked for it
    the user said so
    the user mentioned it
    a user named Ann
    a user called twice
    loves tea
    enjoys hiking
    prefers concise
    likes music
    `,
  ],
  [
    'system dump',
    `
    free: 3 GiB
    used 81%
    available 12.5 GB
    memory usage
    ram load
    disk usage
    linux 6.1
    Darwin 23.4.0
    debian 12
    kernel 5.15
    HOME=/root
    SHELL=/bin/sh
    LANG=C
    HOSTNAME=a1b2
    node v22.3 is installed
    npm 10.2.1 was running
    pip 24.0 and available
    git 2.43.0 on available
    java 21.0 detected
    DEBUG [main]
    WARN [main]
    WARNING [main]
    ERROR [main]
    2026-05-06T07:08 it began
    drwxrwxrwx 2
    pid=12
    `,
  ],
  [
    'status, not a lesson',
    `
    no changes since then
    no changes were made
    no change to report
    no updates
    no new update
    nothing new
    nothing to do
    all checks nominal
    all systems green
    task was completed
    the task is finished
    task has been done
    task started
    task submitted
    task closed
    the run ended
    session started
    the session was ended
    the conversation was started
    the run was saved
    the session is complete
    `,
  ],
  [
    'cron or tool output',
    `
    exit code 1
    exited with code: 127
    returncode 0
    <returncode>1</returncode>
    </observation>
    <tool_result>
    <function_call>
    <function_calls>
    <system>
    a crontab
    runs by cron
    `,
  ],
  [
    'recalled memory',
    `
    relevant memories found
    earlier memories used
    retrieved memories returned
    recalled memories loaded
    memories recalled
    recall the memory
    recalled of earlier memory
    top_k was 5
    `,
  ],
  [
    'a passing state',
    `
    waiting for the answer
    waiting for the reply of the server
    waiting for the result
    waiting for the user
    waiting for the command
    current thinking
    the current task
    current status
    current todo
    now waiting
    still working on it
    done: the first page
    left: the last page
    `,
  ],
  [
    'a rule of the workspace',
    `
    use the read tool
    prefer the edit tool
    use the bash tool
    prefer the search tool
    use the write tool
    prefer the glob tool
    do not touch files outside
    summarise after each
    policy of the workspace
    written in CLAUDE.md
    see GEMINI.md
    `,
  ],
  [
    'small talk',
    `
    I cannot assist
    I am sorry
    I apologise
    thanks for waiting
    a great question
    hope this helps
    I hope that helps
    `,
  ],
  [
    'a passing plan',
    `
    next month
    next monday
    next Friday
    this afternoon
    this evening
    this week
    remember to ask
    remember to buy
    remember to email
    meeting at noon
    meeting on it
    by Tuesday
    by wednesday
    by Thursday
    by friday
    yesterday it ran
    today it ran
    `,
  ],
]

it.each(KEPT)('“%s” is told of each text that is that and no lesson', async (note, lines) => {
  const said = await saidOf('not-a-lesson', linesOf(lines))
  expect(said.filter(([, sentence]) => !sentence.includes(note))).toEqual([])
})

it('leaves lessons alone that speak of such things as of any other', async () => {
  const said = await saidOf(
    'not-a-lesson',
    linesOf(`
      the agent of the browser names its version in a header
      a system call may be interrupted and has to be repeated
      every answer of the cache carries the time when it was made
      the session ends when the cookie is older than an hour
      a user without a role sees an empty page
      two users share one row when the key lacks the tenant
      the user table is read once a page
      the maintainer field of the package is a list
      memory grows with each page that is kept
      the total of the row is rounded before it is added
      free the buffer when the reader closes
      the load of the module costs a second
      node names are compared without case
      the version of the format stands in the first line
      the kernel of the window is one pixel wide
      return the code of the first failing step
      the output of the filter is sorted again
      a task that is awaited twice raises an error
      a task is complete when all its parts are
      the conversation table has no index on its date
      no message is lost when the writer closes first
      nothing is written until the lock is held
      memories of the old process are not shared with the new one
      wait for the lock before the file is read
      the current row is the one that the cursor names
      prefer the lock of the table to that of the row
      a file outside the folder must not be read
      the help text names each option once
      a question mark stands for each value
      the next row begins where the last one ended
      compare by the date, not by the name of the day
      a meeting of two threads is decided by the lock
      the plan of the query is read before the index is built
    `),
  )
  expect(said.filter(([, sentence]) => sentence !== '')).toEqual([])
})

it('three versions in a row are a list, two are a sentence', async () => {
  const [list, sentence] = await saidOf('not-a-lesson', [
    'numpy 1.26.4, pandas 2.2.1, scipy 1.12.0, and so on',
    'it broke between numpy 1.26.4, pandas 2.2.1, of the same week',
  ])
  expect(list?.[1]).toContain('a list of versions')
  expect(sentence?.[1]).toBe('')
})

it('reads every part, and points at each place', async () => {
  const one = lesson({
    description: { objective: 'load average', keywords: ['top_k'] },
    experience: { title: 'no updates', when: 'to be continued', check: 'tomorrow' },
  })
  const [fault] = await found('not-a-lesson', [one])
  expect(fault?.score).toBe(5)
  expect(fault?.detail.spans.map(({ field, note }) => `${field}: ${note}`).toSorted()).toEqual([
    'check: a passing plan',
    'keywords: recalled memory',
    'objective: system dump',
    'title: status, not a lesson',
    'when: a passing state',
  ])
})
