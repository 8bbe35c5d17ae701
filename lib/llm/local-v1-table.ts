/**
 * The frozen words of local-v1, written by us. Part of the model: any change here changes vectors and needs a new
 * version (local-v2) with its own golden file. Which everyday words count as generic was informed by how often they
 * stand in public issue texts; no text was copied.
 */

/** Weight 0.05: they carry no meaning alone. Compared as written, never stemmed. */
export const STOP_WORDS = `
https www a an the and or but nor so yet if then else than that this these those it its itself they them their theirs he she his her
we us our ours you your yours i me my mine who whom whose which what when where why how
is are was were be been being am do does did done doing have has had having can could may might must shall should will would
not no don doesn didn isn aren wasn weren won wouldn couldn shouldn hasn haven hadn cannot t s ll re ve m d
in on at by for with without within from to of into onto over under about above below between through during before after
again further once here there all any both each few more most other another some such only own same too very just also even
still already ever never now as up down out off because until while although though however therefore thus hence
one two three first second third last next etc eg ie e g via per upon since whether either neither
like well much many lot lots bit quite rather really actually simply basically currently obviously apparently probably perhaps maybe
please thanks thank hi hello dear sorry ok okay yes
get gets got getting make makes made making take takes took give gives given let lets go goes going come comes came
think thought know knew see seen saw look looks looking seem seems seemed appear appears appeared want wants wanted need needs needed
try tries tried trying say says said mean means meant
`

/** Weight 0.3: the everyday words of software work; they tell a stage or a place, hardly a mechanism. Stemmed. */
export const GENERIC_WORDS = `
fix repair solve resolve correct change modify update edit adjust tweak improve implement add remove replace rewrite refactor create write
build construct apply patch introduce support provide include put set use reuse run rerun execute call invoke
read open view inspect check examine explore investigate analyze analyse understand determine find locate identify trace follow
reproduce recreate confirm verify ensure assert demonstrate show prove pass fail break work behave
bug issue problem error failure fault defect crash trouble wrong incorrect bad broken unexpected expected actual behavior behaviour result outcome
code codebase source file files folder module package library project repo repository branch commit pull ticket pr
function method class object instance variable line lines block statement script program implementation logic definition
test tests testing pytest unittest suite unit case cases scenario example sample demo minimal step steps todo
value values name names thing things way part place point kind number data info information text content details
new old current previous existing original different similar related relevant specific certain general common main simple small large
good better best right possible available able necessary required needed useful correctly properly directly instead
input output argument parameter option return returns returned print printed display displayed
always sometimes often usually still happen happens occur occurs cause causes lead due reason
start end begin finish stop continue full whole entire single multiple several many another various
user users people person someone developer maintainer version release documentation docs doc comment note question answer
python django java javascript typescript github gitlab com org www link screenshot
describe description summary context additional system environment platform linux windows macos ubuntu os installed
expectation reproducible regression workaround solution suggestion proposal feature enhancement
true false self def str
lib core utils util helper helpers base main src site packages usr bin local home traceback recent stack
py js ts md txt cfg ini toml yml
produce produced generate generated contain contains allow allows prevent prevents avoid avoids keep keeps
found fixed used using called calling given based according back together around away across along
side pair time times moment long short
`

