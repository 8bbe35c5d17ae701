/* Whether a sentence that has left its run still says something. Rules of English, none of them about one project. */

const CODE = /`[^`]*`/g
const QUOTED = /"[^"]*"/g

/** A finite verb that is no noun, and verbs of the trade in the forms a plain statement has. */
const AUXILIARY =
  /\b(?:is|are|was|were|has|have|had|does|do|did|can|cannot|could|will|would|shall|should|must|may|might)\b|n't\b|'s (?:not|no|an?|the)\b/i
const VERB =
  /\b(?:accept|access|account|add|adjust|affect|agree|allow|answer|appear|append|apply|ask|assign|assume|attach|avoid|become|begin|belong|break|bring|build|bypass|cache|call|carry|catch|cause|change|check|clear|close|collect|come|commit|compare|compile|compute|confirm|contain|convert|copy|count|cover|crash|create|cut|deal|decide|declare|decode|default|define|delegate|delete|depend|detect|differ|disappear|discard|do|double|drop|emit|encode|end|enter|escape|evaluate|exist|exit|expand|expect|expire|explain|expose|fail|fall|find|fire|fit|flag|follow|force|forget|format|generate|get|give|go|guard|handle|happen|help|hide|hold|ignore|import|include|inherit|insert|instantiate|interpret|invoke|iterate|join|jump|keep|lack|lead|leak|leave|let|lie|limit|list|listen|live|load|log|look|lose|make|mask|match|mean|measure|merge|miss|modify|move|mutate|need|notice|offer|open|own|overflow|override|overwrite|parse|pass|point|prefer|prevent|print|produce|propagate|provide|pull|put|raise|reach|read|rebuild|redraw|receive|record|refer|register|reject|rely|remain|remember|remove|rename|render|repeat|replace|report|represent|require|reset|resolve|rest|return|reuse|rewrite|round|run|save|say|see|send|separate|serve|set|share|show|skip|sort|split|start|stay|stop|store|strip|supply|support|survive|swallow|switch|synchroni[sz]e|sum|sign|take|tell|throw|touch|treat|trigger|truncate|turn|update|use|validate|vanish|wait|walk|want|win|work|wrap|write|yield)(?:e?s)?\b/i
/** The same for verbs that change their y: "copies", "tries". */
const VERB_IES = /\b(?:appl|carr|cop|den|empt|quer|rel|retr|suppl|tr|var|modif|specif|notif)ies\b/i
const PAST_TENSE =
  /\b(?:[a-z]{2,}[^e\W]ed|went|came|got|gave|took|made|kept|lost|fell|held|found|broke|ran)\b/i

const ANY_VERB = new RegExp([AUXILIARY, VERB, VERB_IES, PAST_TENSE].map((one) => one.source).join('|'), 'gi')

const OPENS_CLAUSE =
  /^(?:if|when|whenever|once|since|because|after|before|while|although|unless|until|as|given that|even if|even though|so that)\b/i
/** A heading and not a sentence: "Kept rows: all". */
const LABEL = /^[A-Z][a-z]*(?: [a-z]+)?: /
/** "After a reconnect the page ...": a phrase and then the sentence. */
const OPENS_PHRASE = /^(?:after|before|until) (?:an?|the) (?:[a-z-]+ ){1,3}(?:the|an?|each|every|no) /i
/** Ends where something has to follow. */
const OPEN_END =
  /(?:^| )(?:the|a|an|of|to|for|and|or|but|with|by|from|if|when|as|its|be|which|than|because|since|into|using|via|e\.g|i\.e|says?|suggests?|shows?|means|do|does|did|has|have|had|must|can|will|not)[.:,"]*$/i

/** True when a statement or an order is no whole sentence: a clause without its main clause, a noun without a verb, a cut end. */
export function isFragment(text: string, mood: 'imperative' | 'statement'): boolean {
  const plain = text.replace(/\.$/, '').trim()
  // Code and quotations hide what the sentence itself is built of.
  const words = plain.replace(CODE, 'it').replace(QUOTED, 'it')
  if (
    /^[("“…]|^[^a-z`]*$/.test(plain) ||
    /\.\.\.|…|::/.test(words) ||
    OPEN_END.test(words) ||
    /[:(]$/.test(words)
  )
    return true
  const [head = ''] = words.split(/ [-–—] /)
  if (mood === 'statement' && LABEL.test(words)) return true
  if (mood === 'statement' && head !== words && !OPENS_CLAUSE.test(head) && !hasVerb(head)) return true
  if (OPENS_CLAUSE.test(words) && !OPENS_PHRASE.test(words)) {
    const main = mainOf(words)
    if (main === null || main.split(' ').length < 2) return true
    return mood === 'statement' && !hasVerb(main)
  }
  if (/^(?:which|that|whether|where|why|and|or|but|not|including|such as|so|than) /i.test(words)) return true
  return mood === 'statement' && !hasVerb(words)
}

