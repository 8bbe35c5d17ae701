import { type Detector, faultOf, listOf, spansOf, textsOf } from '../detector.ts'

/** The kinds of junk that one audit of 10,134 stored memories counted (mem0#4573), plus remains of prompts and tools. */
const KINDS: readonly { note: string; pattern: RegExp }[] = [
  {
    note: 'restates instructions',
    pattern:
      /\b(?:you are an? (?:\w+ ){0,4}(?:assistant|engineer|agent|model|developer)|the (?:agent|assistant) (?:must|should|has to|is (?:told|asked|instructed|required|allowed))|(?:system|boot|startup) (?:prompt|file|instructions?|message)|instructions? (?:say|says|state)|one command (?:at a time|per)|exactly one (?:bash|code) block|respond (?:only )?(?:with|in)|every (?:answer|response|reply) (?:must|holds|should)|session (?:start|begins?))\b/gi,
  },
  {
    note: 'personal profile',
    pattern:
      /\bthe (?:maintainer|reviewer|owner|team|author) (?:is (?:strict|nice|friendly|picky|probably)|probably|likes|prefers|plans|lives|works at)\b|\b(?:the )?user(?:'s (?:name|favou?rite|preferred|preference|job|role|time ?zone|birthday|goal)| (?:is|was|has been|works?|lives?|likes?|prefers?|wants?|enjoys?|loves?|hates?|speaks?|uses?|asked|said|mentioned|named|called)\b)|\bmy name is\b|\b(?:likes|loves|enjoys|prefers) (?:coffee|tea|dark mode|hiking|music|short answers|concise)/gi,
  },
  {
    note: 'system dump',
    pattern:
      /\b(?:total|free|used|available)[:=]?\s*\d+(?:\.\d+)?\s?(?:[KMGT]i?B|%)|\b(?:cpu|memory|ram|disk) (?:usage|load)\b|\bload average\b|\bpid[:= ]\s?\d+|\buptime\b[^.\n]{0,12}\d|\b(?:linux|darwin|ubuntu|debian|kernel) \d+[.\d]*|\b(?:PATH|HOME|SHELL|LANG|HOSTNAME)=\S+|\b(?:python|node|npm|pip|git|java) v?\d+\.\d+(?:\.\d+)? (?:is |was |and |on )?(?:installed|running|available|detected)|\bdrwx[rwx-]{6}\b|\b(?:INFO|DEBUG|WARN(?:ING)?|ERROR)\s+\[|\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d/gi,
  },
  {
    note: 'status, not a lesson',
    pattern:
      /\b(?:heartbeat|no (?:new )?(?:updates?|messages?|changes? (?:since|were|to report))|nothing (?:new|to report|to do)|all (?:systems|checks) (?:ok|nominal|green)|task (?:was |is |has been )?(?:completed?|finished|done|started|submitted|closed)(?: successfully)?|(?:the )?(?:session|conversation|run) (?:ended|started|was (?:ended|started|saved)|is (?:over|complete)))\b/gi,
  },
  {
    note: 'cron or tool output',
    pattern:
      /\bexit(?:ed with)? code:? \d+|\breturn ?code:? ?\d+|<\/?(?:output|returncode|observation|tool_result|function_calls?|system)>|\bTraceback \(most recent|^\s*\$ \w+|\bcron(?:tab| job)?\b|```/gim,
  },
  {
    note: 'a list of versions',
    pattern: /(?:\b[a-z][\w-]{1,30}[ =@]{1,2}v?\d+\.\d+(?:\.\d+)?[,;\s]{1,3}){3,40}/gi,
  },
  {
    note: 'recalled memory',
    pattern:
      /\b(?:relevant |earlier |retrieved |recalled )?memories (?:found|used|returned|retrieved|recalled|loaded)\b|\btop_k\b|\brecall(?:ed)? (?:of )?(?:earlier |the )?memor(?:y|ies)\b/gi,
  },
  {
    note: 'a passing state',
    pattern:
      /\bwaiting for the\b[^.;\n]{0,40}\b(?:output|answer|reply|result|user|command)|\bcurrent (?:thinking|hypothesis|task|status|todo)\b|\bto be continued\b|\b(?:still|now) (?:in progress|working on|waiting)\b|\b(?:done|left|todo):\s/gi,
  },
  {
    note: 'a rule of the workspace',
    pattern:
      /\b(?:prefer|use) the (?:read|edit|bash|search|write|grep|glob) tool\b|\b(?:never|do not) touch files outside\b|\bsummari[sz]e after each\b|\bmemory file\b|\bpolicy of the workspace\b|\b(?:AGENTS|CLAUDE|GEMINI)\.md\b/g,
  },
  {
    note: 'small talk',
    pattern:
      /\b(?:thank you|thanks for|you're welcome|happy to help|let me know if|great question|hope (?:this|that) helps|as an ai|I (?:apologi[sz]e|cannot assist|am sorry))\b/gi,
  },
  {
    note: 'a passing plan',
    pattern:
      /\b(?:tomorrow|yesterday|today|next (?:week|month|monday|friday)|this (?:morning|afternoon|evening|week)|remind me|remember to (?:ask|call|buy|email)|meeting (?:at|on|with)|by (?:monday|tuesday|wednesday|thursday|friday))\b/gi,
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