/** Weight 1.5: words that name a mechanism, whichever the product. Stemmed. */
export const MECHANISM_WORDS = `
boundary fencepost inclusive exclusive pagination paginate cursor keyset offset slice
timeout expiry expire ttl deadline idle stale listener callback event subscribe emit debounce throttle
reflected rmul radd rsub commutative operand dunder precedence associativity
timezone utc dst daylight timestamp unicode utf encoding charset decode surrogate
nan infinity nonetype null undefined mutable mutation alias aliasing shallow deepcopy idempotent
cache memoize invalidate eviction race deadlock lock mutex atomic concurrent thread async await
recursion recursive cycle circular inheritance subclass mro metaclass mixin override descriptor decorator
coerce coercion cast dtype rounding precision epsilon truncate overflow underflow
comparator tie duplicate dedupe unique distinct regex backtracking greedy escape unescape quoting sanitize injection
symlink traversal serialize deserialize pickle marshal parser lexer grammar tokenizer
swallow reraise chaining validator constraint permission authorization authentication credential csrf
join subquery aggregate annotation migration transaction rollback savepoint quadratic leak weakref refcount
retry backoff redirect cookie header querystring percent slug argparse kwargs positional placeholder interpolation
whitespace newline crlf indentation trailing casefold locale plural gettext quantity broadcast reshape transpose
polynomial simplify symbolic docstring directive fixture monkeypatch mock parametrize hashable equality identity
iterator generator exhausted lazy cleanup finalizer deprecation compat sentinel fallback falsy truthy negation inverted
nested flatten shadowing collision propagate registry hook middleware dispatch signal queue buffer stream chunk
checksum digest padding alignment endian bitmask signedness delimiter separator wildcard glob prefix suffix
batch bulk ordering monotonic sequence watermark window lookahead
`

/**
 * Words that the endings would miss or mix up: all words of a line share the first as their stem. Lines of one family
 * (`state states`) keep it apart from an everyday word with the same letters (`statement`).
 */
export const FIXED_STEMS = [
  'index indices indexes indexed indexing',
  'write writes wrote written writing',
  'break breaks broke broken breaking',
  'throw throws threw thrown throwing',
  'lose loses lost losing',
  'run runs ran running',
  'find finds found finding',
  'child children',
  'match matches matched matching matcher',
  'data datum',
  'query queries queried querying',
  'retry retries retried retrying',
  'copy copies copied copying',
  'entry entries',
  'reply replies replied',
  'freeze freezes froze frozen freezing',
  'choose chooses chose chosen',
  'hash hashes hashed hashing hasher',
  'expire expires expired expiring expiry expiration',
  'propagate propagates propagated propagation',
  'format formats formatted formatting formatter formatters',
  'number numbers numbered numbering',
  'descriptor descriptors',
  'locale locales localization localisation localize localized',
  'cors',
  'regressor regressors',
  'generator generators',
  'requirement requirements',
  'state states',
  'setting settings',
  'printer printers',
  'checker checkers',
  'handler handlers',
  'marker markers',
  'transformer transformers',
  'pointer pointers',
  'container containers',
  'header headers',
  'server servers',
]

/**
 * Concepts of code-talk: names that different people give to one mechanism. A member may be a phrase; a number after
 * it says how surely it means the concept (1 when absent). One word may belong to several.
 */
