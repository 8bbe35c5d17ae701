/** Names that belong to a language, its standard library or a tool everybody has: they may stay in an experience. */
const NAMES = new Set(
  `
abs aiter all any anext ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec
filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next
object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
None True False NotImplemented Ellipsis self cls null undefined NaN true false
if elif else for while try except finally with as def class return yield lambda import from raise pass break continue global nonlocal assert del in is not
and or async await const let var function new this typeof instanceof switch case default export extends throw catch
append extend insert remove pop clear index count sort reverse copy update keys values items get setdefault join split strip lstrip rstrip replace
startswith endswith lower upper title encode decode find rfind splitlines add discard union isdigit isalpha seek tell write read readline readlines close
warn warnings args kwargs argv stdin stdout stderr utf ascii latin
os sys re io json math time datetime date timedelta timezone collections itertools functools operator copy deepcopy typing types inspect abc enum dataclasses
dataclass pathlib Path subprocess threading multiprocessing asyncio logging unittest mock pytest tox pip git sed grep find bash sh python python3 node npm vitest
jest make cat diff patch csv xml html http urllib urlparse urlencode socket ssl struct pickle random decimal fractions statistics string textwrap unicodedata
codecs base64 hashlib hmac secrets tempfile shutil glob argparse configparser contextlib contextmanager weakref traceback importlib pkgutil ast tokenize
sqlite3 OrderedDict defaultdict Counter namedtuple deque ChainMap Decimal Fraction partial lru_cache wraps reduce chain islice groupby cached_property
AbstractSet Mapping MutableMapping Sequence Iterable Iterator Generator Callable Optional Union Any Dict List Tuple Set Type TypeVar Protocol
Exception BaseException ArithmeticError AssertionError AttributeError BlockingIOError BrokenPipeError BufferError ChildProcessError ConnectionError
ConnectionAbortedError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EnvironmentError FileExistsError FileNotFoundError
FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError
PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError
UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning ZeroDivisionError JSONDecodeError RangeError
CalledProcessError TimeoutExpired NoneType
numpy np ndarray pandas pd scipy NaT DataFrame Series
JSON XML HTML CSV YAML TOML URL URI HTTP HTTPS API CLI SQL UTF UTC ISO ASCII AST MRO GMT TTL CSS DOM UUID ID IDs OS CI PR NumPy SciPy PyPI GitHub
JavaScript TypeScript SQLite PostgreSQL MySQL LaTeX ReST macOS iOS DevOps README addEventListener querySelector getElementById innerHTML textContent
setTimeout setInterval onClick localStorage toString valueOf hasOwnProperty forEach indexOf parseInt parseFloat isNaN isFinite
kB kHz MHz GHz mAh kWh mV dB dBm kbit Mbit Gbit KiB MiB GiB TiB KB MB GB TB x86_64 x64 i386 i686 amd64 arm64 aarch64 armv7 MemTotal MemFree MemAvailable
C.UTF-8 en_US en_US.UTF-8 POSIX
TestCase setUp tearDown setUpClass assertEqual assertRaises assertTrue assertFalse parametrize monkeypatch capsys
`
    .trim()
    .split(/\s+/),
)

const MODULE_ROOTS = new Set(
  'os sys re io json math time datetime collections itertools functools operator copy typing types inspect abc enum dataclasses pathlib subprocess threading multiprocessing asyncio logging unittest pytest csv urllib socket ssl struct pickle random decimal string str dict list bytes int float np numpy pd pandas scipy warnings contextlib ast tempfile shutil unicodedata Object Array JSON Math Number Promise Date Map Set vi'.split(
    ' ',
  ),
)

/** True for a builtin, keyword, dunder, standard-library or everyday tool name; `own` is the package under repair, never well known. */
export function isWellKnown(name: string, own: string | null = null): boolean {
  if (own !== null && name.toLowerCase() === own.toLowerCase()) return false
  if (/^__\w+__$/.test(name)) return true
  if (NAMES.has(name)) return true
  const dot = name.indexOf('.')
  if (dot <= 0) return false
  const root = name.slice(0, dot)
  if (own !== null && root.toLowerCase() === own.toLowerCase()) return false
  if (MODULE_ROOTS.has(root)) return true
  const parts = name.split('.').filter(Boolean)
  return parts.every((part) => NAMES.has(part) || /^__\w+__$/.test(part))
}

/** "UnicodeDecodeError" -> "unicode decode error": an error class in words. */
export function errorInWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
    .toLowerCase()
}
