import { forms, gap, type Risk, re, SECRET } from './risk.ts'

/** Data are destroyed, credentials moved, their protection weakened, more rights taken. */
export const DATA_RISKS: readonly Risk[] = [
  {
    note: 'destroys',
    rules: [
      {
        pattern: re`\brm\s+-\w*[rf]\w*|\bgit\s+(?:reset\s+--hard|push\s+(?:\w+\s+)*(?:-f|--force)(?!-)|clean\s+-\w*f|branch\s+-D|filter-branch|checkout\s+(?:--\s+)?\.(?:\s|$))|\bdrop\s+(?:the )?(?:table|database|schema)\b|\btruncate\s+(?:table|the (?:table|database))\b|\bmkfs\b|\bdd\s+if=|\bdown\s+-v\b|\bsystem prune\b`,
        says: [
          'rm -rf build',
          'git reset --hard',
          'git push --force',
          'git push origin main -f',
          'git clean -fd',
          'drop the table',
          'docker compose down -v',
        ],
        not: ['git push --force-with-lease', 'git reset HEAD', 'rm notes.txt', 'drop the row'],
      },
      {
        pattern: re`\bforce[- ]?push\w*|\bpush\w* (?:\w+ ){0,2}(?:with|by) force\b|\breset(?:s|ting)? (?:the )?(?:\w+ )?hard\b|\brewrit\w* (?:the )?(?:public |shared |published |common )?history\b|\b(?:delet|wip|eras|drop|empt)\w* (?:the |all |its )?(?:\w+ )?(?:databases?|disks?|backups?|volumes?|home director(?:y|ies)|production \w+|customer data|user data)\b`,
        says: [
          'force-push the branch',
          'push it by force',
          'rewrite the shared history',
          'wipe the database',
          'delete customer data',
        ],
        not: ['push the branch', 'rewrite the loop', 'delete the row'],
      },
      {
        pattern: re`\b${forms('try test run apply experiment migrate debug execute edit change deploy')} ${gap(40)}\b(?:on|in|against|to|into) (?:the )?(?:production|live)\b(?!(?: \w+)?[- ](?:copy|copies|like)\b)(?: (?:database|system|server|data|tables?|branch)\b)?|\bwithout (?:an? |any )?backups?\b`,
        says: ['try it on production', 'run it without a backup', 'apply the migration to the live database'],
        not: [
          'run it on a copy',
          'run it on the production copy',
          'run it on the live database copy',
          'apply it to a production-like table',
        ],
      },
    ],
    unless: {
      pattern:
        /\b(?:throw-?away|temporary|scratch|test) (?:\w+ )?(?:database|directory|folder|copy|volume|container|table)s?\b/i,
      says: ['drop the table of the test database', 'in a temporary folder'],
      not: ['drop the table'],
    },
  },
  {
    note: 'handles credentials',
    rules: [
      {
        pattern: re`\b(?:${forms('print log echo dump send post upload mail copy paste hardcode hard-code embed commit store put keep write save place share attach include export show return expose add')}|check(?:s|ed|ing)? in) ${gap(50)}${SECRET}\b(?! (?:manager|store|vault|polic\w+|fields? (?:is|are) (?:empty|masked)))`,
        says: [
          'print the password',
          'log the session token',
          'commit the api key',
          'returning the credentials',
        ],
        not: ['print the page', 'add the password manager', 'log the row'],
      },
      {
        pattern: re`${SECRET} (?:(?:is|are|be|get|gets|being) )?(?:printed|dumped|logged|echoed|posted)\b`,
        says: ['passwords are logged', 'the credentials get printed'],
        not: ['passwords are checked'],
      },
      {
        pattern: re`\bhard-?coded ${SECRET}\b|${SECRET} (?:in|into|to) (?:the |a )?(?:code|source|repository|logs?|plain ?text|clear ?text|url|query string|image|front ?end|chat|ticket)\b|\bprintenv\b|\b(?:key|password|token|secret) (?:that is |which is )?(?:part of|kept in|written in|in) the (?:source|code|image|repository)\b`,
        says: [
          'a hardcoded password',
          'the secret in the url',
          'call printenv',
          'the key that is part of the source',
        ],
        not: ['the secret in the vault', 'the key that is part of the row'],
      },
      {
        pattern: re`\b${forms('show return send')} (?:the )?(?:full |whole |stack )?(?:traces?|tracebacks?) to (?:the |all |every )?(?:visitors?|users?|clients?|customers?|callers?|browser)\b|\bdebug ?${gap(12)}\b(?:on|in|for) (?:the )?production\b`,
        says: ['show the stack traces to the visitor', 'debug mode in production'],
        not: ['show the traces to the developer', 'debug mode in the test'],
      },
      {
        pattern: re`\b(?:send|forward|pass)\w* (?:the |its )?(?:tokens?|cookies?|credentials?|authori[sz]ation(?: header)?) (?:along|on|with it|to (?:any|every|whatever))\b`,
        says: ['send the cookies along', 'forward the authorization header to any host'],
        not: ['send the rows along', 'forward the header to the parser'],
      },
    ],
    unless: {
      pattern:
        /\b(?:hash\w*|salt\w*|encrypt(?!ion keys?\b)\w*|vault|secret (?:stores?|manager)|key ?chain|redact\w*|mask\w*|rotat\w*|revok\w*|scrub\w*|digests?|bcrypt|argon2?|scrypt|dummy|fake|placeholders?)\b/i,
      says: ['store the password as a salted hash', 'print a masked token'],
      not: ['print the token', 'print the encryption key'],
    },
  },
  {
    note: 'weakens the cryptography',
    rules: [
      {
        pattern: re`\b(?:md5|sha-?1|base64|rot13|xor|crc32|ecb)\b ${gap(40)}\b(?:passwords?|tokens?|secrets?|encrypt\w*|signatures?)\b|\b(?:passwords?|tokens?|secrets?|encrypt\w*|protect\w*) ${gap(40)}\b(?:md5|sha-?1|base64|rot13|xor|crc32|ecb)\b`,
        says: ['hash the passwords with md5', 'base64 hides the token', 'md5 of the secret'],
        not: ['base64 of the image', 'hash the passwords with argon2'],
      },
      {
        pattern: re`\b(?:fixed|constant|static|same|shared|hard-?coded) (?:salt|iv|nonce|initiali[sz]ation vector)\b|\b(?:own|home-?made|self-?written) (?:cipher|encryption|crypto\w*)\b`,
        says: ['a fixed salt', 'our own cipher', 'a constant nonce'],
        not: ['a fixed width', 'a random salt'],
      },
      {
        pattern: re`\b${forms('use take derive make build')} ${gap(40)}\b(?:clock|time of day|timestamp|counter|row number|math\.random(?:\(\))?|user name) ?${gap(16)}\b(?:as|for) (?:the |an? )?(?:\w+ )?(?:tokens?|session ids?|secrets?|passwords?|reset links?)\b|\b${forms('derive')} (?:the |an? )?(?:\w+ )?(?:tokens?|session ids?|secrets?|passwords?|reset links?|keys?) from (?:the )?(?:user|clock|time|date|row|name|e-?mail|counter)\b`,
        says: ['use the clock as the session id', 'derive the key from the user name'],
        not: ['use the clock as a seed', 'derive the key from random bytes'],
      },
    ],
  },
  {
    note: 'needs more rights',
    rules: [
      {
        pattern: re`\bsudo\b|\bas (?:root|super ?user|administrator)\b(?! (?:cause|node|element|of|path|folder|directory|key)\b)|\bas the (?:root|super) ?user\b|\bas the administrator\b|--privileged\b|\badmin(?:istrator)? rights\b|\bUSER root\b|\bdocker(?:\.| |'s )sock(?:et)?\b|\bwith all capabilit\w+|--cap-add\b|\bAdministratorAccess\b|\bGRANT ALL\b`,
        says: [
          'sudo make',
          'run it as root',
          'run it as the root user',
          'run it as the administrator',
          'docker run --privileged',
          'mount docker.sock',
          'GRANT ALL',
        ],
        not: [
          'run it as a user',
          'name it as the root cause',
          'take the first node as the root of the tree',
          'read it as root element',
        ],
      },
      {
        pattern: re`\b(?:to|mode|permissions?) 0?(?:777|666)\b|\bchmod\s+(?:-R\s+)?(?:[0-7]?777|[0-7]?666|a\+\w*w\w*|o\+\w*w\w*)|\bworld[- ](?:writ|read)\w*|\b(?:writ|read)able (?:by|for|to) (?:all|every(?:body|one)|any(?:body|one)|others|the world)\b`,
        says: [
          'chmod 777 data',
          'set the mode to 666',
          'readable by everyone',
          'chmod a+w data',
          'world-writable',
        ],
        not: ['chmod 644 data', 'set the mode to 644', 'readable by the owner'],
      },
      {
        pattern: re`\b${forms('give grant assign allow')} ${gap(40)}\b(?:all|full|every|admin\w*|owner|root|unlimited|unrestricted|the widest) (?:rights?|permissions?|privileges?|access|roles?|scopes?)\b`,
        says: ['grant the job full access', 'give the service all rights'],
        not: ['give the caller read access', 'give the job all rows'],
      },
    ],
  },
]
