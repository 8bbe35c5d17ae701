/**
 * The words in which mechanisms are named: the only source of keywords besides error classes, and of the adjectives that
 * stand in for a local name ("the cursor function"). Committed and versioned with the rules; our own list.
 * One line a term: `shown | other spelling, other spelling`. Spellings are compared as lower-case words, plural s ignored.
 */
export const STRONG = `
off-by-one | fencepost
boundary condition | boundary, boundaries, edge of range
inclusive bound | inclusive, exclusive, half open, upper bound, lower bound, upper end, both ends, inclusive range, exclusive bound
tie breaking | tie, tie breaker, equal keys
pagination | paging, paginate, paginated, paginator
cursor
page size | limit and offset, full page
last page | partial page, short page
slice | slicing, sliced
index out of range | out of range, out of bounds
integer division | floor division, truncates, truncation, truncated division
rounding | rounded, rounds down, rounds up, rounded down, rounded up, rounding down
precision | significant digits
overflow | underflow
floating point | float
nan | not a number, isnan
infinity | isfinite, infinite
type coercion | coercion, coerce, coerced, implicit conversion
type conversion | convert, converted, conversion, casting, cast
type check | isinstance, type checking
type hint | annotation, type annotation
default value | defaults, default argument, fallback value
mutable default | mutable default argument
shared state | shared mutable, global state, mutable state
in-place mutation | in place, mutates, mutated, mutation, modified in place
aliasing | same object, shared reference, shares the reference
shallow copy | shallow copies, copied reference
deep copy | deepcopy, deep copies
copy | copies, copying, copied
identity comparison | identity check, by identity
equality | equals, equal comparison, eq
hashing | hashable, unhashable, hash value
hash randomisation | hash seed, string hash, randomised per process, hash order
ordering | sort order, sorted, sorting, sort
stable sort | stable sorting
comparison operator | less than, greater than, comparison, strict comparison
operator precedence | precedence
reflected operator | reflected, reflected method, reflected order, rmul, radd, reverse operator, right operand, left operand, both operators
not implemented | notimplemented, returns notimplemented
operator overloading | operator overload, binary operator, operator dispatch
operator priority | op priority, call highest priority
delegation | delegate, delegating
method resolution order | mro, method resolution
multiple inheritance | mixin
inheritance | inherit, inherited, subclass, subclasses, superclass, base class, parent class
override | overridden, overriding
abstract method | abstract class
metaclass | metaclasses
descriptor
decorator | decorated, wraps
closure | late binding
generator | yield
iterator | iterable, iteration, iterate
context manager | with statement
lazy evaluation | lazy, lazily, lazy loading
recursion | recursive, recursively, infinite recursion
infinite loop | endless loop, loops forever
circular import | import cycle, cyclic import
import error | missing import, failed import
monkey patch | monkeypatch, monkey patching
race condition | race, concurrent update, data race
deadlock
concurrency | concurrent, parallel, threads, threading, multiprocessing
locking | lock, mutex
async | await, asynchronous, coroutine, event loop
timeout | time out, timed out
retry | retries, backoff
connection pool | pooling, connection pooling
resource leak | file handle, unclosed, leaked
memory use | memory leak, memory usage
garbage collection | weakref, weak reference
caching | cache, cached, memoize, memoization, kept answer
cache key
stale cache | stale, cache invalidation, invalidation, invalidate
event listener | event handler, click handler, onclick, addeventlistener, listener, click
event delegation | delegate the event, bubble
redraw | redrawn, re render, rerender, innerhtml, markup is replaced, new markup
focus | caret
reconnect | reconnection, reconnected
event order | before the element, listener order, bound before, registered before, initialisation order, initialization order, order of calls, order of events
optional chaining | null lookup, lookup finds null
callback | callable
signal handler | signal
encoding | encode, encoded, utf 8, charset
decoding | decode, decoded
unicode | non ascii, unicode text
bytes and text | bytes, byte string, bytestring
escaping | escape, escaped, unescaped
quoting | quote, quoted
regular expression | regex, regexp, re match, pattern matching
greedy match | greedy, non greedy
string formatting | format string, formatting, f string, formatted
line ending | crlf, newline, carriage return
whitespace | leading space, trailing space, strip, stripped
indentation | indent, indented, dedent
tokenizer | tokenize, tokens, lexer, tokenizing
parser | parse, parsed, parsing
grammar
abstract syntax tree | ast, syntax tree
serialization | serialize, serialized, serializer, serialise, marshal
deserialization | deserialize, deserialized, unmarshal
json | json output
yaml
xml | html escape
csv | delimiter
pickle | pickling, unpickle
schema | schema migration
migration | migrate
foreign key
primary key
query | queries, queryset, sql
join | joined
filter | filtered, filtering
aggregation | aggregate, group by, grouping
annotation order | ordering clause
transaction | rollback
null handling | null, none, is none, missing value, nullable
empty input | empty list, empty string, empty array, empty sequence, empty
missing key | key lookup
missing attribute | missing method, no attribute
truthiness | falsy, truthy, boolean check
boolean logic | inverted condition, negation, negated, boolean
short circuit | early return, returns early, early exit
fall-through | else branch
guard clause | guard
validation | validate, validated, validator
normalization | normalize, normalized, normalise, canonical form
sanitizing | sanitize, sanitized
permission | authorization, access check
authentication | log in, sign in, credentials
session
expiry | expires, expired, expiration, session expiry, token expiry, time to live, session is over
csrf
cookie
redirect
http header | headers
request body | payload, request data
http response
url parsing | url, query string, urlencode
hostname | idna, domain name, host name
proxy | proxies
routing | route, router, url pattern
middleware
template rendering | render, rendered, rendering, template
form field
widget | html attribute
internationalization | translation, locale, localized
time zone | timezone, tz, tz aware, utc offset, utc, zone
local time | local zone, wall clock, wall time
system clock | clock
naive datetime | naive date, naive value, naive moment, without a zone, naive
datetime | date time, timestamp, timedelta, date
duration | elapsed
unit conversion
numeric dtype | dtype
array shape | shape, reshape, dimensions, ndim
broadcasting | broadcast
indexing | index, indexes, indices, subscript
axis | axes
masking | mask, masked
matrix | matrices, block matrix
polynomial
symbolic expression | symbolic, sympify
simplification | simplify, simplifies
assumption
numerical stability | numerically, tolerance
random seed | seed, random state, randomness
plotting | plot, axes limits, figure, canvas
legend | colorbar, tick labels, ticks
color map | colormap, color
layout | bounding box, bbox, alignment
table output | tabular output
dictionary order | insertion order, ordered dict, ordereddict
dictionary update | dict update
dictionary | dictionaries, dict, mapping
list index | index error
set membership | membership
string comparison | lowercase, uppercase
path handling | file path, path separator, relative path, absolute path
symbolic link | symlink
file mode | file permissions, open mode
logging | log message, logger, logs, log level
warning | deprecation warning, deprecated, deprecation
exception handling | try except, except clause, try block, except block, catches, caught
swallowed error | swallow, swallowed, silent failure, fails silently
exception | raise, raised
error message | message text
backward compatibility | compatibility, backwards compatible, version check
feature flag | feature toggle
command line option | command line, cli, argparse, argument parser
configuration | config, configured, configuration file, settings
environment variable | env var
plugin | hook
fixture | test fixture
test collection | test discovery
parametrization | parametrize, parametrized
test isolation | isolation, test order
mock | mock away, mocking, mocked, stub
assertion rewriting
skip marker | xfail, skip mark
static analysis | lint, linter, linting, checker
type inference | inference, infer, inferred
code generation | generated code, codegen
docstring
documentation build | autodoc, cross reference
namespace | name collision, name clash, shadowing, shadows, shadowed
scope | scoping, local variable, global variable
lifetime | shorter life, outlives, lives as long, same life
monotonic clock | elapsed time
half-open range
idempotence | idempotent, runs twice, called twice, attached twice
type promotion | upcast, promotion
empty group
unique key | uniqueness, unique column, total order, unique id
boolean array | boolean mask, bool array
lazy import
read-only view | immutable, immutability
duplicate | deduplicate
case sensitivity | case insensitive, case sensitive
wildcard | glob
fallback | falls back
side effect
subprocess | child process
property | getter, setter
keyword argument | kwargs, keyword only
positional argument | args
signature | function signature
parameter | argument
unpacking | unpack, unpacked, tuple unpacking, starred
return value | return type, returns none
constructor | initializer, instantiation, instantiate, init
attribute access | getattr, setattr, hasattr, attribute
data model | dunder, magic method, special method
dispatch | dispatches, dispatched, singledispatch
registry | registries
registration | register, registered
state machine | state transition, states, stateful
concatenation | concatenate, concat
merge | merging, merged
interpolation | interpolate, interpolated
sampling | sample
clustering | cluster
cross validation | cross validate, folds
estimator | classifier, regressor, refit
label encoding | labels
metric | score
threshold | cutoff
weight | weighted
chunk | chunking
streaming | stream, buffered, buffer
compression | compressed, gzip
checksum
cryptography | cipher, decrypt, encrypt, decryption, encryption, private key, public key
network capture | packet, pcap
injection | sql injection, sqli
binary exploit | buffer overrun
currency | money, rounding of money
quantity | quantities
rate limit | throttle, throttling, debounce
subscription | subscribe
selector | query selector
lookup
`

