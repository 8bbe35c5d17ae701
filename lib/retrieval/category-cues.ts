import type { Category } from '../memory/category.ts'
import type { Rule } from '../memory/rule.ts'

/** A word or phrase that speaks for a category; the weight is its odds: how many times likelier the category becomes (ours, set by hand). */
export interface Cue extends Rule {
  /** What to call the cue where its own words say nothing. */
  name?: string
}

const CODE =
  '(?:code|function|method|class|definition|cause|root cause|source|implementation|callers?|usages?|place|spot|line|module|file)'
const TEST = '(?:tests?|test cases?|unit tests?|regression tests?|test suite|suite)'
const BUG =
  '(?:bug|issue|problem|error|failure|crash|exception|traceback|behaviou?r|defect|symptom|misbehaviou?r)'
const MAKE = '(?:construct|write|create|build|craft|prepare|set up|add|make|compose|draft|script|assemble)'
const GONE =
  '(?:gone|(?:is|are|now|been|being|stays?) (?:fixed|resolved|solved)|no longer|disappear\\w*|does not come back|not come back)'

// `+` after each opener, not `*`: with two ways to read a comma the match would take exponential time.
const OPENING =
  "(?:^|[;:] )\\W*(?:(?:let me|let us|let's|i need to|i will|i'll|i should|now|first|next|then|we should|need to|going to|start by|begin by|okay|ok|to)\\b[\\s,]+)*"

const pattern = (source: string) => new RegExp(source, 'i')

