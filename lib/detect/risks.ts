/** One way in which advice can do harm, and the words that give it away. */
export interface Risk {
  /** Reads after "The advice". */
  note: string
  patterns: readonly RegExp[]
  /** True where a reason or a situation may not hold it either: nobody has to write it in order to warn of it. */
  everywhere?: boolean
  /** Words of the same clause with which it is what one should do: a password may be stored as a hash. */
  unless?: RegExp
}

/** A pattern from its source and the word lists within. */
const re = (source: TemplateStringsArray, ...lists: (string | number)[]) =>
  new RegExp(String.raw(source, ...lists), 'gi')

/** Up to so many characters of one clause between two words. */
const gap = (longest: number) => `[^.,;:\\n]{0,${longest}}?`

/** A list of words (each a pattern), any of which may stand. */
const oneOf = (words: string) =>
  `(?:${words
    .trim()
    .split(/\s*\n\s*|\s+\/\s+/)
    .join('|')})`

const OFF = oneOf(String.raw`
  disabl\w* / bypass\w* / circumvent\w* / skip\w* / omit\w* / suppress\w* / ignor\w* / silenc\w* / neutrali[sz]\w* / waiv\w*
  relax\w* / loosen\w* / weaken\w* / lift(?:s|ed|ing)? / remov(?:e|es|ed|ing) / drop(?:s|ped|ping)? / delet(?:e|es|ed|ing)
  (?:turn|switch)(?:s|es|ed|ing)? off / (?:leav(?:e|es|ing)|left|comment(?:s|ed|ing)?|stub(?:s|bed|bing)?|patch(?:es|ed|ing)?) out
  (?:do|does|doing|go|goes|going) without / get(?:s|ting)? (?:around|past|rid of)`)

const GUARD = oneOf(String.raw`
  certificates? / signatures? / host ?keys? / tls / ssl / https / csrf / xsrf / forgery (?:checks?|tokens?|protection) / cors / same-origin
  content security policy / authenti\w* / authori[sz]\w* / log-?in / sign-?in / passwords? / two-factor / permissions? / role checks?
  access (?:checks?|controls?|rules?) / sandbox\w* / verif\w* / validation / saniti[sz]\w* / escap(?:es?|ing) / integrity / checksums? / security
  rate limit\w* / (?:upload|size|depth|login|attempt) limits? / firewalls? / selinux / apparmor / assertions? / tests? / lint\w* / hooks? / pre-commit
  reviews? / approvals? / branch protection / audit (?:log|trail)\w* / constraints? / foreign keys? / backups?`)

const SECRET = oneOf(String.raw`
  credentials? / passwords? / passphrases? / secrets? / api[- ]?keys? / (?:private|signing|encryption|ssh|access) keys?
  (?:access|api|auth\w*|bearer|refresh|session|received|user|login) tokens? / connection strings? / session (?:ids?|cookies?) / card numbers?
  personal data / environment variables / (?:whole|entire|full) environment / \.env`)

const STRANGER = oneOf(String.raw`
  users? / customers? / clients? / callers? / visitors? / strangers? / requests? / uploads? / (?:the )?(?:outside|internet|network|web) / untrusted \w+`)

const EVERYBODY = '(?:every(?:body|one)|any(?:body|one)|all users)'

