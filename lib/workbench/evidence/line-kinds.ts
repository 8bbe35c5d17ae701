/** Kinds of line a fault can lie on; a lesson of ANALYZE names them. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['function-head', /^\s*(?:export )?(?:async )?function /],
  ['loop-line', /^\s*(?:for|while) /],
  ['condition-line', /^\s*(?:\} else )?if \(|\?.* : /],
  ['return-line', /\breturn\b/],
  ['declaration-line', /^\s*(?:const|let) /],
  ['step-line', /^\s*[\w.[\]]+(?:\(| [-+]?= )/],
]

export const LINE_KINDS: readonly string[] = [...KINDS.map(([name]) => name), 'other-line']

/** The kind of a line of code. */
export function lineKindOf(line: string): string {
  return KINDS.find(([, pattern]) => pattern.test(line))?.[0] ?? 'other-line'
}

/** What stands on a line, in the words a description uses; a retrieval key for EDIT is made of them. */
const TRAITS: readonly (readonly [string, RegExp])[] = [
  ['bound of a loop', /^\s*(?:for|while) .*[<>]/],
  ['comparison', /[<>]=? |===|!==/],
  ['equality test', /===|!==/],
  ['two conditions', /&&|\|\|/],
  ['default value', /\?\?|\|\| (?:0|''|\[\]|null)/],
  ['early return', /^\s*if .*return/],
  ['skipped item', /\b(?:continue|break)\b/],
  ['sum', / \+ |\+=/],
  ['difference', / - |-=/],
  ['product', / \* /],
  ['quotient', / \/ /],
  ['remainder', / % /],
  ['rounding', /Math\.(?:floor|ceil|round)/],
  ['smallest or largest', /Math\.(?:min|max)/],
  ['slice of a list', /\.slice\(|\.splice\(/],
  ['place in a list', /\[[^\]]+\]/],
  ['length of a list', /\.length|\.size/],
  ['copy of a value', /\.\.\./],
  ['value handed on', /= \w+$|return \w+$/],
  ['item added to a list', /\.(?:push|unshift)\(/],
  ['item taken from a list', /\.(?:shift|pop)\(/],
  ['sorting', /\.sort\(/],
  ['field of a record', /\b\w+\.\w+\b(?!\()/],
  ['call with two arguments', /\w\([^(),]+, [^(),]+\)/],
  ['asynchronous call', /\bawait\b|\basync\b/],
  ['remembered value', /\.(?:get|set|has|delete|clear)\(/],
  ['tidied text', /\.(?:trim|toLowerCase|toUpperCase|pad\w+)\(/],
]

export function lineTraitsOf(line: string): string[] {
  return TRAITS.filter(([, pattern]) => pattern.test(line)).map(([name]) => name)
}
