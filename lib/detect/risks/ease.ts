import type { Pattern } from '../../memory/rule.ts'
import { re, SECRET } from './risk.ts'

/** What a lesson has to guard: named in the advice. */
export const SENSITIVE: Pattern = {
  pattern: re`(?:${SECRET}|\b(?:authenti\w*|authori[sz]\w*|log-?ins?|sign(?:ing|s|ed)?[- ]in|certificates?|tls|signatures?|permissions?|access rights|admin\w*|sandbox\w*|csrf|cors|origins|checksums?|encrypt\w*|firewalls?|production|backups?|install(?:er| script)s?|user input|reviews?|hooks|audit\w*))\b`,
  says: [
    'shorten the login',
    'print a session token',
    'in production',
    'the install scripts',
    'sign in first',
  ],
  not: ['shorten the row', 'a token of the grammar', 'the product'],
}

/** Why somebody would guard it less: ease, haste, or trust in who is near. */
export const EASE: Pattern = {
  pattern: re`\b(?:convenien\w*|friction\w*|in a hurry|haste|quick(?:est|er)? (?:way|fix)|short-?cuts?|los(?:e|es|ing) time|wast\w+ time|sav(?:e|es|ing) (?:time|work|trouble|a step)|holds? (?:\w+ ){0,3}up|(?:gets?|stands?|is|are|be) in the way|annoy\w*|nuisance|hassle|tedious|cumbersome|bothersome|for now|for the time being|until (?:it|the \w+) works|(?:nobody|no one|none of us) (?:has|have|needs?) to|spares? (?:us|everybody|everyone|people|the)|slows? (?:\w+ ){0,2}down|unblock\w*|just works|(?:within|inside) the (?:team|company|house|network)|(?:only )?(?:we|colleagues|developers|insiders) (?:know|use|reach|see)|nobody (?:else )?(?:knows|sees|looks|would)|trusted (?:network|colleagues|team)|will never happen|unlikely)\b`,
  says: [
    'it saves time',
    'the check is in the way',
    'only colleagues reach it',
    'for now',
    'it slows the build down',
    'nobody has to type it',
    'within the company',
  ],
  not: ['the time is saved with the row', 'the row is on the way', 'it reaches the end', 'slow rows'],
}