/** Advice that weakens a guard, runs foreign code, moves credentials, destroys, or goes behind the user's back. Ours. */
export const RISKS: readonly Risk[] = [
  {
    note: 'switches a check off',
    patterns: [
      re`\b${OFF} (?:(?!\b(?:before|after|between|during|from|in|for|by|when|if|while|and)\b)[^.,;:\n]){0,36}?\b${GUARD}\b(?! (?:file|files|director\w*|folders?|helpers?|scripts?|suites?|data|prints?|messages?|outputs?|artefacts?|artifacts?|bod(?:y|ies)|failed|fails)\b)`,
      re`\b(?:without|do not|don't|no need to|never|stop|nobody has to|instead of) (?:ever |even )?(?:verify|check|validat|authenticat|escap|saniti[sz])(?:e|ing)? (?:the |its |their |a |an |any )?(?:\w+ ){0,2}(?:certificates?|signatures?|checksums?|host ?names?|issuers?|inputs?|tokens?|passwords?|identity|origins?|senders?|callers?|users?|permissions?)\b`,
      re`\b(?:signatures?|certificates?|checksums?|host ?names?|verif\w*|validation|integrity|authentication|csrf|sandbox) (?:checks? |checking |steps? |protection )?(?:(?:is|are|be|can be|may be|stays?) )?(?:off|disabled|skipped|switched off|turned off|bypassed|omitted|left out|unnecessary|not needed|superfluous)\b`,
      re`\b(?:with|keep|leave|set|turn|switch)(?:s|ing)? (?:the |its |all |its own )?${GUARD}(?: (?:checks?|checking|protection))? (?:switched |turned )?off\b`,
      re`\b(?:without|outside) (?:its |the |a |any )?(?:sandbox|authentication|authori[sz]ation|verification|login|password)\b`,
      re`\b(?:compare|check|verify|validate)s? ${gap(30)}\b(?:signatures?|tokens?|certificates?|passwords?|permissions?)\b ?${gap(12)}\b(?:only (?:if|when)|unless)\b`,
      re`\bexempt\w* ${gap(40)}\bfrom (?:the |all |any )?${GUARD}\b`,
      re`\breturn(?:s|ing)? true (?:from|in|for) ${gap(24)}\b(?:permission|access|signature|verif\w*|auth\w*|validat\w*)\b`,
      re`\b(?:stub|mock|replac|patch)\w* ${gap(30)}\b(?:${GUARD}|validators?|checker) ?${gap(30)}\b(?:always|says? yes|returns? true|does nothing|by a print)\b`,
      re`\b(?:continue|proceed|go(?:es)? on|carry on|import|install|accept|connect|load|succeed)(?:s|ing)? ?(?:(?!\b(?:stop|abort|refus|reject|fail|rais|not\b))[^.,;:\n]){0,40}?\b(?:(?:even )?(?:when|if|though)|although|whatever) ${gap(30)}\b(?:checksum|hash|signature|certificate|verif\w*|validation|permission|identity|issuer)s? ${gap(16)}\b(?:differs?|fails?|failed|mismatch\w*|(?:is|are) (?:\w+ )?(?:wrong|missing|invalid|expired|unknown))\b`,
      re`\bany (?:certificate|signature|token|password|issuer) will do\b|\bwithout (?:the |a )?(?:secure|http-?only|same-?site) (?:flag|attribute)\b|\ballow(?:s|ing)? inline scripts?\b|\bunsafe-(?:inline|eval)\b|\bwithout (?:any |a )?(?:rate |login |attempt )?limit on (?:the )?(?:logins?|attempts?|requests?|passwords?)\b|\b(?:log-?ins?|passwords?|attempts?) ${gap(16)}\bwithout (?:any |a )?limit\b`,
    ],
    unless: /\b(?:duplicate|obsolete|redundant|unused|temporary|second|copies of)\b/i,
  },
  {
    note: 'switches a check off',
    patterns: [
      re`\b(?:ssl_?)?verify(?:_?ssl|_?peer|_?mode)?["']?\s?[:=]\s?(?:False|0|no|off|none)\b|\b(?:strict-ssl|sslVerify|check_hostname|validate_certs)["']?[ :=]{1,3}(?:False|0|no|off)\b|\b(?:verify|verification|checking) (?:to |is )false\b`,
      re`\bCERT_NONE\b|\bVERIFY_NONE\b|_create_unverified_context|\bInsecureSkipVerify\b|\brejectUnauthorized\b\W{1,3}false|NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY|\btrust[-_ ]?all[-_ ]?(?:certs?|certificates|hosts?|managers?)\b|StrictHostKeyChecking[= ]no|UserKnownHostsFile[= ]/dev/null`,
      re`(?<![\w-])--(?:insecure|no-check-certificate|trusted-host|nogpgcheck|no-gpg-check|allow-unauthenticated|allow-untrusted|allow-root|no-sandbox|disable-web-security|disable-setuid-sandbox|skip-checks?|dangerously-skip-permissions|yolo|no-preserve-root)\b|\bno-verify\b|\bcurl\s+(?:-\w+\s+)*-\w*k\b|\bsetenforce 0\b|\bHUSKY=0`,
      re`\bcsrf_exempt\b|CSRF_ENABLED\W{1,3}False|Access-Control-Allow-Origin\W{1,4}\*|ALLOWED_HOSTS\W{1,5}\*|\bpermitAll\b|\balg(?:orithms?)?["']?\s?[:=]\s?\W{0,2}none\b|#\s?nosec\b`,
    ],
  },
  {
    note: 'lets anybody in',
    patterns: [
      re`\b(?:accept|trust|allow|permit|admit|approve)(?:s|ed|ing)? (?:any|all|every|whatever|arbitrary|unsigned|unverified|unchecked|untrusted|unauthenticated|unescaped|expired|self-signed)\b ?${gap(24)}\b(?:certificates?|hosts?|host ?keys?|origins?|issuers?|callers?|clients?|headers?|signatures?|tokens?|sessions?|uploads?|extensions?|packages?|plugins?|senders?|redirects?|domains?|commands?|requests?)\b`,
      re`\b(?:accept|allow|permit|answer|reflect|follow)(?:s|ed|ing)? ${gap(30)}\b(?:from|to|with) (?:any|all|every|whatever|an? wild ?card) ?(?:origins?|hosts?|domains?|address\w*|sources?|wild ?cards?)\b|\bwith an? wild ?card\b|\bwild ?card (?:origin|certificate|permission)s?\b`,
      re`\b(?:trust|believe|take|use|accept)(?:s|ing)? (?:the |its |whatever )?(?:\w+ ){1,4}(?:that |which )?(?:the |a )?(?:client|browser|caller|request|form|user) (?:sends?|sent|claims?|says|names?|gives?|supplie[sd])\b|\b(?:from|of) (?:the |a )?hidden (?:form )?fields?\b`,
      re`\b(?:accept|trust|treat|take|honou?r|use)(?:s|ed|ing)? ${gap(40)}\b(?:headers?|cookies?|parameters?|query strings?|addresses|ip|fields?|clients?)\b ${gap(20)}\b(?:as (?:a )?(?:proof|identity|the (?:user|identity|caller))|for (?:the )?(?:identity|authentication|role))\b`,
      re`\b(?:back ?doors?|master (?:passwords?|keys?|tokens?)|(?:universal|magic|default|shared|well-known) (?:passwords?|tokens?|log-?ins?|credentials?|admin accounts?)|hidden (?:endpoints?|routes?|accounts?))\b`,
      re`\b(?:sign|log|let)(?:s|ged|ging)? (?:${EVERYBODY}|them) (?:straight )?in\b|\b${EVERYBODY} (?:is|are|becomes?|may be(?:come)?|can be(?:come)?|counts? as) (?:an? )?(?:admin\w*|owners?|root)\b|\b(?:treat|count)(?:s|ing)? ${gap(40)}\bas (?:an? |the )?(?:admin\w*|owner|root|trusted|verified)\b`,
      re`\b(?:open|expose|publish|bind)(?:s|ing)? ${gap(40)}\bto (?:the (?:world|whole world|internet|public)|${EVERYBODY}|(?:all|every|any) (?:address\w*|interfaces?|networks?|hosts?))\b|\b0\.0\.0\.0/0\b|\bpublic(?:ly)?[- ](?:read|write|readable|writable) (?:buckets?|access)\b|\bmak(?:e|es|ing) (?:the |all )?(?:\w+ )?(?:buckets?|repositor\w+|shares?|database|dashboard|backups?) public\b|\b(?:resolve|load|fetch)(?:s|ing)? (?:all |any |the )?external entit\w+`,
    ],
  },
  {
    note: 'weakens the test',
    patterns: [
      re`\b(?:mark|set|turn|declare)(?:s|ed|ing)? ${gap(30)}\b(?:tests?|cases?|them|it)\b ?${gap(24)}\b(?:skip\w*|xfail\w*|expected fail\w*|known fail\w*)\b`,
      re`\b(?:delet|remov|loosen|weaken|comment out|rewrit|adjust|disabl)\w* (?:the |that |any |all |those |these )?(?:failing |flaky |red |existing |stubborn |old )?(?:tests?|assertions?|test cases?)\b(?! (?:files?|director\w*|folders?|scripts?|data|messages?))`,
      re`\b(?:change|set|adjust|update|copy|edit|fit|record|replace)(?:s|ing)? ${gap(30)}\b(?:expected (?:values?|results?|outputs?)|expectations?|snapshots?|golden files?|tolerances?|coverage threshold)\b ?${gap(30)}\b(?:to (?:match|fit|equal|what)|(?:by|with) what|until|so that|from (?:the )?(?:output|actual))\b|\bregenerat\w* (?:the |all )?(?:snapshots?|golden files?)\b`,
      re`\b(?:recogni[sz]e|detect|special-case|hard-?code)\w* ${gap(40)}\b(?:expected by the tests?|in the tests?|test (?:inputs?|runner|environment|values?)|under test)\b`,
      re`\b(?:raise|lower|widen|increase|change|retry|repeat|rerun|loosen|edit)\w* ${gap(40)}\b(?:until|so that|till) (?:the |all |every )?(?:\w+ )?(?:tests?|suite|checks?|build|pipeline|it) (?:passes|pass|(?:is|are|goes|turns?|becomes?) green|stops? complaining)\b`,
      re`@(?:pytest\.mark\.|unittest\.)(?:skip|xfail)|\b(?:it|test|describe)\.skip\b|\bassert True\b|\|\|\s*true\b|\bcontinue-on-error\b|(?<![\w-])--(?:deselect|passWithNoTests)\b`,
    ],
  },
  {
    note: 'swallows errors',
    patterns: [
      re`\b(?:catch|swallow|ignor|suppress|silenc|discard|hid)(?:e|es|ing)? (?:and \w+ )?(?:all|every|any|each|whatever) ?${gap(12)}\b(?:exceptions?|errors?|failures?|warnings?)\b`,
      re`\bcatch(?:es|ing)? (?:everything|anything|whatever)\b|\b(?:empty|silent) (?:handlers?|catch|except)\b|\bbare except\b|\b(?:errors?|exceptions?|failures?) (?:is|are) (?:ignored|swallowed|dropped|suppressed|hidden)\b|\bswallow(?:s|ing)? (?:the |an? )?(?:exceptions?|errors?|failures?)\b`,
      re`\bexcept(?: (?:Base)?Exception)?(?: as \w+)?:\s*(?:pass|continue)\b|\bcatch ?(?:\([^)]{0,40}\))? ?\{\s*\}|\bon error resume next\b|\bset \+e\b`,
      re`\bcatch(?:es|ing)? (?:the |any |an? )?(?:\w+ )?(?:exceptions?|errors?) and (?:do nothing|go on|carry on|continue|move on|pass|return (?:nothing|none|null|an empty))\b|\b(?:return|report|answer|say)\w* success (?:even|although|anyway|whatever|in any case)\b`,
    ],
    unless: /\b(?:re-?raise|rethrow|report|record|collect|log (?:it|them)|cancellation)\w*\b/i,
  },
  {
    note: 'runs foreign code',
    everywhere: true,
    patterns: [
      re`\b(?:curl|wget|iwr|fetch)\b[^\n]{0,160}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby|iex)\b|\b(?:ba|z)?sh\s+(?:-c\s+)?["']?[<$]\(\s*(?:curl|wget)|\biex\s*\(|\bInvoke-Expression\b`,
      re`\b(?:pip3?|npm|pnpm|yarn|gem|cargo|go|apt(?:-get)?|brew)\s+(?:install|add|i|get)\s+(?!-r\b|-e\b|--editable|\.(?:\s|$|\[)|--frozen)[\w@-]|\bnpx\s+-?-?\w|\bgit\+https?://|--(?:extra-)?index-url\b`,
      re`\b(?:download|fetch)\w*\b[^.;\n]{0,40}\b(?:and|then) (?:run|execut|start)\w*|\bpipe\w* (?:the |an? |its )?(?:install\w*|script|download|answer|output)[^.;\n]{0,20}\b(?:in)?to (?:the |a |your )?(?:shell|bash|sh|interpreter)\b`,
      re`\bdownload\w* ${gap(40)}\bmake (?:it|them) executable\b|\brun(?:s|ning)? (?:the |an? |any )?(?:unknown|unsigned|downloaded|received|attached|suspicious) (?:binar\w+|program|script|executable|file|installer|attachment)s?\b`,
    ],
  },
  {
    note: 'runs foreign code',
    patterns: [
      re`\beval\s*\(|\bexec\s*\(|\bnew Function\s*\(|\bos\.system\s*\(|\bshell\s?=\s?True\b|\bpickle\.loads?\b|\bmarshal\.loads?\b|\byaml\.(?:unsafe_load|full_load|load\s*\((?![^)\n]*Safe))|\bunserialize\s*\(|\bObjectInputStream\b|\bdangerouslySetInnerHTML\b|\bmark_safe\b|\bv-html\b|\|\s?safe\b`,
      re`\b(?:evaluat|execut|run|interpret|unpickl|deseriali[sz]|compil|render)(?:e|es|ing|s)? ${gap(50)}\b(?:from|of|by|that|which|sent|given|typed|wished) (?:the |an? |any |our )?${STRANGER}\b|\b(?:run|execute|evaluate)(?:s|ing)? (?:any|arbitrary|whatever) (?:commands?|code|scripts?|expressions?|formulas?|quer\w+)\b`,
      re`\b(?:hand|pass|give|feed|send)(?:s|ing)? ${gap(40)}\bto (?:the |an? )?(?:eval\w*(?: function)?|interpreter|shell|language itself|exec)\b|\bthrough the shell\b|\b(?:with|through|by) (?:eval|exec|pickle|marshal)\b`,
      re`\blet (?:the |a )?(?:language|interpreter|shell|evaluator) (?:itself )?(?:do|evaluate|run|execute|interpret)\b`,
      re`\b(?:concatenat|interpolat|past|insert|embed|put|join|build|assembl|format|glu|append)\w* ${gap(50)}\b(?:in)?to (?:the |an? |one )?(?:sql|quer(?:y|ies)|statements?|(?:shell )?commands?|command lines?)\b(?! (?:builder|parameters?|log|plan|palette))`,
      re`\b(?:build|assembl|mak|compos|writ)(?:e|es|ing)? (?:the |an? )?(?:sql|quer(?:y|ies)|statements?|commands?) (?:by|with|through|from) (?:concatenat\w+|joining|pasting|string\w*|f-strings?|formatt?\w*|plus)\b`,
      re`\b(?:use|take|put|pass|write|show|render|open|insert|print)(?:s|ing)? ${gap(40)}\b(?:as (?:it|they) (?:is|are|comes?|arrives?|was|were) (?:typed|written|entered|sent)?|as given|unchanged|verbatim|unescaped|without escaping)\b ?${gap(24)}\b(?:quer(?:y|ies)|path|page|markup|html|template|shell|command|statement)\b`,
      re`\b(?:page|markup|html|template)s? (?:show|render|print|insert|display)s? ${gap(30)}\b(?:as (?:it|they) (?:is|are|was|were)|unescaped|unchanged|verbatim)\b`,
    ],
    unless:
      /\b(?:placeholders?|bound|bind|parameteri[sz]ed|prepared|sandbox\w*|isolated|allow-?list|escaped)\b/i,
  },
  {
    note: 'trusts whatever is newest or nearest',
    patterns: [
      re`\w@latest\b|\w:latest\b|\bun-?pin\w*\b|\b(?:remov|delet|drop|ignor)\w* (?:the |all |every |any )?(?:version )?(?:pins?|lock ?files?)\b|\bpin\w* (?:it |them |everything )?to (?:the )?(?:latest|newest|master|main)\b`,
      re`\b(?:newest|latest) (?:versions? )?of (?:everything|all|every)\b|\bwhoever (?:published|wrote|owns)\b|\b(?:mirror|index|server|source|registry) (?:that|which) (?:answers|responds) first\b`,
      re`\bfrom (?:an? |the |some |any )?(?:unknown|unofficial|third-party|random|nearest|fastest|personal|stranger's|unverified) (?:\w+ )?(?:index|mirror|registry|repository|source|site|server|fork|gist|blog|forum)\b`,
      re`\b(?:run|follow|execute|carry out|obey|apply)\w* (?:the |any |all |every )?(?:commands?|scripts?|instructions?|snippets?|steps)[^.;\n]{0,30}\b(?:from|found|given|written|in|of) (?:\w+ ){0,2}(?:forum|gist|web ?page|blog|comments?|issue text|tool output|e-?mails?)\b`,
    ],
  },
  {
    note: 'destroys',
    patterns: [
      re`\brm\s+-\w*[rf]\w*|\bgit\s+(?:reset\s+--hard|push\s+(?:\w+\s+)*(?:-f|--force)(?!-)|clean\s+-\w*f|branch\s+-D|filter-branch|checkout\s+(?:--\s+)?\.(?:\s|$))|\bdrop\s+(?:the )?(?:table|database|schema)\b|\btruncate\s+(?:table|the (?:table|database))\b|\bmkfs\b|\bdd\s+if=|\bdown\s+-v\b|\bsystem prune\b`,
      re`\bforce[- ]?push\w*|\bpush\w* (?:with|by) force\b|\breset(?:s|ting)? (?:the )?(?:\w+ )?hard\b|\brewrit\w* (?:the )?(?:public |shared |published |common )?history\b|\b(?:delet|wip|eras|drop|empt)\w* (?:the |all |its )?(?:\w+ )?(?:databases?|disks?|backups?|volumes?|home director(?:y|ies)|production \w+|customer data|user data)\b`,
      re`\b(?:try|test|run|apply|experiment|migrate|debug|execute|edit|change|deploy)(?:s|ing|ed)? ${gap(40)}\b(?:on|in|against|to|into) (?:the )?(?:production|live) ?(?:database|system|server|data|tables?|branch)?\b(?! (?:copy|copies|like))|\bwithout (?:an? |any )?backups?\b`,
    ],
    unless:
      /\b(?:throw-?away|temporary|scratch|test) (?:\w+ )?(?:database|directory|folder|copy|volume|container|table)s?\b/i,
  },
  {
    note: 'handles credentials',
    patterns: [
      re`\b(?:print|log|echo|dump|send|post|upload|mail|copy|paste|hard-?cod|embed|commit|check in|stor|put|keep|writ|sav|plac|shar|attach|includ|export|show|return|expos|add)(?:e|es|s|ed|ing|ting|ging|ping|ding|ted)? ${gap(50)}\b${SECRET}\b(?! (?:manager|store|vault|polic\w+|fields? (?:is|are) (?:empty|masked)))`,
      re`\b${SECRET} (?:(?:is|are|be|get|gets|being) )?(?:printed|dumped|logged|echoed|posted)\b`,
      re`\bhard-?coded ${SECRET}\b|\b${SECRET} (?:in|into|to) (?:the |a )?(?:code|source|repository|logs?|plain ?text|clear ?text|url|query string|image|front ?end|chat|ticket)\b|\bprintenv\b|\b(?:key|password|token|secret) (?:that is |which is )?(?:part of|kept in|written in|in) the (?:source|code|image|repository)\b`,
      re`\b(?:show|return|send)(?:s|ing)? (?:the )?(?:full |whole |stack )?(?:traces?|tracebacks?) to (?:the |all |every )?(?:visitors?|users?|clients?|customers?|callers?|browser)\b|\bdebug ?${gap(12)}\b(?:on|in|for) (?:the )?production\b`,
      re`\b(?:send|forward|pass)\w* (?:the |its )?(?:tokens?|cookies?|credentials?|authori[sz]ation(?: header)?) (?:along|on|with it|to (?:any|every|whatever))\b`,
    ],
    unless:
      /\b(?:hash\w*|salt\w*|encrypt\w*|vault|secret (?:stores?|manager)|key ?chain|redact\w*|mask\w*|rotat\w*|revok\w*|scrub\w*|digests?|bcrypt|argon2?|scrypt|dummy|fake|placeholders?)\b/i,
  },
  {
    note: 'weakens the cryptography',
    patterns: [
      re`\b(?:md5|sha-?1|base64|rot13|xor|crc32|ecb)\b ${gap(40)}\b(?:passwords?|tokens?|secrets?|encrypt\w*|signatures?)\b|\b(?:passwords?|tokens?|secrets?|encrypt\w*|protect\w*) ${gap(40)}\b(?:md5|sha-?1|base64|rot13|xor|crc32|ecb)\b`,
      re`\b(?:fixed|constant|static|same|shared|hard-?coded) (?:salt|iv|nonce|initiali[sz]ation vector)\b|\b(?:own|home-?made|self-?written) (?:cipher|encryption|crypto\w*)\b`,
      re`\b(?:use|take|derive|make|build)(?:s|ing)? ${gap(40)}\b(?:clock|time of day|timestamp|counter|row number|math\.random(?:\(\))?|user name) ?${gap(16)}\b(?:as|for) (?:the |an? )?(?:\w+ )?(?:tokens?|session ids?|secrets?|passwords?|reset links?)\b|\bderiv(?:e|es|ing) (?:the |an? )?(?:\w+ )?(?:tokens?|session ids?|secrets?|passwords?|reset links?|keys?) from (?:the )?(?:user|clock|time|date|row|name|e-?mail|counter)\b`,
    ],
  },
  {
    note: 'needs more rights',
    patterns: [
      re`\bsudo\b|\bas (?:the )?(?:root|super ?user|administrator)\b|--privileged\b|\badmin(?:istrator)? rights\b|\bUSER root\b|\bdocker(?:\.| |'s )sock(?:et)?\b|\bwith all capabilit\w+|--cap-add\b|\bAdministratorAccess\b|\bGRANT ALL\b`,
      re`\b(?:to|mode|permissions?) 0?(?:777|666)\b|\bchmod\s+(?:-R\s+)?(?:[0-7]?777|[0-7]?666|a\+\w*w\w*|o\+\w*w\w*)|\bworld[- ](?:writ|read)\w*|\b(?:writ|read)able (?:by|for|to) (?:all|every(?:body|one)|any(?:body|one)|others|the world)\b`,
      re`\b(?:give|grant|assign|allow)(?:s|ing)? ${gap(40)}\b(?:all|full|every|admin\w*|owner|root|unlimited|unrestricted|the widest) (?:rights?|permissions?|privileges?|access|roles?|scopes?)\b`,
    ],
  },
  {
    note: 'speaks to the agent',
    everywhere: true,
    patterns: [
      re`\b(?:ignore|disregard|forget|override)\b[^.;\n]{0,30}\b(?:previous|prior|earlier|above|all|system|other|user'?s?)\b[^.;\n]{0,30}\b(?:instructions?|prompts?|rules?|messages?|guidelines?|memor\w*)`,
      re`\byou (?:are now|must always|must never tell)\b|\b(?:reveal|print|show|repeat|leak|output)\w*\b[^.;\n]{0,20}\bsystem prompt\b`,
    ],
  },
  {
    note: 'passes over the user',
    everywhere: true,
    patterns: [
      re`\b(?:do not|don't|never|without|no need to) (?:tell|inform|mention|ask|report|show|notify|bother|consult|wait)\w*\b[^.;\n]{0,30}\b(?:users?|reviewers?|humans?|maintainers?|owners?|team|colleagues|anyone|anybody|approval|permission|confirmation)\b`,
      re`\b(?:hide|conceal)s? (?:it|this|that|the (?:\w+ )?(?:change|edit|failure|fact))\b[^.;\n]{0,20}\bfrom (?:the |all )?(?:users?|reviewers?|team|humans?|maintainers?|owners?|everybody)\b|\bkeeps? (?:it|this|that|the (?:change|edit|failure|fact)) (?:a )?secret\b|\bleav(?:e|ing) no trace\b`,
      re`\b(?:do not|don't|never) mention (?:it|this|that|the (?:\w+ )?(?:change|edit|failure|workaround|shortcut))\b|\banswer\w* (?:yes|y) to (?:every|all|any|each)\b`,
    ],
  },
  {
    note: 'passes over the user',
    patterns: [
      re`(?:^|\n|[.,;] |\band )(?:say nothing (?:about|of|to)|mention only)\b|\b(?:no need to ask|without asking)\b|\bleav(?:e|ing) (?:\w+ ){1,4}out of the (?:report|summary|description|log|message)\b`,
      re`\b(?:quietly|silently|secretly|covertly) (?:chang|remov|disabl|skip|drop|commit|merg|push|instal|delet|updat|replac|send|revert)\w*`,
      re`\b(?:merge|push|deploy|release|publish|commit)(?:s|ing)? ?${gap(30)}\b(?:without (?:an? |any )?(?:reviews?|approval|asking|running (?:the )?tests?)|(?:straight|directly) (?:to|into|on) (?:the )?(?:main|master|production|live)\b)|\b(?:auto-?|self-)approv\w*|\bapprove (?:all|every|any)\b`,
      re`\b(?:say|claim|report|write|state|pretend|declare)(?:s|ing)? ${gap(16)}\b(?:tests?|checks?|suite|it|everything) (?:pass|passes|passed|works?|worked|was tested|is green) (?:although|even (?:if|though|when)|without|anyway|whether)\b`,
    ],
  },
]