/** The cues of rules-v1 by category. Several may speak for one: the strongest in full, the others as roots. */
export const CUES: Record<Category, readonly Cue[]> = {
  REPRODUCE: [
    {
      pattern: pattern(
        `\\b${MAKE}\\b[^.;]{0,40}\\b(?:fail\\w*|reproduc\\w*|minimal)\\b[^.;]{0,24}\\b(?:${TEST}|case|scripts?|example|snippet|program|fixture)\\b`,
      ),
      weight: 30,
      says: ['construct failing test case for the page boundary', 'write a minimal script'],
      not: ['write the parser', 'build a fixture. It fails in another script'],
    },
    {
      pattern: pattern(`\\b${MAKE}\\b[^.;]{0,40}\\b(?:${TEST}|case|scripts?|fixture|snippet|harness)\\b`),
      weight: 10,
      says: ['add a test for the empty list', 'set up a harness'],
      not: ['add a guard for the empty list', 'run the test suite'],
    },
    {
      pattern: /\breproduc(?:e|es|ed|ing|tion|ible|er)\b|\brepro\b|\brecreat(?:e|es|ing)\b/i,
      weight: 24,
      says: ['reproduce the timeout', 'a repro of the crash', 'recreate the state'],
      not: ['produce the report', 'create the state'],
    },
    {
      pattern:
        /\bfailing (?:test|case|example)\b|\btest (?:that|which) fails\b|\bminimal (?:example|case|script|program)\b/i,
      weight: 5,
      says: ['a failing example', 'a test which fails', 'a minimal program'],
      not: ['a failing disk', 'the test fails', 'a minimal change'],
    },
    {
      pattern:
        /\b(?:script|snippet|test|program) (?:to|that|which) (?:see|shows?|checks?|demonstrates?|triggers?|exposes?|provokes?|exhibits?)\b/i,
      weight: 14,
      says: ['a snippet that triggers the exception', 'a script to see it'],
      not: ['a script to build the docs', 'the test shows it'],
    },
    {
      pattern: pattern(
        `\\b(?:trigger|demonstrate|show|provoke|expose|observe|witness|capture|exhibit)\\b[^.;]{0,16}\\b${BUG}\\b`,
      ),
      weight: 10,
      says: ['demonstrate the failure', 'observe the wrong behavior'],
      not: ['show the list of files', 'fix the failure'],
    },
    {
      pattern: pattern(
        `\\b(?:confirm|verify|check|see|establish|prove)\\b[^.;]{0,24}\\b${BUG}\\b(?![^.;]{0,30}\\b${GONE}\\b)`,
      ),
      weight: 14,
      says: ['confirm the bug exists', 'see the error'],
      not: ['confirm the bug no longer occurs', 'check the output', 'verify that the issue is fixed'],
    },
    {
      pattern: /\b(?:see|make|watch)\b[^.;]{0,30}\bfail(?:s|ing)?\b/i,
      weight: 6,
      says: ['watch it fail', 'make the second call fail'],
      not: ['watch the log', 'it fails'],
    },
    {
      pattern: pattern(
        `${OPENING}(?:show|trigger|provoke|try|simulate|feed|hold|vary|send|fetch|force|mimic|exercise)\\b`,
      ),
      weight: 8,
      says: ['simulate two clients', 'Now, let me feed it an empty list', 'two ways: force a timeout'],
      not: ['the clients simulate a timeout', 'triggering it'],
    },
    {
      pattern: /\band (?:see|expect|watch|observe)\b|\bexpect\w* (?:it|the|them|an?)\b/i,
      weight: 3,
      says: ['call it twice and observe', 'expecting the same page'],
      not: ['call it twice', 'as expected'],
    },
    {
      pattern: /\bbefore (?:changing|touching|fixing|editing|any (?:change|edit|fix))\b/i,
      weight: 5,
      says: ['before touching the parser', 'before any fix'],
      not: ['before the parser runs', 'after changing it'],
    },
  ],
  ANALYZE: [
    {
      pattern: pattern(
        `\\b(?:locate|find|search|look|grep|trace|track down|identify|pinpoint|determine|work out|figure out)\\b[^.;]{0,32}\\b(?:where|which|why|how|what|${CODE})\\b`,
      ),
      weight: 24,
      says: [
        'locate where the token is built',
        'find the cause of the duplicate',
        'figure out which lock is held',
      ],
      not: ['find two clients', 'change the function'],
    },
    {
      pattern: pattern(
        `${OPENING}(?:locat|find|search|look|trac|identif|explor|read|inspect|examin|understand|investigat|determin|analy[sz]|stud|review|brows|open|list|grep|scan|survey|navigat|diagnos|learn|view|compare|isolate|narrow)`,
      ),
      weight: 10,
      says: ['inspect the traceback', 'Let me look at it', 'first, read the serializer'],
      not: ['the traceback is inspected', 'rename the reader'],
    },
    {
      pattern: /\bunderstand\w*\b|\broot cause\b|\bfigure out\b|\bdiagnos\w+\b|\bhypothes[ie]s\b/i,
      weight: 8,
      says: ['understanding the cache', 'the root cause', 'a hypothesis'],
      not: ['the cause', 'stand by'],
    },
    {
      pattern:
        /\bwhy\b|\bwhere\b|\bhow\b[^.;]{0,30}\b(?:works?|handled|built|computed|called|used|defined)\b/i,
      weight: 3,
      says: ['why it fires twice', 'how the key is computed'],
      not: ['how many rows', 'it is computed'],
    },
    {
      // No request at all, only a symptom: understanding comes first.
      pattern: /^(?:the|an?|our|my|it|this|that|people|users?|when|after|on|in|with|one|some|every)\b/i,
      weight: 4,
      name: 'tells what happens',
      says: ['the last page is missing', 'Users see an empty list'],
      not: ['show the last page', 'theme colours are lost'],
    },
  ],
  EDIT: [
    {
      pattern: pattern(
        `${OPENING}(?:chang|replac|modif|implement|edit|fix|patch|updat|refactor|renam|add|remov|delet|mov|insert|rewrit|appl|introduc|handl|mak|convert|extend|correct|adjust|swap|delegat|guard|rais|return|us[ei]|wrap|restor|switch|pass|drop|skip|normali[sz]|set|simplif|attach|register|give|keep|turn|translat|bypass|upgrad|bump|merg|split|inline|allow|prevent|support|override|cache|clamp|escape|sort|reset|tweak|repair)`,
      ),
      weight: 10,
      says: ['rename the shadowed variable', "Now I'll fix the slice", 'use a stable sort'],
      not: ['the variable is renamed', 'locate the slice'],
    },
    {
      pattern: /\b(?:apply|implement|make|write)\b[^.;]{0,16}\b(?:fix|change|patch|solution|edit)\b/i,
      weight: 24,
      says: ['apply the fix', 'write a small patch'],
      not: ['apply the filter', 'the fix is there'],
    },
    {
      pattern: /\b(?:change|replace|modify|rewrite|rename|refactor|implement|patch)\b/i,
      weight: 6,
      says: ['then replace the slice', 'a patch'],
      not: ['then print the slice', 'exchange'],
    },
    {
      pattern: /\binstead of\b|\bso that\b|\brather than\b/i,
      weight: 3,
      says: ['by value instead of by identity', 'so that it returns early'],
      not: ['so it returns early', 'rather slow'],
    },
  ],
  VERIFY: [
    {
      pattern: pattern(
        `\\b(?:run|rerun|re-run|execute)\\b[^.;]{0,40}\\b(?:${TEST}|scripts?|checks?|reproduction)\\b[^.;]{0,40}\\b(?:again|after|once more|with the fix|now)\\b`,
      ),
      weight: 30,
      says: ['run the tests again', 'execute the reproduction once more'],
      not: ['run the tests', 'read the tests again'],
    },
    {
      pattern: pattern(`\\b(?:run|rerun|re-run|execute)\\b[^.;]{0,30}\\b(?:${TEST}|checks)\\b`),
      weight: 12,
      says: ['run the test suite', 'execute all checks'],
      not: ['run the server', 'write the tests'],
    },
    {
      pattern: /\b(?:confirm|verify|validate|double[- ]check|make sure|ensure)\b/i,
      weight: 14,
      says: ['double-check the order', 'make sure nothing broke'],
      not: ['check the order', 'confirmation'],
    },
    {
      pattern: pattern(
        `\\b(?:confirm|verify|check|see|make sure|ensure)\\b[^.;]{0,50}\\b(?:${GONE}|passes|pass|works?|still)\\b`,
      ),
      weight: 30,
      says: ['check that the error is gone', 'see that it still works'],
      not: ['check the error', 'it works'],
    },
    {
      pattern:
        /\bafter (?:the|my|this|that|our|applying|making)\b[^.;]{0,16}\b(?:fix|change|edit|patch)\w*\b|\bwith the fix\b/i,
      weight: 18,
      says: ['after applying the patch', 'with the fix'],
      not: ['after the second call', 'the fix'],
    },
    {
      pattern:
        /\b(?:still|now|all) (?:pass|passes|passing|work|works|green)\b|\bnothing else (?:broke|breaks|changed)\b|\b(?:did|does) not break\b/i,
      weight: 10,
      says: ['they now pass', 'nothing else changed', 'it does not break'],
      not: ['they pass', 'something else changed'],
    },
    {
      pattern:
        /\bre-?(?:run|test|check)\b|\bfull (?:test )?suite\b|\bexisting tests\b|\bno regressions?\b|\bfor regressions\b/i,
      weight: 8,
      says: ['re-test it', 'the full suite', 'no regressions'],
      not: ['test it', 'a regression'],
    },
    {
      pattern: pattern(`${OPENING}(?:check|compare|test|walk)\\b`),
      weight: 8,
      says: ['check the order', 'then walk all pages'],
      not: ['the check', 'testing it'],
    },
    {
      pattern: /\bedge cases?\b|\bsubmit\b|\bclean ?up\b/i,
      weight: 3,
      says: ['edge cases', 'clean up'],
      not: ['edges', 'a clean room'],
    },
  ],
}