/** What follows the opening clause; null when nothing does. */
function mainOf(text: string): string | null {
  const outside = text.replace(/\([^()]*\)/g, '')
  for (const match of outside.matchAll(/, (?:then )?/g)) {
    const rest = outside.slice(match.index + match[0].length)
    if (
      !/^(?:and|or|but|which|who|where|even|including|such as|so|not|e\.g|i\.e|if|when|because|since)\b/i.test(
        rest,
      )
    )
      return rest
  }
  return / then (.+)$/.exec(outside)?.[1] ?? null
}

function hasVerb(text: string): boolean {
  // An infinitive is no verb of the sentence's own, and what follows an article is a noun.
  const own = text
    .replace(/\bto [a-z]+\b/gi, ' ')
    .replace(/\b(?:an?|the|no|its|each|every|two|three) [a-z-]+/gi, ' one')
    .replace(/^\S+/, '')
  const verbs = [...own.matchAll(ANY_VERB)].map((match) => match.index)
  const relative = own.search(/ (?:that|which|who|whose|where) /)
  // "Hours that shift by one day": the verb is the relative clause's, and another must follow.
  return relative < 0 || verbs.some((at) => at < relative) ? verbs.length > 0 : verbs.length > 1
}

const PRONOUN_OBJECT =
  /^(?:[a-z-]+ ){1,2}(?:exactly |only |just |all of |both of )?(?:it|them|that|this|these|those|both|one|so)(?=[.,;:)]|$| (?:to|in|on|as|at|with|for|from|into|back|up|out|off|and|or|if|when|so|because|since|before|after|by|inside|escaped|again|too|there|here|is|was|are|more|less|only|explicitly|directly|manually|works?)\b)/i
const POINTS_ASIDE =
  /\b(?:there|here)(?: (?:too|as well|also))?(?=[.,;]|$)|\b(?:too|as well)(?=[.,;]|$)|\b(?:the (?:former|latter|above)|as (?:before|above|analy[sz]ed|planned|discussed|mentioned|expected)|mentioned (?:above|before|earlier)|previous(?:ly)? (?:step|command|attempt|edit)|earlier)\b/i
const THIS_NOUN =
  /\b(?:this|these|those) (?!is\b|are\b|was\b|were\b|has\b|have\b|must\b|will\b|can\b|that\b|which\b)([a-z]{3,})\b/gi

/** True when the sentence leans on a thing that only its run knows: "convert it", "add them there too", "fix this bug". */
export function isDangling(text: string, mood: 'imperative' | 'statement'): boolean {
  const plain = text.replace(/\.$/, '').replace(CODE, 'code')
  if (POINTS_ASIDE.test(plain)) return true
  for (const match of plain.matchAll(THIS_NOUN)) {
    // "In this form: a skeleton once, ...": said right there.
    if (plain.charAt(match.index + match[0].length) === ':') continue
    const noun = (match[1] ?? '').replace(/s$/, '').slice(0, 5)
    if (!plain.slice(0, match.index).toLowerCase().includes(noun)) return true
  }
  if (mood === 'statement')
    return /^(?:It|This|That|They|These|Those|He|She|There|None|Neither|Another|(?:Both|One) (?:is|are|was|were|of|more|has|have|do|does|would|can|take|use|come)|The (?:other|same))\b/.test(
      plain,
    )
  if (/^[a-z-]+ (?:if|that|whether) (?:it|this|they|these|those)\b/i.test(plain)) return true
  if (
    /\bthe (?:other|others|rest|remaining) /i.test(plain) &&
    !/\b(?:one|both|first|two|each|either)\b/i.test(plain)
  )
    return true
  if (/\b(?:these|those)(?=[,.;)]|$)/i.test(plain)) return true
  const opening = OPENS_CLAUSE.test(plain) || /^(?:to|for|in|with|on) [^,]+, /i.test(plain)
  const main = opening ? mainOf(plain) : plain
  if (main === null) return false
  // "Update the method to use it": the purpose names a thing from before.
  if (!opening && / to [a-z]+ (?:it|them)\b/i.test(main)) return true
  if (!PRONOUN_OBJECT.test(main)) return false
  // "If the value is a list, convert it": the condition names what the pronoun means.
  return (
    !opening ||
    !/\b(?:the|an?|each|every|no|any|all|some) [a-z]/i.test(plain.slice(0, plain.length - main.length))
  )
}

/** Nouns that stand where a name stood; without a word beside them they name nothing. */
const EMPTY_NOUN =
  /\b(?:the|an?|another|its|each|any|some|this) (?:value|expression|condition|assignment|constant|attribute|call|address|statement|definition|message|option|number|report|command|setting|decorator|import)s?\b(?! (?:of|that|which|for|from|inside|between|is (?:None|not|empty|missing|0|true|false|zero|negative)|are (?:empty|missing)|line\b))/gi
const EMPTY_THING =
  /\b(?:another (?:function|method|class|module|file|folder|test|script)|the (?:class|function|method|file|folder) (?:class|function|method|value|file)\b)/gi