export const CONCEPTS: Record<string, string> = {
  boundary:
    'off by one, offbyone, fencepost, fence post, boundary, boundary condition, boundary error, edge of the range, inclusive 0.8, exclusive 0.8, upper bound, lower bound, bound 0.6, last item 0.7, last element 0.7, last row 0.7, first item 0.6, last page 0.5, half open, exactly full 0.6, one too many, one too few, limit 0.3',
  pagination:
    'pagination, paginate, paging, page 0.8, next page, last page, page size, page token, page walk, cursor 0.8, cursor based, keyset, offset 0.5, infinite scroll, limit offset',
  expiry:
    'timeout, timed out, time out, time limit, expire, expiry, expiration, ttl, time to live, deadline, idle 0.7, lifetime 0.7, session 0.6, stale session, keep alive 0.7, keepalive 0.7, logged out 0.6, log out 0.5, sign out 0.5, too early 0.3',
  event:
    'event, event listener, event handler, listener, add event listener, handler 0.6, click, clicked, on click, onclick, keypress, keydown, key press, on change, onchange, on submit, callback 0.7, subscribe, unsubscribe, emit, dispatch 0.5, fires 0.5, trigger 0.4, bubbling, event bubbling, double click, debounce 0.7, hook 0.3, signal 0.4',
  control:
    'button, search bar, search box, search field, input field, text field, text box, checkbox, dropdown, drop down, select box, menu item, toggle, form field, submit 0.5, form 0.4, click 0.5, keypress 0.4, widget 0.5, element 0.3, dom 0.5, event listener 0.4',
  reflected:
    'reflected, reflected operator, reflected method, reflected operand, rmul, radd, rsub, rtruediv, rdiv, rpow, rmod, rmatmul, right hand operand, right operand, left operand, operand, commutative, commute, commutativity, reverse order, reversed order, other order, opposite order, swapped order, order of the operands, operand order, operator overload, operator overloading, binary operator 0.7, dual operator, notimplemented 0.7, not implemented 0.3, op priority, operator priority, from the left 0.5, from the right 0.5, left hand side 0.5, right hand side 0.5, mul 0.5, dunder 0.4, multiply 0.5, multiplies 0.5, multiplication 0.5, does not commute',
  timezone:
    'timezone, time zone, tz, utc, dst, daylight saving, daylight saving time, utc offset, naive datetime, aware datetime, local time 0.8, zoneinfo, tzinfo',
  datetime:
    'datetime, date, timestamp, calendar, date range, midnight 0.7, month 0.6, week 0.6, weekday, leap year, duration 0.5, timedelta, clock 0.6, day 0.4',
  encoding:
    'unicode, utf 8, utf, encoding, encode 0.8, decode 0.8, charset, ascii, latin 1, mojibake, code point, codec, unicode decode error, unicode encode error, byte string, bytes 0.6, byte order mark, bom 0.7, surrogate, non ascii',
  null: 'none, null, nil, undefined, nonetype, none type, none check, null check, null pointer, optional 0.5, missing value 0.7, unset 0.6, may be missing 0.6, is none, is null',
  nan: 'nan, na n, not a number, infinity, inf, infinite value, missing values 0.5, isnan, is finite',
  empty:
    'empty, empty list, empty string, empty input, zero length, no items, no rows 0.7, blank 0.7, emptiness, zero items, empty collection',
  aliasing:
    'mutable default, mutable default argument, shared state, shared mutable, shared reference, shared list, shared dict, shared between instances, aliasing, alias 0.5, shallow copy, deep copy, deepcopy, defensive copy, copy 0.5, in place 0.7, inplace 0.7, mutate, mutation, mutable, mutates its input, side effect, leaks between calls',
  caching:
    'cache, cached value, memoize, memo, memoization, stale value, stale cache, stale 0.6, invalidate, invalidation, lru, cache key, eviction, out of date 0.5',
  concurrency:
    'race, race condition, concurrent, concurrency, thread, thread safe, thread safety, threading, lock, deadlock, mutex, atomic 0.8, parallel 0.7, check then act, lost update, simultaneous, interleave, two requests 0.5',
  async: 'async, await, asyncio, coroutine, event loop, promise 0.7, awaited, future 0.4, unawaited',
  recursion:
    'recursion, recursive, recursion error, recursion depth, recursion limit, stack overflow, infinite loop, infinite recursion, endless loop, cycle, cyclic, circular reference, self reference',
  imports:
    'circular import, import error, import cycle, module not found, module not found error, import order, lazy import, cannot import',
  inheritance:
    'inherit, inheritance, subclass, super, superclass, base class, parent class, child class, derived class, mro, method resolution order, override, overridden, metaclass, mixin, abstract class, multiple inheritance',
  decorator:
    'decorator, decorated, decorate, wraps, wrapper 0.6, functools, functools wraps, partial 0.5, wrapped function',
  conversion:
    'cast, coerce, coercion, convert, conversion, type conversion, dtype, type error, type mismatch, wrong type, implicit conversion, str to int, string to number, to float, isinstance 0.5, type check 0.6',
  rounding:
    'round, rounding, precision, floating point, float comparison, epsilon, tolerance, truncate 0.7, truncation, decimal, significant digits, half even, cents 0.6, bankers rounding',
  overflow:
    'overflow, underflow, overflow error, wrap around, integer overflow, too large 0.5, buffer overflow',
  sorting:
    'sort, sorted, sorting, order by, sort order, sort key, stable sort, unstable sort, comparator, comparison function, ordering 0.8, tie, tie break, tiebreaker, ties, descending, ascending, lexicographic, natural order, total order',
  duplicates:
    'duplicate, duplicated, dedupe, deduplicate, deduplication, unique 0.8, uniqueness, distinct 0.8, repeated 0.6, repeated row, repeats 0.5, twice 0.7, appears twice, counted twice, double counting, idempotent 0.8, idempotency, again and again 0.3',
  missing:
    'missing row, missing rows, missing item, skipped 0.7, skip 0.5, skips, leaves out, left out, dropped 0.6, omitted, lost 0.5, never returned, unreachable 0.5',
  regex:
    'regex, regexp, regular expression, re match, pattern matching 0.7, capture group, backtracking, catastrophic backtracking, greedy, non greedy, lookahead, anchored 0.6, character class',
  escaping:
    'escape, escaping, unescape, unescaped, quote, quoting, quoted, sanitize, injection, sql injection, html escape, xss, autoescape, mark safe, special character, backslash',
  paths:
    'path separator, relative path, absolute path, symlink, symbolic link, directory traversal, path traversal, pathlib, file path 0.5, basename, dirname, working directory, trailing slash, path join',
  serialization:
    'serialize, serializer, serialization, deserialize, deserialization, json, pickle, unpickle, marshal, dump 0.5, dumps, yaml, round trip, roundtrip, to dict 0.5, from dict 0.5, encoder 0.5',
  parsing:
    'parse, parser, parsing, tokenizer, tokenize, lexer, lexing, grammar, syntax error, syntax tree, ast, malformed, delimiter',
  indexing:
    'index error, out of range, out of bounds, list index, slice, slicing, slice index, subscript, negative index, array index, index 0.4, step of a slice',
  lookup:
    'key error, missing key, dict key, lookup error, lookup 0.5, mapping 0.5, dictionary 0.5, dict 0.5, get item, getitem, contains key, default dict, case of the key',
  attributes:
    'attribute error, no attribute, has no attribute, getattr, hasattr, setattr, property, descriptor, slots, attribute 0.6, instance attribute',
  exceptions:
    'swallow, swallowed, swallows, bare except, except clause, catch, catches, caught 0.7, uncaught, unhandled, unhandled exception, reraise, re raise, exception chaining, wrong exception, exception 0.6, raise 0.4, raises 0.4, error handling, silently 0.6, silently ignored, error message 0.4',
  validation:
    'validate, validator, validation, validation error, constraint, reject 0.6, rejected 0.6, invalid 0.6, invalid input, input check, sanity check, guard 0.5, accepts invalid, malformed input 0.7',
  permission:
    'permission, permission denied, authorize, authorization, unauthorized, access control, forbidden, role 0.5, privilege, acl, access check, owner 0.4',
  authentication:
    'login, log in, logged in, sign in, signin, authenticate, authentication, password, credential, auth, token 0.4, session token, session 0.4, oauth, jwt, logout',
  sql: 'sql, query set, queryset, join, left join, outer join, inner join, subquery, annotate, annotation 0.5, group by, aggregate, aggregation, where clause, select related, prefetch, orm, having clause, foreign key, primary key, query 0.5, table 0.4, database 0.5',
  migration:
    'migration, migrate, schema change, alter table, schema migration, backfill, squash migrations, makemigrations',
  transaction:
    'transaction, rollback, roll back, savepoint, commit transaction, atomic 0.6, isolation level, partial write, all or nothing',
  performance:
    'slow, performance, quadratic, complexity, profile, n plus one, n 1 query, latency, bottleneck, hot path, takes too long, linear scan, speed up, speedup, timeouts under load 0.6, inefficient',
  leaking:
    'memory leak, leak, leaked, weakref, weak reference, reference cycle, refcount, garbage collector, garbage collection, never freed, never removed 0.6, grows without bound, unbounded growth, not released, out of memory',
  resources:
    'context manager, file handle, file descriptor, unclosed, not closed, close the file, resource warning, cleanup, clean up, finally, teardown, connection pool, socket 0.6, dispose, release the lock 0.6',
  retry:
    'retry, retries, backoff, exponential backoff, attempt 0.5, transient, transient failure, retry after, reconnect',
  http: 'http, status code, redirect, redirected, cookie, content type, content length, request header, response header, header 0.6, method not allowed, request body, response body, chunked, get request, post request, rest api 0.5, endpoint 0.6, cors',
  url: 'url, uri, query string, querystring, percent encoding, percent encoded, url encode, urlencode, urlencoded, slug, path segment, fragment 0.5, hostname, url parse',
  configuration:
    'config, configuration, setting, environment variable, env var, config option, config file, command line override, default setting, toggled off',
  cli: 'argparse, command line, argv, cli, command line argument, command line option, sub command, subcommand, flag 0.6, exit code, stdin, stdout 0.6, terminal 0.5',
  arguments:
    'kwargs, keyword argument, positional argument, positional only, keyword only, varargs, signature, call signature, unexpected keyword argument, missing argument, argument order, default argument 0.7, unpacking',
  formatting:
    'format string, fstring, f string, printf, string formatting, interpolate, interpolation, placeholder, template 0.6, template tag, string template, repr 0.6, pretty print, latex 0.5, printer 0.6, str method 0.5',
  whitespace:
    'whitespace, white space, indent, indentation, newline, line ending, line endings, trailing space, leading space, trailing whitespace, strip 0.7, trim 0.8, tab 0.6, crlf, carriage return, blank line, wrapped line',
  lettercase:
    'case insensitive, case sensitive, case sensitivity, upper case, uppercase, lower case, lowercase, casefold, capitalize, capital letter, title case',
  localization:
    'locale, i18n, l10n, translation, translate 0.7, gettext, plural, pluralize, language code, internationalization, localization',
  units:
    'unit conversion, quantity, physical unit, dimensionless, wrong unit, milliseconds 0.6, seconds instead of milliseconds, cents instead of',
  shape:
    'shape, broadcast, broadcasting, reshape, ndarray, matrix, transpose, axis 0.5, dimension 0.6, multi dimensional, diagonal, array 0.4, vectorized, numpy array 0.5, block matrix, tensor',
  plotting:
    'plot, plotting, axes, legend, colorbar, colormap, figure, subplot, tick label, tick, hatch, scatter, histogram, plt, marker 0.5, artist',
  tabular:
    'dataframe, data frame, data array, column, row 0.5, groupby, pivot, merge 0.5, concat, series 0.5, multi index, csv, header row, spreadsheet, dataset 0.6, coordinate 0.5',
  learning:
    'estimator, classifier, regressor, cross validation, fit transform, predict proba, predict 0.8, transformer 0.7, scorer, hyperparameter, training set, feature names, sample weight, clustering, kfold, pipeline 0.5, random state',
  symbolic:
    'symbolic, simplify, simplification, polynomial, poly, expression 0.5, equation, integrate, integral, differentiate, derivative, symbol 0.6, assumption 0.6, rational 0.6, evaluate 0.3, algebra, trig',
  documentation:
    'docstring, autodoc, directive, rst, restructuredtext, sphinx, toctree, cross reference, intersphinx, napoleon, docutils, admonition',
  linting:
    'lint, linter, checker 0.7, false positive, false negative, pylint, flake8, unused import, unused variable, warning message 0.5',
  fixtures:
    'fixture, parametrize, monkeypatch, mock, mocked, test collection, conftest, test isolation, flaky, flaky test, tmp path, capture output, skip test, xfail',
  equality:
    'equality, equal, eq, not equal, hash, hashable, unhashable, identity, is comparison, compares equal, object identity, comparison 0.5, compare 0.5, same object',
  iteration:
    'iterator, generator, iterate, iteration, exhausted, consumed 0.7, consume 0.6, yield, lazy 0.7, lazily, iterate while modifying, changed size during iteration, iterable, loop variable, loop 0.4, for loop',
  closures:
    'closure, late binding, loop variable captured, captured variable, lambda in a loop, lambda 0.5, nonlocal, scope of a variable',
  compatibility:
    'deprecate, deprecated, deprecation, deprecation warning, backward compatible, backwards compatible, backward compatibility, compat, legacy, removed in 0.5, python 2, python 3 0.5, newer version 0.5, older version 0.5',
  dependency:
    'dependency, dependencies, requirement 0.5, pinned, version conflict, lock file, upgrade, downgrade, semver, version comparison',
  logging: 'log message, logger, logging, log level, verbose, verbosity, audit log, log 0.5',
  nesting:
    'nested, nesting, flatten, nested list, nested loop, nested dict, depth 0.6, deeply nested, tree 0.6, hierarchy, compound 0.4, subtree',
  naming:
    'name collision, name clash, shadow, shadowing, shadowed, rename, renamed, naming conflict, same name, reserved word, typo, misspelled, namespace',
  defaults:
    'default value, fallback, fall back, sentinel, default 0.6, defaults to 0.6, falls back, unset 0.5, implicit default',
  conditions:
    'negate, negated, negation, inverted, inverted condition, wrong condition, operator precedence, truthy, falsy, truthiness, short circuit, boolean logic, de morgan, and instead of or, flipped 0.6, condition 0.5, wrong branch, comparison operator, less than, greater than, less or equal, strictly less',
  state:
    'stale state, leftover, reset, not reset, cleared 0.5, persist 0.6, persistent 0.6, state 0.6, internal state, dirty flag, initialization order, uninitialized, global state',
  counting: 'count, counter, total 0.6, sum 0.5, miscounted, wrong count, number of items, counts 0.8, tally',
  searching: 'search, searching, search bar 0.7, autocomplete, full text, typeahead, filter 0.5, query term',
  streaming:
    'stream, streaming, chunk, chunked, buffer, buffered, flush, flushed, partial read, short read, incremental, backpressure, end of file, eof',
  files:
    'file not found, file exists, overwrite, temporary file, tempfile, upload, download, file mode, read only file, file permission, write mode, append mode',
  process:
    'subprocess, child process, zombie process, signal handler, sigterm, sigint, exit status, pipe 0.5, shell command, popen',
  types:
    'type hint, type annotation, typing, generic type, union type, optional type, overload 0.5, mypy, type alias, typevar, type inference',
  security:
    'security, vulnerability, csrf, xss, secret, constant time, timing attack, signature check, tampering, untrusted, exploit',
  scheduling:
    'schedule, scheduler, cron, timer, interval 0.6, set interval, set timeout, delay 0.6, polling, periodic, background job, job queue, queue 0.6',
  rendering:
    'render, rendering, rerender, re render, redraw, layout 0.5, template rendering, css, stylesheet, style 0.4, z index, visible 0.5, hidden 0.4, flicker',
  networking:
    'socket, connection refused, connection reset, proxy, dns, tls, ssl, certificate, handshake, tcp, websocket, disconnect',
  geometry:
    'geometry, polygon, bounding box, intersection, rotation, rotate, coordinate 0.6, angle, overlap 0.6, rectangle, point in',
  arithmetic:
    'divide by zero, division by zero, zero division error, modulo, integer division, negative number, sign error, absolute value, remainder, division 0.7, multiply 0.5, multiplication 0.6, product 0.4',
}