/** Words too general to be a keyword, good enough as an adjective for a nameless thing. */
const GENERIC = `
action account address admin alias amount anchor app base batch block body bool branch bucket build byte call category cell char character child class
client clone close code command comment compiler component condition connection constant container content context control converter count counter
current data database day debug decimal declared delay delta depth dependency destination detail diff digit document domain driver edge element email
end engine entity entry env error escape event execution export extension extra factory failure feature fetch field file first flow folder font frame
full function global graph group guard handle handler height hour id image import inner input insert instance int integer interface internal interval
item job key kind language last left length level library line link literal loader local lock loop main manager map max maximum member memory menu
message meta method min minimum minute mode model module month name nested network next node normal note null number numeric object offset old open
operand operation operator order origin other outer output owner package pad page pair panel parent part password pattern period permission phase
pixel point pool port position post power prefix previous print priority process processor product profile progress project quantile queue raw read
reader real record reference region relation remote replace report repr request reset resolve resource result reverse right root rotation row rule run
sampler scale schedule scheduler second section segment select sender sequence server service shared sign size sort source space span special spec
split sql stack standard start state statement static status step stop storage store string style suffix sum symbol sync system tag target task temp
term test text theme time title top total trace track tree trigger tuple type unit update upper upload user util value variable vector version view
visible visitor wait walk width window word work worker wrapper write writer year zero zone cart invoice price discount stock parcel tax tracking
shipment warehouse customer host form table column list path directory filename skip flag option register collection expression append argument
response search label lookup hash assert session moment marker
`

