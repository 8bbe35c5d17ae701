import type { Pattern, Rewrite } from '../../../memory/rule.ts'

/* How a sentence said while working becomes one that can be told: as data, each with what it is for and what it must leave alone. */

/** Words at the start that carry nothing. Taken off again and again, in turn with FRAME. */
export const LEAD: Rewrite = {
  pattern:
    /^(?:(?:okay|ok|now|or rather|so|then|next|finally|also|additionally|however|therefore|thus|hence|basically|indeed|but|and|first|firstly|second|secondly|lastly|thought|furthermore|moreover|meanwhile|specifically|for now|from this|based on [^,]{1,40},|at this point|after that|in addition|conversely)\b(?! that\b)(?:\s*[,:—–-])?\s+|(?:great|good|perfect|excellent|alright|right|well|yes|no|ah|oh|hmm|wait|actually|instead|of course|in fact|interesting|interestingly|unfortunately|as expected|note|correct|got it|sure|fortunately|apparently|nice|done|success|aha|similarly|reproduced|confirmed|again)\b\s*[,.!:—–-]+\s*)/i,
  becomes: '',
  says: [
    ['Okay, now let me check it', 'now let me check it'],
    ['Then the cursor is lost', 'the cursor is lost'],
    ['Great! It is None', 'It is None'],
  ],
  not: ['The cursor is lost', 'So that it is kept'],
}

