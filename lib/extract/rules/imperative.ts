/** A sentence freed of chatter, and what kind of statement it is. */
export interface Plain {
  text: string
  mood: 'imperative' | 'statement'
  /** Said with doubt ("maybe", "it seems"). */
  hedged: boolean
}

const LEAD =
  /^(?:(?:okay|ok|now|or rather|so|then|next|finally|also|additionally|however|therefore|thus|hence|basically|indeed|but|and|first|firstly|second|secondly|lastly|thought|furthermore|moreover|meanwhile|specifically|for now|from this|based on [^,]{1,40},|at this point|after that|in addition|conversely)\b(?! that\b)(?:\s*[,:—–-])?\s+|(?:great|good|perfect|excellent|alright|right|well|yes|no|ah|oh|hmm|wait|actually|instead|of course|in fact|interesting|interestingly|unfortunately|as expected|note|correct|got it|sure|fortunately|apparently|nice|done|success|aha|similarly|reproduced|confirmed|again)\b\s*[,.!:—–-]+\s*)/i
const FRAME =
  /^(?:(?:i|we) (?:can |could |now |have |also |just ){0,3}(?:see|notice|found|find|know|understand|realize|realise|confirmed|verified|learned|noticed|observed)(?: from [^,]{1,40})? that |this (?:confirms|means|shows|indicates|tells me|proves|demonstrates)(?: that)? |(?:the|this) (?:output|result|results|traceback|test|script)(?: clearly)? (?:confirms|shows|indicates|proves)(?: that) |it (?:is|'s) (?:clear|confirmed|evident|obvious) that |as (?:you|we|i) can see,? |the key (?:insight|point|observation) is(?: that)? |note that |remember that |the (?:thing|point|fact) is(?: that)? |it turns out(?: that)? |looking (?:at|in|closer at|back at) [^,]{3,60}, (?:the (?:issue|problem|cause|bug) is (?:that )?)?|(?:which|that) means(?: that)? |i (?:saw|read) that )/i
const HEDGED_FRAME =
  /^(?:it (?:seems|looks like|appears)(?: like| that)? |this (?:suggests|implies)(?: that)? |(?:i|we) (?:think|believe|suspect|assume|guess)(?: that)? |(?:maybe|perhaps|probably|presumably|possibly) )/i
const HEDGE =
  /\b(?:maybe|perhaps|probably|might|presumably|possibly|not sure|i think|i guess|i assume|seems?|appears? to|likely|i wonder|unclear|should be fine|hopefully|could be)\b/i
const MODAL = `(?:i|we)(?:'ll|’ll| will| need to| should| must| have to| want to| am going to|'m going to|’m going to| are going to| can| could| also need to| now need to| would like to| still need to| just need to| only need to| can now| will now| should now| should also| will also| plan to| intend to| decided to| am about to| may need to)(?: (?:now|also|first|then|just|simply|only|next|instead|quickly|therefore|definitely|probably|actually|again|continue to|proceed to|try to|use this to))*`
const ADVERBS =
  /^(?:(?:now|also|first|then|just|simply|only|next|quickly|again|actually|try to|proceed to|continue to|go ahead and|double[- ]check)\s+)+(?=[a-z])/i
const START = new RegExp(
  `^(?:${MODAL}|let me|let us|let's|let’s|time to|i need|need to|going to|we need) `,
  'i',
)
const PURPOSE_FIRST = new RegExp(
  `^((?:to|in order to|if|when|since|because|once|before|after) [^,]{6,160}), (?:${MODAL}|let me|let's) `,
  'i',
)
const THE_FIX_IS =
  /^(?:the|a|one|my|another|best|simplest)?\s*(?:(?:best|first|shortest|simplest|correct|right|proper|easiest|cleanest|most robust|better|only|possible|obvious) )?(?:fix|solution|plan|idea|way|approach|goal|next step|task|first step|thing to do|change|trick|way to fix (?:this|it)|fix for this)(?: here| then| now)? (?:is|would be|should be|could be) (?:simply |just |then |therefore |now )?to /i
const THE_FIX_IS_A =
  /^(?:the|my) (?:(?:first|best|right|simplest) )?(?:fix|solution|remedy|step|answer|repair)(?: for [^:,]{3,40})? is (an? (?!bit\b|lot\b|little\b))/i
/** "My test walks through all pages": what the test does is what to write. */
const MY_TEST =
  /^my (?:new |own )?(test|reproduction|script) ((?:walk|request|put|use|call|start|send|compare|count|check|run|type|click|build|read)s\b)/i
const FIX_BY =
  /^(?:i|we) (?:can|could|should|will) (?:fix|solve|address|handle|avoid|do) (?:this|it|that)(?: issue| problem)? by (\w+ing)\b/i
const CONSEQUENCE =
  /[,;]? (?:and )?(?:so|therefore|hence|thus|that is why|which is why),? ((?:i|we|let's|let me)\b)/i
const PRESENT_VERBS =
  'look|check|read|run|write|add|change|move|search|compare|test|make|put|use|keep|replace|trace|measure|ask|try|rename|restore|remove|call|bind|verify|rerun|take|set|build|give|let|start|leave|open|follow|count|print|pin|split|turn|apply|edit|record|feed|go|hold|accept|prove|rewrite|register|return|raise|pass|wrap|catch|skip|convert|create|fix|guard|reproduce|repeat|rule out|review|switch|drop|attach|store|copy|simulate|mock|extend|insert|define|delegate'
const PRESENT_I = new RegExp(
  `^i (?:now |also |then |first |only |therefore )?(?=(?:${PRESENT_VERBS})\\b)`,
  'i',
)
/** "To reproduce this I hold the moment fixed": the purpose first, no comma. */
const PURPOSE_THEN_I = new RegExp(
  `^((?:to|for|in|before|after|with) [^,;:.]{4,90}?),? i (?:now |also |then |first |only )?(?=(?:${PRESENT_VERBS})\\b)`,
  'i',
)
/** Words before a colon that only announce what follows. */
const ANNOUNCES =
  /^(?:confirmed|reproduced|there (?:it|they) (?:is|are)|there is the [a-z ]{1,30}|that is the proof|(?:so )?(?:the|my|a) (?:[a-z]+ ){0,3}(?:fix|solution|plan|idea|rule|cause|problem|issue|point|reason|change|answer|conclusion|remedy|explanation|step|bug|error)\b[^:,.]{0,60}|(?:first|second|third|one|another)(?: [a-z]+){0,4}|there (?:is|are) [a-z]+ things? to do|the [a-z]+|[a-z]+(?: [a-z]+)? (?:fix|option|approach|idea|step|way))$/i
const COLON = /^([^:`"(]{3,90}): (?=\S)/
const CONTRACTION: Record<string, string> = {
  "i'm": 'you are',
  "we're": 'you are',
  "we've": 'you have',
  "i've": 'you have',
}
const PAST_I =
  /\b(?:I|we)(?:'ve| have| had)?(?: (?:now|just|already|also|successfully|correctly|previously))* (?:\w+ed|saw|found|ran|made|wrote|did|was|were|had|got|thought|knew|put|gave|went|came|kept|began|took|left|read|set|forgot|meant|built|chose|understood|been|done|seen|written)\b/i

/** Begins with a participle and has no verb of its own: a note, not a sentence. */
const FRAGMENT =
  /^(?:[A-Z]?[a-z]+(?:ed|ing))\b(?!.*\b(?:is|are|was|would|will|can|makes|means|does|causes|gives|hides?|leads|fails|should|must|has|have)\b)/
const BARE =
  /^(?:fix|change|replace|add|use|remove|modify|update|move|wrap|handle|convert|ensure|make|create|run|check|verify|test|look|find|write|import|set|return|raise|call|keep|avoid|define|implement|insert|apply|rename|search|read|examine|inspect|confirm|reproduce|rerun|compare|start) (?:the|a|an|if|that|whether|it|this|any|all|each|for|at|to|how|where|why|sure|both|new|existing|[a-z]+ing|`[^`]*`)\s/i
/** Opens with a verb that nobody would take for a noun here. */
const ORDER =
  /^(?:add|replace|use|remove|write|move|wrap|return|raise|keep|make|convert|call|set|check|put|attach|register|handle|insert|store|split|avoid|skip|pass) (?!is\b|are\b|was\b|and the\b|of\b|has\b|have\b|case\b|key\b|method\b|function\b|statement\b|value\b)[a-z`]/i
/** Announces the code below it and says little without it. */
const OPENS_CODE =
  /(?:\b(?:following|follows|this|here|like|to|with|code|line|lines|script|is|are|as|steps?|from|be|says?|and|example|fix|implementation|changes|content|snippet|section|block|below|look at|check|see|use|method|function|file|output|found|possibilities|options|things|ways|first|changes?|note)|^\S+(?:\s\S+){0,5}):\s*$/i

/** A sentence that says a fact and then what follows from it, as two: "X is Y, so I change Z". One item when it does not. */
export function plainSentences(sentence: string): Plain[] {
  const split = CONSEQUENCE.exec(sentence)
  if (split !== null && split.index > 20) {
    const fact = plainSentence(sentence.slice(0, split.index))
    const action = plainSentence(sentence.slice(split.index + split[0].length - (split[1] ?? '').length))
    if (action?.mood === 'imperative') return fact === null ? [action] : [fact, action]
  }
  const tail = afterColon(sentence)
  if (tail !== null) return [tail]
  const whole = plainSentence(sentence)
  return whole === null ? [] : [whole]
}

const YOU_SHOULD = /^you (?:should|must|need to|have to) (?!not\b|have\b|be\b)(?:also |now |only |just )?/i

/** What follows "The fix is simple:", or an order behind any colon: "The remedy is a total order: add a unique column". */
function afterColon(sentence: string): Plain | null {
  const colon = COLON.exec(sentence.replace(LEAD, ''))
  const head = colon?.[1]
  if (
    colon === null ||
    head === undefined ||
    /\b(?:two|three|several|ways|options|possib\w+)\b(?! things? to do)/i.test(head)
  )
    return null
  const rest = sentence.replace(LEAD, '').slice(colon[0].length)
  const plain = plainSentence(rest)
  if (plain === null) return null
  if (ORDER.test(rest)) return { ...plain, mood: 'imperative' }
  return ANNOUNCES.test(head) ? plain : null
}

/** Rewrites an abstracted sentence to the imperative or a plain statement; null when only chatter is left. */
export function plainSentence(sentence: string): Plain | null {
  let text = sentence.replace(/[’]/g, "'").replace(/\s+/g, ' ').trim()
  let hedged = HEDGE.test(text)
  if (/\?\s*$/.test(text) || OPENS_CODE.test(text)) return null
  text = text.replace(/:\s*$/, '.')
  for (let round = 0; round < 6; round += 1) {
    const before = text
    text = text.replace(LEAD, '').replace(FRAME, '')
    const doubt = text.replace(HEDGED_FRAME, '')
    if (doubt !== text) {
      hedged = true
      text = doubt
    }
    if (text === before) break
  }
  let mood: Plain['mood'] = 'statement'
  const purpose = PURPOSE_FIRST.exec(text)
  if (THE_FIX_IS.test(text)) {
    text = text.replace(THE_FIX_IS, '')
    mood = 'imperative'
  } else if (THE_FIX_IS_A.test(text)) {
    text = text.replace(THE_FIX_IS_A, 'use $1')
    mood = 'imperative'
  } else if (MY_TEST.test(text)) {
    text = text.replace(MY_TEST, 'write a $1 that $2')
    mood = 'imperative'
  } else if (FIX_BY.test(text)) {
    text = text.replace(FIX_BY, 'fix this by $1')
    mood = 'imperative'
  } else if (START.test(text)) {
    text = text.replace(START, '').replace(ADVERBS, '')
    mood = 'imperative'
  } else if (purpose?.[1] !== undefined) {
    text = `${purpose[1]}, ${text.slice(purpose[0].length).replace(ADVERBS, '')}`
    mood = 'imperative'
  } else if (/^i want an? (?:[a-z-]+ )?(?:test|check|script)\b/i.test(text)) {
    text = text.replace(/^i want /i, 'write ')
    mood = 'imperative'
  } else if (PRESENT_I.test(text)) {
    text = text.replace(PRESENT_I, '')
    mood = 'imperative'
  } else if (PURPOSE_THEN_I.test(text)) {
    text = text.replace(PURPOSE_THEN_I, '$1, ')
    mood = 'imperative'
  }
  if (mood === 'statement' && (BARE.test(text) || ORDER.test(text))) mood = 'imperative'
  if (
    mood === 'imperative' &&
    /^(?:be|help|want|see if|think|assume|wait|proceed|go|know|keep (?:this|that|it) in mind|leave|submit|consider|move on|continue|do (?:this|that|it)|need|have)\b/i.test(
      text,
    )
  )
    return null
  if (PAST_I.test(text)) return null
  text = secondPerson(text)
  if (mood === 'statement' && YOU_SHOULD.test(text)) {
    text = text.replace(YOU_SHOULD, '')
    mood = 'imperative'
  }
  if (/\b(?:I|I'm|I'd|I'll|[Mm]e|[Mm]y|[Mm]yself|mine|[Ll]et's|[Ll]et me)\b/.test(text)) return null
  if (mood === 'statement' && FRAGMENT.test(text)) return null
  text = text.replace(/[\s,;:—–-]+$/, '').replace(/^[\s,;:—–-]+/, '')
  // What the colon announced was code, of which only a noun stayed.
  text = text.replace(/: the (?:expression|value|message|assignment|call|condition)\.?$/, '')
  if (text.split(' ').length < 4) return null
  return { text: endSentence(capital(text)), mood, hedged }
}

function secondPerson(text: string): string {
  return text
    .replace(/\b(?:i'm|we're|we've|i've)\b/gi, (m) => CONTRACTION[m.toLowerCase()] ?? m)
    .replace(/\bwe'll\b/gi, 'you will')
    .replace(
      /\b(?:I|we) (?=(?:can|could|should|will|need|want|have|do|don't|must|call|pass|use|add|change|set|get|are|run|create|check|only|just|also|return|remove|try|expect|know|see|look)\b)/gi,
      'you ',
    )
    .replace(
      /\b(M|m)y (?=(?:own )?(?:reproduction|test|tests|script|change|changes|fix|edit|data|patch|implementation|walk)\b)/g,
      (_, m) => (m === 'M' ? 'The ' : 'the '),
    )
    .replace(/\bour\b/g, 'the')
    .replace(/\bfor us\b/g, '')
    .replace(/\bus\b/g, 'you')
    .replace(/\bwe\b/gi, 'you')
    .replace(
      /\b(?:the|this) (?:PR|pull request|issue)(?:'s)? (?:description|statement|text)\b/gi,
      'the report',
    )
    .replace(/\bthe PR\b/g, 'the report')
}

/** First letter large, unless the sentence opens with code. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function endSentence(text: string): string {
  return /[.!]$/.test(text) ? text.replace(/!+$/, '.') : `${text}.`
}

/** Ends inside a condition whose consequence was cut off. */
const DANGLING =
  /(?:^(?:if|when|since|because|once|as|while|to|for|after|before)\b|\b(?:that|and|but|so|where|,) (?:when|if|since|because|as|once)\b)[^,]*$/i

/** The sentence without its last clauses, so that at most `maxWords` words stay; null when no cut makes it short enough. */
export function shorten(text: string, maxWords: number): string | null {
  let current = text.replace(/\.$/, '')
  const count = (t: string) => t.split(' ').length
  if (count(current) <= maxWords) return current
  const cuts = [
    /(?<!\b(?:is|are|be|was|becomes|of|to|in))\s*\([^()]{0,200}\)/,
    /; .*$/,
    / — .*$/,
    /: .*$/,
    /,? (?:so that|so|which|because|since|as|while|whereas|although|but|and then|and (?:you|it|the|this|that|see|check|verify))\b[^,]*$/,
    /,? (?:to (?:see|ensure|make sure|verify|understand|confirm|check)|ensuring|making|using|where|when|before|after|instead of|rather than|if|for|in|and|by|with) [^,]*$/,
    /, [^,]*$/,
  ]
  for (const cut of cuts) {
    for (let guard = 0; count(current) > maxWords && guard < 6; guard += 1) {
      const next = current.replace(cut, '')
      if (next === current || count(next) < 4 || DANGLING.test(next)) break
      current = next
    }
  }
  return count(current) > maxWords ? null : current.replace(/[\s,;:—–-]+$/, '')
}
