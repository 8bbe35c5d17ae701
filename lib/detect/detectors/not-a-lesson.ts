import type { Pattern } from '../../memory/rule.ts'
import { type Detector, faultOf, listOf, spansOf, textsOf } from '../detector.ts'

/** The kinds of junk that one audit of 10,134 stored memories counted (mem0#4573), plus remains of prompts and tools. */
export const KINDS: readonly (Pattern & { note: string })[] = [
  {
    note: 'restates instructions',
    pattern:
      /\b(?:you are an? (?:\w+ ){0,4}(?:assistant|engineer|agent|model|developer)|the (?:agent|assistant) (?:must|should|has to|is (?:told|asked|instructed|required|allowed))|(?:system|boot|startup) (?:prompt|file|instructions?|message)|instructions? (?:say|says|state)|one command (?:at a time|per)|exactly one (?:bash|code) block|respond (?:only )?(?:with|in)|every (?:answer|response|reply) (?:must|holds|should)|session (?:start|begins?))\b/gi,
    says: [
      'You are a helpful coding assistant',
      'the agent must reply',
      'one command at a time',
      'respond only in JSON',
      'the system prompt',
      'instructions say so',
      'every answer must end',
    ],
    not: ['the agent of the browser', 'the command line', 'the row says so', 'every row must end'],
  },
  {
    note: 'personal profile',
    pattern:
      /\bthe (?:maintainer|reviewer|owner|team|author) (?:is (?:strict|nice|friendly|picky|probably)|probably|likes|prefers|plans|lives|works at)\b|(?<!\b(?:one|each|every|any) )\b(?:the )?user(?:'s (?:name|favou?rite|preferred|preference|job|role|time ?zone|birthday|goal)| (?:is|was|has been|works?|lives?|likes?|prefers?|wants?|enjoys?|loves?|hates?|speaks?|uses?|asked|said|mentioned|named|called)\b)|\bmy name is\b|\b(?:likes|loves|enjoys|prefers) (?:coffee|tea|dark mode|hiking|music|short answers|concise)/gi,
    says: [
      'the user prefers dark mode',
      "the user's name",
      'my name is Ann',
      'the reviewer is strict',
      'the maintainer likes short names',
      'likes coffee',
    ],
    not: [
      'the user without a role',
      'with one user is right',
      'the users table',
      'the name is read',
      'the row prefers nothing',
    ],
  },
  {
    note: 'system dump',
    pattern:
      /\b(?:total|free|used|available)[:=]?\s*\d+(?:\.\d+)?\s?(?:[KMGT]i?B|%)|(?<!\bfull )\b(?:cpu|memory|ram|disk) (?:usage|load)\b|\bload average\b|\bpid[:= ]\s?\d+|\buptime\b[^.\n]{0,12}\d|\b(?:linux|darwin|ubuntu|debian|kernel) \d+[.\d]*|\b(?:PATH|HOME|SHELL|LANG|HOSTNAME)=\S+|\b(?:python|node|npm|pip|git|java) v?\d+\.\d+(?:\.\d+)? (?:is |was |and |on )?(?:installed|running|available|detected)|\bdrwx[rwx-]{6}\b|\b(?:INFO|DEBUG|WARN(?:ING)?|ERROR)\s+\[|\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d/gi,
    says: [
      'total: 16 GB',
      'cpu usage',
      'load average',
      'PID: 4711',
      'uptime: 3',
      'PATH=/usr/bin',
      'python 3.11 is installed',
      'drwxr-xr-x',
      'INFO [worker]',
      '2026-01-02 03:04',
      'ubuntu 22.04',
    ],
    not: [
      'the total of the row',
      'the path is read',
      'python reads it',
      'uptime of the service',
      'the load of the module',
      'a loop at full CPU load',
    ],
  },
  {
    note: 'status, not a lesson',
    pattern:
      /\b(?:heartbeat (?:poll|ok|check|received)|no (?:new (?:updates?|messages?)(?! (?:is|are|was|were|gets?|can|may|must)\b)|changes? (?:since|were|to report))|nothing to report|(?<=^|[.;:] )(?:nothing (?:new|to do)|no updates?)|all (?:systems|checks) (?:ok|nominal|green)|task (?:was |is |has been )?(?:completed?|finished|done|started|submitted|closed)\b(?! (?:when|once|if|only|until|after)\b)|(?:the )?(?:session|conversation|run) (?:ended|started|was (?:ended|started|saved)|is (?:over|complete)))\b/gi,
    says: [
      'heartbeat ok',
      'no new messages',
      'nothing to report',
      'all systems ok',
      'task completed successfully',
      'the session ended',
      'conversation is over',
    ],
    not: [
      'the session of the user',
      'a task is done when',
      'nothing is read',
      'no row',
      'no message is lost',
      'no message listener',
      'a lock with nothing to do',
      'a heartbeat that is late',
    ],
  },
  {
    note: 'cron or tool output',
    pattern:
      /\bexit(?:ed with)? code:? \d+|\breturn ?code:? ?\d+|<\/?(?:output|returncode|observation|tool_result|function_calls?|system)>|\bTraceback \(most recent|^\s*\$ \w+|\bcron(?:tab| job)?\b|```/gim,
    says: [
      'exited with code 2',
      'return code: 1',
      '<output>',
      'Traceback (most recent call last)',
      '$ make',
      'a cron job',
      '```',
    ],
    not: ['the code of the exit', 'the output', 'costs 5 $ a row', 'a return'],
  },
  {
    note: 'a list of versions',
    pattern: /(?:\b[a-z][\w-]{1,30}[ =@]{1,2}v?\d+\.\d+(?:\.\d+)?[,;\s]{1,3}){3,40}/gi,
    says: ['numpy 1.2, pandas 2.1.0, scipy 1.4 ', 'aa==1.0 bb==2.0 cc==3.1 '],
    not: ['numpy 1.2 is read', 'numpy 1.2, pandas 2.1.0 '],
  },
  {
    note: 'recalled memory',
    pattern:
      /\b(?:relevant |earlier |retrieved |recalled )?memories (?:found|used|returned|retrieved|recalled|loaded)\b|\btop_k\b|\brecall(?:ed)? (?:of )?(?:earlier |the )?memor(?:y|ies)\b/gi,
    says: ['earlier memories retrieved', 'top_k', 'recalled memory', 'recall of earlier memories'],
    not: ['the memory is freed', 'recall the row', 'memories'],
  },
  {
    note: 'a passing state',
    pattern:
      /\bwaiting for the\b[^.;\n]{0,40}\b(?:output|answer|reply|result|user|command)|\bcurrent (?:thinking|hypothesis|task|status|todo)\b|\bto be continued\b|\b(?:still|now) (?:in progress|working on|waiting)\b|\b(?:done|left|todo):\s/gi,
    says: [
      'waiting for the build output',
      'current hypothesis',
      'to be continued',
      'still in progress',
      'now working on it',
      'todo: sort',
    ],
    not: ['waiting for the lock', 'the current row', 'it is still read', 'done with it'],
  },
  {
    note: 'a rule of the workspace',
    pattern:
      /\b(?:prefer|use) the (?:read|edit|bash|search|write|grep|glob) tool\b|\b(?:never|do not) touch files outside\b|\bsummari[sz]e after each\b|\bmemory file\b|\bpolicy of the workspace\b|\b(?:AGENTS|CLAUDE|GEMINI)\.md\b/g,
    says: [
      'prefer the grep tool',
      'never touch files outside',
      'summarize after each',
      'the memory file',
      'AGENTS.md',
    ],
    not: ['prefer the lock', 'touch the file', 'summarise the rows', 'agents.md'],
  },
  {
    note: 'small talk',
    pattern:
      /\b(?:thank you|thanks for|you're welcome|happy to help|let me know if|great question|hope (?:this|that) helps|as an ai|I (?:apologi[sz]e|cannot assist|am sorry))\b/gi,
    says: ['Thank you', "you're welcome", 'happy to help', 'let me know if', 'as an AI', 'I apologize'],
    not: ['the help text', 'as an array', 'know the row'],
  },
  {
    note: 'a passing plan',
    pattern:
      /\b(?:(?<=^|[.;:] )(?:tomorrow|yesterday|today)\b|(?:plan|agenda|schedule|notes?|todo) for (?:today|tomorrow)|today's (?:notes?|plan|agenda|tasks?)|next (?:week|month|monday|friday)|this (?:morning|afternoon|evening|week)|remind me|remember to (?:ask|call|buy|email)|meeting (?:at|on|with)|by (?:monday|tuesday|wednesday|thursday|friday))\b/gi,
    says: [
      'Tomorrow: merge it',
      'the plan for today',
      'next week',
      'this morning',
      'remind me',
      'meeting with Ann',
      'by monday',
      'remember to call',
    ],
    not: [
      'the next row',
      'a total that works today',
      'rows of yesterday',
      'this row',
      'a week',
      'the meeting table',
      'call it by name',
    ],
  },
]

export const notALesson: Detector = {
  name: 'not-a-lesson',
  definition:
    'Keeps something else than experience: instructions restated, a profile of a person, the state of a machine, a status line, tool output, small talk, a plan for the day.',
  async find({ entries }) {
    return entries.flatMap((entry) => {
      const spans = textsOf(entry).flatMap((text) => KINDS.flatMap((kind) => spansOf(text, kind)))
      return faultOf(
        entry,
        spans,
        `Reads as something else than a lesson: ${listOf(spans.map(({ note }) => note))}.`,
      )
    })
  },
}