/** `x=True`, `x = self[y]`: an assignment to nobody. */
const EMPTY_CODE =
  /`(?:not |if |if not )?[xy]`|`[xy] ?=(?!=)[^`]*`|`[^`]*\b[xy]\[y\][^`]*`|`[xy]\.[^`]*`|\[y\]/g
/** A container that may go unnamed where the sentence says what is in it. */
const BARE_CONTAINER =
  /\b(?:the) (?:function|method|class|module|object|error|folder|file)\b(?! (?:of|that|which|for|returns?|raises?|is raised))/gi

/** How many things of a sentence have no name left; a container counts half. */
/** A placeholder in somebody's quotation marks or text: 'the body value'. */
const QUOTED_BLANK =
  /['"](?:the|another) [a-z ]{0,24}(?:value|class|function|method|expression|attribute|constant)['"]/gi

export function hollowness(text: string): number {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return (
    count(EMPTY_NOUN) +
    count(EMPTY_THING) +
    2 * count(EMPTY_CODE) +
    2 * count(QUOTED_BLANK) +
    0.5 * count(BARE_CONTAINER)
  )
}

/** About the run, its files, its people or its progress: true then and there only. */
const RUN_TALK =
  /\b(?:(?:before|when|prior to) (?:submitting|committing|finishing)|submission|the (?:PR|pull request|ticket|maintainers?|reporter|instructions?|hints?)\b|(?:the )?(?:user|report|issue|PR|ticket|author) (?:thinks?|wants?|says?|expects?|reports?|suggests?|mentions?|asks?|states?|describes?|is (?:right|wrong))|hidden tests?|(?:reproduction|debug|helper|temporary|test) (?:scripts?|files?) (?:now|still|is|are|was|were|prints?|outputs?|shows?|uses?|fails?|passes|works?)|tests? (?:are|is) (?:failing|passing|runnable)(?=[.,;]|$)|the (?:test )?environment|in the (?:sandbox|container|repo\b)|this repo|so far|test case \d|case \d+:|step \d+|(?:should|to) (?:be )?(?:look|looks) (?:correct|good|right|fine)|looks? (?:correct|good|right|fine|ok)|(?:is|are) (?:correct|right|wrong|safe|sound|fine|ok|okay|relevant|important)(?=[.,;(]| \(|$)|makes sense|good practice|(?:is|was) (?:just|indeed) (?:a|the)\b|installed|pip|test runner|anyway|docstrings?|type hints?|change ?log|release notes?|comments?\b(?= (?:to|in|for|above|that)))/i
const YOUR_RUN =
  /\byou (?:are|were|aren't|want|have|haven't|had|need|find|can|can't|cannot|do|don't|didn't|might|may|could|would|will|won't|think|know|see|get|go|should|must|just|also|only|already|probably|still)\b/i

/** A sentence whose subject is a test or a script of the run. */
const ABOUT_A_TEST =
  /^(?:the|an?|this) (?:[a-z]+ )?(?:tests?|test case|reproduction|script)\b(?! (?:must|has to|should|is passing \w))/i

export function isRunTalk(text: string): boolean {
  return (
    /, (?:then |so )?you\b/.test(text) ||
    RUN_TALK.test(text) ||
    YOUR_RUN.test(text) ||
    ABOUT_A_TEST.test(text)
  )
}

/** How a text is edited, not what the change is. */
export const EDITING =
  /\b(?:indent\w*|dedent\w*|line numbers?|column \d+|find and replace|regex to (?:find|replace|match)|insert(?:ion)? (?:points?|before|after)|(?:old|new|search) (?:string|block|text)|patch(?:es)?|hunk|heredoc|raw strings?|whole file|file (?:again|content)|lines until|sed|perl|python script)\b|\b(?:append|insert|put|add|place|move)\b.{1,60}\b(?:after|before|below|above) (?:the|an?|it)\b(?!.{1,60}\b(?:is|are|so that|because)\b)/i
const LOOK =
  '(?:check|see|verify|confirm|find out|determine|look|investigate|search|inspect|examine|identify|find|locate|review)'
const STATE =
  '(?:defined|exposed|available|used|called|imported|documented|overridden|supported|needed|required|implemented|stored|set|mentioned|located|relevant|necessary|similar|somewhere|anywhere|elsewhere|(?:any|some|no)thing else)'
/** Asks whether a thing is there at all, or what it is; the answer was the lesson. */
export const EXISTENCE = new RegExp(
  [
    `^${LOOK}(?: (?:for|if|whether|that))? (?:there (?:is|are|was|were)|there's|you|any|other|all|both|more)\\b`,
    `^${LOOK}(?: (?:at|for|out))? (?:what|where|which|who|how|why)\\b`,
    `^${LOOK} (?:if|whether) .{1,80}\\b(?:is ${STATE}|are ${STATE}|${STATE}$|${STATE}[.,]|(?:has|have) (?:the|an?|it)|exists?|needs? (?:to|an?|any|special|more))\\b`,
    // "Check the other module": a place, and no claim about it.
    `^${LOOK}(?: (?:at|for|in|into))? (?:the|an?|its|our|your|this|imports?|usages?|logs?)\\b(?!.{0,80}(?:\\b(?:that|(?<!see )(?:if|whether)|so that|because|for (?:each|every|both))\\b|:))`,
  ].join('|'),
  'i',
)
