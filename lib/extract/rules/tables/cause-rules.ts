import type { Rule } from '../../../memory/rule.ts'

/** Says why: the words that join an effect to what brings it about. */
export const CAUSES: readonly Rule[] = [
  {
    pattern:
      /\b(?:root cause|the (?:cause|reason|culprit)|caused by|because|due to|that is why|this is why)\b/i,
    weight: 2.5,
    says: ['The key is lost because the dictionary is copied first.', 'The root cause is a naive datetime.'],
    not: ['The value is a string.'],
  },
  {
    pattern:
      /\b(?:which|so it|this|that) (?:means|causes|makes|leads|results|truncates|loses|drops|overwrites|raises|fails|breaks|returns|turns|skips|ignores|prevents|triggers)\b|\b(?:causing|leading to|resulting in|as a result|so that|therefore|hence)\b/i,
    weight: 2,
    says: [
      'It uses integer division, which truncates the decimal part.',
      'The lock is held, causing a deadlock.',
    ],
    not: ['The function which holds the lock.'],
  },
  {
    pattern:
      /\b(?:the|a) (?:issue|problem|bug|error|failure|fault) (?:is|was|lies|comes|occurs|happens|arises|here is)\b/i,
    weight: 1.5,
    says: ['The issue is that the default is shared.'],
    not: ['Report the issue.'],
  },
  {
    pattern:
      /\b(?:instead of|rather than|even (?:if|when|though)|regardless|without|before|after|only (?:when|if|for|the|one|once)|always|never|twice|unless|whereas|but not|although|while)\b/i,
    weight: 1.2,
    says: ['It compares by identity instead of by value.', 'The check runs only when the list is not empty.'],
    not: ['It compares two values.'],
  },
  {
    pattern: /\b(?:since|so|as|when|if)\b/i,
    weight: 0.6,
    says: ['Since strings are iterable, each character is taken for an item.'],
    not: ['Strings are iterable.'],
  },
]

/** Says that something is not as it has to be. */
export const FAULTS: readonly Rule[] = [
  {
    pattern: /\b(?:not|never|cannot|nothing|nobody|no)\b|n't\b/i,
    weight: 1,
    says: ['The header is never read again.', "It doesn't escape the quote."],
    not: ['The note is read once.'],
  },
  {
    pattern:
      /\b(?:fail\w*|rais\w+|crash\w*|break\w*|broken|throw\w*|error|exception|wrong\w*|incorrect\w*|invalid|missing|miss(?:es)?|los[te]\w*|skip\w*|ignor\w*|overwr\w*|drop\w*|swallow\w*|truncat\w*|duplicat\w*|twice|stale|leak\w*|hang\w*|mutat\w*|shadow\w*|collid\w*|conflict\w*|mismatch\w*|too (?:early|late|many|few|long|short|broad|strict)|unexpected\w*|bypass\w*|overrid\w*|clobber\w*|corrupt\w*|ambiguous|hardcod\w*|assum\w+)\b/i,
    weight: 1,
    says: ['The cursor skips a row.', 'The parent value is overwritten.', 'The code assumes one item.'],
    not: ['The cursor returns a row.'],
  },
  {
    pattern:
      /\b(?:instead of|rather than|only (?:when|if|for|the|one)|regardless|without|before it|outside|strictly|even (?:if|when|though))\b/i,
    weight: 0.8,
    says: ['It reads the class attribute instead of the instance.'],
    not: ['It reads the instance.'],
  },
]

/** Opens with what only the sentences before it explain. */
export const LEANING: readonly Rule[] = [
  {
    pattern:
      /^(?:modify|update|change|edit) the [^,]{1,60}\b(?:function|method|class|module|file)(?: in the (?:\w+ ){0,3}(?:module|file|class))?\.$/i,
    weight: 1,
    says: ['Modify the parse function in the module.'],
    not: ['Modify the parse function to return None for an empty text.'],
  },
  {
    pattern:
      /^(?:It|This|That|They|These|Those|He|There|Here|Both|Neither|None|One|Another|Still|Everything|Nothing|All|Or|And|But|So|Then|Also|Otherwise|Such|Same|Otherwise|Wait|Which|Where|What|How|Why|Whether|Fields?=)\b/,
    weight: 1,
    says: ['This breaks the loop.', 'Otherwise it goes on.'],
    not: ['A shared default breaks the loop.'],
  },
  {
    pattern:
      /^(?:If|When|Once|Since|Because|While|As|After|Before) (?:it|this|that|they|these|those|so|not|yes|he|the (?:condition|first|second|other|latter|former))\b/i,
    weight: 1,
    says: ['If it is empty, nothing happens.'],
    not: [
      'If the list is empty, the loop is skipped.',
      'When you call a method twice, the lock is taken twice.',
    ],
  },
  {
    pattern:
      /^The (?:other|same|first|second|third|last|rest|only|current|following|next|previous|original|new|latter|former|above|main|key|actual|real|relevant|initial|existing|final) (?!argument|parameter|element|item|row|operand|character|byte|line|occurrence|match|value|key|exception|error|process|thread|event loop|state|transaction|implementation|code)/i,
    weight: 1,
    says: ['The second one should skip.', 'The original test is fine.'],
    not: ['The first argument is evaluated once.', 'The current implementation uses integer division.'],
  },
  {
    pattern:
      /\b(?:here|above|below|this (?:case|issue|problem|offset|reference|line|block|branch|test|file|part|function|method|class|check|condition|code|approach|behaviou?r|value|one)|these (?:lines|methods|tests)|that (?:line|one|function|method)|step \d|line \d|the (?:number|line|script|snippet|output|example|traceback|terminal))\b/i,
    weight: 1,
    says: ['The error happens here.', 'This method is called twice.'],
    not: ['A method that is called twice registers twice.'],
  },
  {
    pattern:
      /^(?:If|When|While|Since|As|Because)\b[^,]*\.?$|^The error (?:message (?:says|mentions|is)|occurs (?:when|in|at)|is raised (?:in|at))|^(?:The (?:issue|problem|bug|error|failure) (?:is|was|occurs|lies) (?:in|with|on|at|related|specific|only|confirmed)|Currently|Now|You|Already|Just|Only if|Even)\b|["“][^"”]{12,}["”]|\bat the (?:beginning|end|top|bottom|start) of the\b/i,
    weight: 1,
    says: [
      'If the mode is not None.',
      'The error message mentions a type.',
      'The issue is in the operations file.',
      'Currently you just go on.',
      'The message says "no alias in the join condition".',
      'Insert it at the top of the method.',
    ],
    not: ['A text that cannot be parsed gives `NaN`.'],
  },
  {
    pattern:
      /^\w+ the (?:value|function|method|expression|condition|class|call|attribute|module|file|assignment|constant)\b(?! (?:that|which|of)\b)|\banother (?:value|function|method|expression|condition|class|call|attribute|module|message|assignment)\b|\bvalue values?\b|(?:\bthe (?:value|function|method|expression|condition|class|call|attribute|module|file|assignment|constant)\b(?! (?:that|which|of)\b).*){3}/i,
    weight: 1,
    says: [
      'Use the value for authentication.',
      'The function calls another function.',
      'The value of the class is the value that the method sets in the module.',
    ],
    not: ['The function returns the shared default.'],
  },
  {
    pattern: /\b(?:t1|t2|x=|y=|foo|bar|baz|test_\w+|[A-Z]\d{3})\b/,
    weight: 1,
    says: ['Only t2 should be skipped.', 'The rule L031 reads it.'],
    not: ['Only the joined table should be skipped.'],
  },
]