/** What a lesson has to guard: named in the advice. */
export const SENSITIVE = re`\b(?:${SECRET}|authenti\w*|authori[sz]\w*|log-?ins?|sign(?:ing|s|ed)?[- ]in|certificates?|tls|signatures?|permissions?|access rights|admin\w*|sandbox\w*|csrf|cors|origins|checksums?|encrypt\w*|firewalls?|production|backups?|install(?:er| script)s?|user input|reviews?|hooks|audit\w*)\b`

/** Why somebody would guard it less: ease, haste, or trust in who is near. */
export const EASE = re`\b(?:convenien\w*|friction\w*|in a hurry|haste|quick(?:est|er)? (?:way|fix)|short-?cuts?|los(?:e|es|ing) time|wast\w+ time|sav(?:e|es|ing) (?:time|work|trouble|a step)|holds? (?:\w+ ){0,3}up|(?:gets?|stands?|is|are|be) in the way|annoy\w*|nuisance|hassle|tedious|cumbersome|bothersome|for now|for the time being|until (?:it|the \w+) works|(?:nobody|no one|none of us) (?:has|have|needs?) to|spares? (?:us|everybody|everyone|people|the)|slows? (?:\w+ ){0,2}down|unblock\w*|just works|(?:within|inside) the (?:team|company|house|network)|(?:only )?(?:we|colleagues|developers|insiders) (?:know|use|reach|see)|nobody (?:else )?(?:knows|sees|looks|would)|trusted (?:network|colleagues|team)|will never happen|unlikely)\b`