/** Spellings that also are everyday words of any run: they count little unless they come often. */
export const AMBIGUOUS = `
index label config setting configuration header default filter score weight chunk date copy sort join merge query state color figure parameter
argument init token exception raise warning url log logger lookup plot layout guard shape dimension axis property attribute empty null none dict
dictionary mapping raised zone clock click docstring naive sql focus duplicate fallback immutable
`

const SHORT_FORMS: Record<string, string> = {
  attr: 'attribute',
  attrs: 'attribute',
  param: 'parameter',
  params: 'parameter',
  arg: 'argument',
  args: 'argument',
  kwargs: 'keyword argument',
  func: 'function',
  fn: 'function',
  cls: 'class',
  obj: 'object',
  val: 'value',
  vals: 'value',
  num: 'number',
  len: 'length',
  idx: 'index',
  cfg: 'configuration',
  conf: 'configuration',
  ctx: 'context',
  msg: 'message',
  req: 'request',
  resp: 'response',
  res: 'result',
  ret: 'return',
  src: 'source',
  dst: 'destination',
  dest: 'destination',
  tmp: 'temporary',
  str: 'string',
  dict: 'dictionary',
  expr: 'expression',
  stmt: 'statement',
  repr: 'representation',
  auth: 'authentication',
  db: 'database',
  dir: 'directory',
  dirs: 'directory',
  util: 'utility',
  utils: 'utility',
  max: 'maximum',
  min: 'minimum',
  prev: 'previous',
  init: 'initializer',
  fmt: 'format',
  spec: 'specification',
  doc: 'documentation',
  docs: 'documentation',
  tz: 'time-zone',
  dt: 'datetime',
  ts: 'timestamp',
  sep: 'separator',
  pos: 'position',
  cmd: 'command',
  opt: 'option',
  opts: 'option',
  env: 'environment',
  var: 'variable',
  vars: 'variable',
  mul: 'multiplication',
  div: 'division',
  sub: 'subtraction',
  cmp: 'comparison',
}