/** A statement about how something was found out, before what was found. */
export const FRAME: Rewrite = {
  pattern:
    /^(?:(?:i|we) (?:can |could |now |have |also |just ){0,3}(?:see|notice|found|find|know|understand|realize|realise|confirmed|verified|learned|noticed|observed)(?: from [^,]{1,40})? that |this (?:confirms|means|shows|indicates|tells me|proves|demonstrates)(?: that)? |(?:the|this) (?:output|result|results|traceback|test|script)(?: clearly)? (?:confirms|shows|indicates|proves)(?: that) |it (?:is|'s) (?:clear|confirmed|evident|obvious) that |as (?:you|we|i) can see,? |the key (?:insight|point|observation) is(?: that)? |note that |remember that |the (?:thing|point|fact) is(?: that)? |it turns out(?: that)? |looking (?:at|in|closer at|back at) [^,]{3,60}, (?:the (?:issue|problem|cause|bug) is (?:that )?)?|(?:which|that) means(?: that)? |i (?:saw|read) that )/i,
  becomes: '',
  says: [
    ['I can see that the listener is attached too early', 'the listener is attached too early'],
    ['This confirms that the key is lost', 'the key is lost'],
    ['It turns out the lock is held', 'the lock is held'],
  ],
  not: ['The listener is attached too early', 'I can see the listener'],
}

/** The same, said with doubt. */
export const HEDGED_FRAME: Rewrite = {
  pattern:
    /^(?:it (?:seems|looks like|appears)(?: like| that)? |this (?:suggests|implies)(?: that)? |(?:i|we) (?:think|believe|suspect|assume|guess)(?: that)? |(?:maybe|perhaps|probably|presumably|possibly) )/i,
  becomes: '',
  says: [
    ['It seems that the key is lost', 'the key is lost'],
    ['Maybe the lock is held', 'the lock is held'],
    ['I think the page is full', 'the page is full'],
  ],
  not: ['It seems', 'The page is probably full'],
}

/** Said with doubt anywhere. */
export const HEDGE: Pattern = {
  pattern:
    /\b(?:maybe|perhaps|probably|might|presumably|possibly|not sure|i think|i guess|i assume|seems?|appears? to|likely|i wonder|unclear|should be fine|hopefully|could be)\b/i,
  says: ['The page might be full.', 'It appears to be None.', 'This is likely a race.'],
  not: ['The page is full.', 'The mighty parser.'],
}

/** Splits a fact from what follows from it. */
export const CONSEQUENCE: Pattern = {
  pattern: /[,;]? (?:and )?(?:so|therefore|hence|thus|that is why|which is why),? ((?:i|we|let's|let me)\b)/i,
  says: ['The bounds are inclusive, so I keep them', 'The lock is held and therefore we wait'],
  not: ['The bounds are inclusive, so the last row counts', 'So much for the lock'],
}

/** What stands before a colon. */
export const COLON: Pattern = {
  pattern: /^([^:`"(]{3,90}): (?=\S)/,
  says: ['The fix is simple: add a column', 'My plan: call it twice'],
  not: ['It: x', 'In the file `a: b`', 'the (a: b) pair'],
}

/** Words before a colon that only announce what follows. */
export const ANNOUNCES: Pattern = {
  pattern:
    /^(?:confirmed|reproduced|there (?:it|they) (?:is|are)|there is the [a-z ]{1,30}|that is the proof|(?:so )?(?:the|my|a) (?:[a-z]+ ){0,3}(?:fix|solution|plan|idea|rule|cause|problem|issue|point|reason|change|answer|conclusion|remedy|explanation|step|bug|error)\b[^:,.]{0,60}|(?:first|second|third|one|another)(?: [a-z]+){0,4}|there (?:is|are) [a-z]+ things? to do|the [a-z]+|[a-z]+(?: [a-z]+)? (?:fix|option|approach|idea|step|way))$/i,
  says: [
    'The fix is simple',
    'There are two things to do',
    'First',
    'So the cause of the loss',
    'Another option',
  ],
  not: ['The fix is simple, and new', 'The listener answers twice'],
}

/** A choice before a colon: what follows is one of several. */
export const CHOICE: Pattern = {
  pattern: /\b(?:two|three|several|ways|options|possib\w+)\b(?! things? to do)/i,
  says: ['There are two cases', 'one possibility'],
  not: ['There are two things to do', 'The fix is simple'],
}

/** Opens with a verb that nobody would take for a noun here. */
export const ORDER: Pattern = {
  pattern:
    /^(?:add|replace|use|remove|write|move|wrap|return|raise|keep|make|convert|call|set|check|put|attach|register|handle|insert|store|split|avoid|skip|pass) (?!is\b|are\b|was\b|and the\b|of\b|has\b|have\b|case\b|key\b|method\b|function\b|statement\b|value\b)[a-z`]/i,
  says: ['add a unique column', 'return None early', 'keep `id` last'],
  not: ['use is made of it', 'return value of the call', 'a column is added', 'set of rows'],
}

/** Announces the code below it and says little without it. */
export const OPENS_CODE: Pattern = {
  pattern:
    /(?:\b(?:following|follows|this|here|like|to|with|code|line|lines|script|is|are|as|steps?|from|be|says?|and|example|fix|implementation|changes|content|snippet|section|block|below|look at|check|see|use|method|function|file|output|found|possibilities|options|things|ways|first|changes?|note)|^\S+(?:\s\S+){0,5}):\s*$/i,
  says: ['Let me look at the following code:', 'The fix:', 'We call it with the arguments in this file:'],
  not: ['Let me look at the code', 'We call it before the second client comes back for the row: it waits'],
}

/** Told about the past: no order and no fact. */
export const PAST_I: Pattern = {
  pattern:
    /\b(?:I|we)(?:'ve| have| had)?(?: (?:now|just|already|also|successfully|correctly|previously))* (?:\w+ed|saw|found|ran|made|wrote|did|was|were|had|got|thought|knew|put|gave|went|came|kept|began|took|left|read|set|forgot|meant|built|chose|understood|been|done|seen|written)\b/i,
  says: ['I ran the tests', 'we have already fixed it', 'Then I saw it'],
  not: ['I run the tests', 'The test ran', 'They ran the tests'],
}

/** Begins with a participle and has no verb of its own: a note, not a sentence. */
export const FRAGMENT: Pattern = {
  pattern:
    /^(?:[A-Z]?[a-z]+(?:ed|ing))\b(?!.*\b(?:is|are|was|would|will|can|makes|means|does|causes|gives|hides?|leads|fails|should|must|has|have)\b)/,
  says: ['Fixed paging bug', 'Checking the order of rows'],
  not: ['Checking the order is slow', 'The order of rows'],
}

/** Orders that say nothing of the code. */
export const EMPTY_ORDER: Pattern = {
  pattern:
    /^(?:be|help|want|see if|think|assume|wait|proceed|go|know|keep (?:this|that|it) in mind|leave|submit|consider|move on|continue|do (?:this|that|it)|need|have)\b/i,
  says: ['proceed to the next file', 'keep this in mind', 'do it again'],
  not: ['keep the order', 'see the order', 'begin at the end'],
}

/** Speaks of the one who works, which no lesson does. */
export const FIRST_PERSON: Pattern = {
  pattern: /\b(?:I|I'm|I'd|I'll|[Mm]e|[Mm]y|[Mm]yself|mine|[Ll]et's|[Ll]et me)\b/,
  says: ['Tell me the order', 'My order', "Let's sort"],
  not: ['Method names are sorted', 'Determine the order'],
}

const MODAL = `(?:i|we)(?:'ll|’ll| will| need to| should| must| have to| want to| am going to|'m going to|’m going to| are going to| can| could| also need to| now need to| would like to| still need to| just need to| only need to| can now| will now| should now| should also| will also| plan to| intend to| decided to| am about to| may need to)(?: (?:now|also|first|then|just|simply|only|next|instead|quickly|therefore|definitely|probably|actually|again|continue to|proceed to|try to|use this to))*`
const PRESENT_VERBS =
  'look|check|read|run|write|add|change|move|search|compare|test|make|put|use|keep|replace|trace|measure|ask|try|rename|restore|remove|call|bind|verify|rerun|take|set|build|give|let|start|leave|open|follow|count|print|pin|split|turn|apply|edit|record|feed|go|hold|accept|prove|rewrite|register|return|raise|pass|wrap|catch|skip|convert|create|fix|guard|reproduce|repeat|rule out|review|switch|drop|attach|store|copy|simulate|mock|extend|insert|define|delegate'

/** Adverbs between what announces an order and its verb. */
export const ADVERBS: Rewrite = {
  pattern:
    /^(?:(?:now|also|first|then|just|simply|only|next|quickly|again|actually|try to|proceed to|continue to|go ahead and|double[- ]check)\s+)+(?=[a-z])/i,
  becomes: '',
  says: [
    ['just simply sort the rows', 'sort the rows'],
    ['double-check the order', 'the order'],
    ['go ahead and sort', 'sort'],
  ],
  not: ['sort the rows', 'the other rows'],
}

/** How an order is announced, and what it is without that; the first that matches is the one. */
export const OPENINGS: readonly (Rewrite & { thenAdverbs?: true })[] = [
  {
    pattern:
      /^(?:the|a|one|my|another|best|simplest)?\s*(?:(?:best|first|shortest|simplest|correct|right|proper|easiest|cleanest|most robust|better|only|possible|obvious) )?(?:fix|solution|plan|idea|way|approach|goal|next step|task|first step|thing to do|change|trick|way to fix (?:this|it)|fix for this)(?: here| then| now)? (?:is|would be|should be|could be) (?:simply |just |then |therefore |now )?to /i,
    becomes: '',
    says: [
      ['The fix is to return None', 'return None'],
      ['My next step would be just to sort', 'sort'],
    ],
    not: ['The fix is there', 'The order is to be kept'],
  },
  {
    pattern:
      /^(?:the|my) (?:(?:first|best|right|simplest) )?(?:fix|solution|remedy|step|answer|repair)(?: for [^:,]{3,40})? is (an? (?!bit\b|lot\b|little\b))/i,
    becomes: 'use $1',
    says: [
      ['The fix is a stable sort', 'use a stable sort'],
      ['My first step for the loss is an index', 'use an index'],
    ],
    not: ['The fix is a bit long', 'A fix is a stable sort'],
  },
  // "My test walks through all pages": what the test does is what to write.
  {
    pattern:
      /^my (?:new |own )?(test|reproduction|script) ((?:walk|request|put|use|call|start|send|compare|count|check|run|type|click|build|read)s\b)/i,
    becomes: 'write a $1 that $2',
    says: [
      ['My test walks through all pages', 'write a test that walks through all pages'],
      ['My own script counts rows', 'write a script that counts rows'],
    ],
    not: ['The test walks through all pages', 'My test fails'],
  },
  {
    pattern:
      /^(?:i|we) (?:can|could|should|will) (?:fix|solve|address|handle|avoid|do) (?:this|it|that)(?: issue| problem)? by (\w+ing)\b/i,
    becomes: 'fix this by $1',
    says: [
      ['I can fix this by sorting', 'fix this by sorting'],
      ['We should avoid that issue by waiting', 'fix this by waiting'],
    ],
    not: ['I can sort this', 'I can fix this by hand'],
  },
  {
    pattern: new RegExp(
      `^(?:${MODAL}|let me|let us|let's|let’s|time to|i need|need to|going to|we need) `,
      'i',
    ),
    becomes: '',
    says: [
      ['I should also wrap the call', 'wrap the call'],
      ['Let me check the order', 'check the order'],
      ['we need to just wait', 'wait'],
    ],
    not: ['You should wrap the call', 'I wrap the call'],
    thenAdverbs: true,
  },
  // The purpose first.
  {
    pattern: new RegExp(
      `^((?:to|in order to|if|when|since|because|once|before|after) [^,]{6,160}), (?:${MODAL}|let me|let's) `,
      'i',
    ),
    becomes: '$1, ',
    says: [
      ['To keep ties stable, I need to sort', 'To keep ties stable, sort'],
      ['When the page is empty, let me stop', 'When the page is empty, stop'],
    ],
    not: ['To keep ties stable, sort', 'I need to sort to keep ties stable'],
    thenAdverbs: true,
  },
  {
    pattern: /^i want (?=an? (?:[a-z-]+ )?(?:test|check|script)\b)/i,
    becomes: 'write ',
    says: [
      ['I want a failing test', 'write a failing test'],
      ['I want a check of the order', 'write a check of the order'],
    ],
    not: ['I want a stable sort', 'We want a test'],
  },
  {
    pattern: new RegExp(`^i (?:now |also |then |first |only |therefore )?(?=(?:${PRESENT_VERBS})\\b)`, 'i'),
    becomes: '',
    says: [
      ['I now count the rows', 'count the rows'],
      ['I keep the bounds', 'keep the bounds'],
    ],
    not: ['I see the bounds', 'You keep the bounds'],
  },
  // "To reproduce this I hold the moment fixed": the purpose first, no comma.
  {
    pattern: new RegExp(
      `^((?:to|for|in|before|after|with) [^,;:.]{4,90}?),? i (?:now |also |then |first |only )?(?=(?:${PRESENT_VERBS})\\b)`,
      'i',
    ),
    becomes: '$1, ',
    says: [
      ['To reproduce this I hold the moment fixed', 'To reproduce this, hold the moment fixed'],
      ['Before the call I pin the clock', 'Before the call, pin the clock'],
    ],
    not: ['To reproduce this I see the moment', 'When it fails I pin the clock'],
  },
]

/** Advice is an order too. */
export const YOU_SHOULD: Rewrite = {
  pattern: /^you (?:should|must|need to|have to) (?!not\b|have\b|be\b)(?:also |now |only |just )?/i,
  becomes: '',
  says: [
    ['You should also sort the rows', 'sort the rows'],
    ['you need to wait', 'wait'],
  ],
  not: ['You should not sort', 'You must have a key', 'They should sort'],
}

/** Taken from the end: what the colon announced was code, of which only a noun stayed. */
export const CODE_LEFT_OUT: Rewrite = {
  pattern: /: the (?:expression|value|message|assignment|call|condition)\.?$/,
  becomes: '',
  says: [
    ['Replace the slice: the expression.', 'Replace the slice'],
    ['It prints twice: the call', 'It prints twice'],
  ],
  not: ['Replace the slice: the other one.', 'the call'],
}

/** Spoken to the reader instead of by the one who works; all of them, in this order. */
export const SECOND_PERSON: readonly Rewrite[] = [
  {
    pattern: /\b(?:i'm|we're)\b/gi,
    becomes: 'you are',
    says: [["I'm at the end", 'you are at the end']],
    not: ["It's at the end"],
  },
  {
    pattern: /\b(?:we've|i've)\b/gi,
    becomes: 'you have',
    says: [["we've a key", 'you have a key']],
    not: ["they've a key"],
  },
  {
    pattern: /\bwe'll\b/gi,
    becomes: 'you will',
    says: [["then we'll wait", 'then you will wait']],
    not: ['a well'],
  },
  {
    pattern:
      /\b(?:I|we) (?=(?:can|could|should|will|need|want|have|do|don't|must|call|pass|use|add|change|set|get|are|run|create|check|only|just|also|return|remove|try|expect|know|see|look)\b)/gi,
    becomes: 'you ',
    says: [
      ['when I call it', 'when you call it'],
      ['If we pass None', 'If you pass None'],
    ],
    not: ['when they call it', 'I wonder'],
  },
  {
    pattern:
      /\bMy (?=(?:own )?(?:reproduction|test|tests|script|change|changes|fix|edit|data|patch|implementation|walk)\b)/g,
    becomes: 'The ',
    says: [['My own script fails', 'The own script fails']],
    not: ['My order', 'my script'],
  },
  {
    pattern:
      /\bmy (?=(?:own )?(?:reproduction|test|tests|script|change|changes|fix|edit|data|patch|implementation|walk)\b)/g,
    becomes: 'the ',
    says: [['with my fix', 'with the fix']],
    not: ['with my order', 'My fix'],
  },
  {
    pattern: /\bour\b/g,
    becomes: 'the',
    says: [['in our cache', 'in the cache']],
    not: ['an hour', 'Our cache'],
  },
  { pattern: /\bfor us\b/g, becomes: '', says: [['it sorts for us', 'it sorts ']], not: ['for use'] },
  { pattern: /\bus\b/g, becomes: 'you', says: [['it tells us', 'it tells you']], not: ['a bus'] },
  { pattern: /\bwe\b/gi, becomes: 'you', says: [['what we saw', 'what you saw']], not: ['the web'] },
  {
    pattern: /\b(?:the|this) (?:PR|pull request|issue)(?:'s)? (?:description|statement|text)\b/gi,
    becomes: 'the report',
    says: [["The issue's statement says so", 'the report says so']],
    not: ['The issue is old'],
  },
  {
    pattern: /\bthe PR\b/g,
    becomes: 'the report',
    says: [['as the PR says', 'as the report says']],
    not: ['a PR'],
  },
]

/** Where a sentence may be cut, the least of it first. */
export const CUTS: readonly Rewrite[] = [
  {
    pattern: /(?<!\b(?:is|are|be|was|becomes|of|to|in)\s*)\s*\([^()]{0,200}\)/,
    becomes: '',
    says: [['sort by id (the key) first', 'sort by id first']],
    not: ['the key is(a, b)', 'the key is (a, b)'],
  },
  {
    pattern: /; .*$/,
    becomes: '',
    says: [['sort by id; then stop', 'sort by id']],
    not: ['sort by id, then stop'],
  },
  {
    pattern: / — .*$/,
    becomes: '',
    says: [['sort by id — it is unique', 'sort by id']],
    not: ['sort by-id'],
  },
  { pattern: /: .*$/, becomes: '', says: [['sort by id: it is unique', 'sort by id']], not: ['sort by a:b'] },
  {
    pattern:
      /,? (?:so that|so|which|because|since|as|while|whereas|although|but|and then|and (?:you|it|the|this|that|see|check|verify))\b[^,]*$/,
    becomes: '',
    says: [
      ['sort by id, because ties have no order', 'sort by id'],
      ['sort by id so that ties are kept', 'sort by id'],
    ],
    not: ['sort by id or what is unique, first', 'sort by id'],
  },
  {
    pattern:
      /,? (?:to (?:see|ensure|make sure|verify|understand|confirm|check)|ensuring|making|using|where|when|before|after|instead of|rather than|if|for|in|and|by|with) [^,]*$/,
    becomes: '',
    says: [
      ['sort the rows to make sure they stay', 'sort the rows'],
      ['sort rows, using their id', 'sort rows'],
    ],
    not: ['sort the rows', 'sort rows, then stop'],
  },
  {
    pattern: /, [^,]*$/,
    becomes: '',
    says: [['sort rows, then stop', 'sort rows']],
    not: ['sort rows then stop'],
  },
]

/** Ends inside a condition whose consequence was cut off. */
export const DANGLING: Pattern = {
  pattern:
    /(?:^(?:if|when|since|because|once|as|while|to|for|after|before)\b|\b(?:that|and|but|so|where|,) (?:when|if|since|because|as|once)\b)[^,]*$/i,
  says: ['Ensure that when the page is empty', 'If the page is empty'],
  not: ['If the page is empty, stop', 'Ensure that the page is empty'],
}

/** Opens with a verb in its bare form. */
export const BARE: Pattern = {
  pattern:
    /^(?:fix|change|replace|add|use|remove|modify|update|move|wrap|handle|convert|ensure|make|create|run|check|verify|test|look|find|write|import|set|return|raise|call|keep|avoid|define|implement|insert|apply|rename|search|read|examine|inspect|confirm|reproduce|rerun|compare|start) (?:the|a|an|if|that|whether|it|this|any|all|each|for|at|to|how|where|why|sure|both|new|existing|[a-z]+ing|`[^`]*`)\s/i,
  says: ['Verify that the cursor is kept', 'Replace the slice'],
  not: ['The slice is replaced', 'Verifying it'],
}