interface MechanismTerm {
  /** As it is shown. */
  term: string
  /** Higher = more telling; multi-word spellings weigh more. */
  weight: number
}

const SPELLINGS = new Map<string, MechanismTerm>()
/** How many words a spelling has at most, by its first. */
const LONGEST = new Map<string, number>()
for (const line of STRONG.trim().split('\n')) {
  const [shown = '', rest = ''] = line.split('|').map((part) => part.trim())
  for (const spelling of [shown, ...rest.split(',')]) {
    const key = wordsOf(spelling).join(' ')
    if (key === '' || SPELLINGS.has(key)) continue
    SPELLINGS.set(key, { term: shown, weight: key.includes(' ') ? 3 : 1 })
    const [first = '', ...more] = key.split(' ')
    LONGEST.set(first, Math.max(LONGEST.get(first) ?? 0, 1 + more.length))
  }
}
for (const word of AMBIGUOUS.trim().split(/\s+/)) {
  const known = SPELLINGS.get(word)
  if (known) SPELLINGS.set(word, { ...known, weight: 0.4 })
}
const ADJECTIVES = new Set(GENERIC.trim().split(/\s+/))

/** Lower-case words of prose or of an identifier in any case style; plural s is taken off. */
export function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) =>
      word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word,
    )
}

/** Terms of the lexicon in a text with how often each occurs, longest spelling first at each place. */
export function mechanismsIn(text: string): { term: string; weight: number; count: number }[] {
  const words = wordsOf(text.replace(/\bnone of\b/gi, ' ')) // the pronoun, not the null
  const found = new Map<string, { term: string; weight: number; count: number }>()
  for (let i = 0; i < words.length; i += 1) {
    for (let n = Math.min(3, LONGEST.get(words[i] ?? '') ?? 0); n >= 1; n -= 1) {
      const hit = SPELLINGS.get(words.slice(i, i + n).join(' '))
      if (hit === undefined || i + n > words.length) continue
      const known = found.get(hit.term)
      if (known) {
        known.count += 1
        known.weight = Math.max(known.weight, hit.weight)
      } else found.set(hit.term, { ...hit, count: 1 })
      i += n - 1
      break
    }
  }
  return [...found.values()]
}

/** Up to two plain words inside an identifier that may describe the thing without naming it. */
export function plainWordsOf(identifier: string): string[] {
  const out: string[] = []
  const raw = identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  for (const word of raw) {
    const singular = wordsOf(word)[0] ?? word
    const long = SHORT_FORMS[word] ?? SHORT_FORMS[singular]
    const shown =
      long ??
      (ADJECTIVES.has(singular) || SPELLINGS.has(singular) ? singular : ADJECTIVES.has(word) ? word : null)
    if (shown !== null && !out.includes(shown)) out.push(shown)
  }
  return out.slice(-2)
}

/** Plain nouns of the trade that say nothing about a mechanism alone. */
const DULL = new Set(
  wordsOf(
    'action base batch block body build call change char class client code command comment component control counter current data detail diff document edge email end entry error event extra file first folder full function handle item job left level library line link literal local main method min mode model module name new next node normal note object old open other output outer part plain point print process profile project raw read real report result right row run section set show single size source special specification start state statement step style sub sum system table target temp term test text thing time title top total type unit update use user util value variable version wait way word work write number list string flag last replace minute amount customer walk element day second report hash path directory collection append skip form option response current failure feature insert expression case',
  ),
)

/** Plain nouns of the trade in a text, for want of a lexicon term: "gauge" no, "connection" yes. In order, each once. */
export function plainNounsIn(text: string): string[] {
  return [...new Set(wordsOf(text))].filter((word) => ADJECTIVES.has(word) && !DULL.has(word))
}

/** True for a word that is plain English of the trade, so that it is nobody's local name. */
export function isPlainWord(word: string): boolean {
  const lower = word.toLowerCase()
  const singular = wordsOf(lower)[0] ?? lower
  return ADJECTIVES.has(lower) || ADJECTIVES.has(singular) || SPELLINGS.has(singular)
}
