import { EVERYBODY, forms, GUARD, gap, OFF, type Risk, re } from './risk.ts'

/** A guard is switched off or lets anybody in. */
export const GUARD_RISKS: readonly Risk[] = [
  {
    note: 'switches a check off',
    rules: [
      {
        pattern: re`\b${OFF} (?:(?!\b(?:before|after|between|during|from|in|for|by|when|if|while|and)\b)[^.,;:\n]){0,36}?\b${GUARD}\b(?! (?:file|files|director\w*|folders?|helpers?|scripts?|suites?|data|databases?|tables?|servers?|prints?|messages?|outputs?|artefacts?|artifacts?|bod(?:y|ies)|failed|fails)\b)`,
        says: [
          'disable certificate verification',
          'turn off the login for the demo',
          'comment out the tests',
        ],
        not: ['remove the test files', 'skip the row before validation', 'drop the row'],
      },
      {
        pattern: re`\b(?:without|do not|don't|no need to|never|stop|nobody has to|instead of) (?:ever |even )?(?:verify|check|validat|authenticat|escap|saniti[sz])(?:e|ing)? (?:the |its |their |a |an |any )?(?:\w+ ){0,2}(?:certificates?|signatures?|checksums?|host ?names?|issuers?|inputs?|tokens?|passwords?|identity|origins?|senders?|callers?|users?|permissions?)\b`,
        says: ['without verifying the signature', 'never check the certificate', "don't validate the input"],
        not: ['validate the input first', 'never check the length'],
      },
      {
        pattern: re`\b(?:signatures?|certificates?|checksums?|host ?names?|verif\w*|validation|integrity|authentication|csrf|sandbox) (?:checks? |checking |steps? |protection )?(?:(?:is|are|be|can be|may be|stays?) )?(?:off|disabled|skipped|switched off|turned off|bypassed|omitted|left out|unnecessary|not needed|superfluous)\b`,
        says: ['the checksum is skipped', 'signature checks are off', 'verification is not needed'],
        not: ['the checksum is compared'],
      },
      {
        pattern: re`\b${forms('with keep leave set turn switch')} (?:the |its |all |its own )?${GUARD}(?: (?:checks?|checking|protection))? (?:switched |turned )?off\b`,
        says: ['leave certificate checks off', 'with csrf turned off', 'keep the sandbox off'],
        not: ['leave the lights off', 'switch the tests on'],
      },
      {
        pattern: re`\b(?:without|outside) (?:its |the |a |any )?(?:sandbox|authentication|authori[sz]ation|verification|login|password)\b`,
        says: ['outside the sandbox', 'without a password'],
        not: ['inside the sandbox', 'without a comma'],
      },
      {
        pattern: re`\b${forms('compare check verify validate')} ${gap(30)}\b(?:signatures?|tokens?|certificates?|passwords?|permissions?)\b ?${gap(12)}\b(?:only (?:if|when)|unless)\b`,
        says: ['compare the signatures only if one was sent', 'verify tokens unless the caller is local'],
        not: ['compare the lengths only if they differ', 'verify tokens always'],
      },
      {
        pattern: re`\bexempt\w* ${gap(40)}\bfrom (?:the |all |any )?${GUARD}\b`,
        says: ['exempt the webhook from authentication'],
        not: ['exempt the header from the count'],
      },
      {
        pattern: re`\breturn(?:s|ing)? true (?:from|in|for) ${gap(24)}\b(?:permission|access|signature|verif\w*|auth\w*|validat\w*)\b`,
        says: ['return true from the permission check', 'returning true in verify'],
        not: ['return true from the comparison'],
      },
      {
        pattern: re`\b(?:stub|mock|replac|patch)\w* ${gap(30)}\b(?:${GUARD}|validators?|checker) ?${gap(30)}\b(?:always|says? yes|returns? true|does nothing|by a print)\b`,
        says: [
          'replace the validator by one that always agrees',
          'mock the authentication so that it returns true',
        ],
        not: ['mock the clock so that it always stands'],
      },
      {
        pattern: re`\b(?:${forms('continue proceed import install accept connect load succeed')}|go(?:es|ing)? on|carry on) ?(?:(?!\b(?:stop|abort|refus|reject|fail|rais|not\b))[^.,;:\n]){0,40}?\b(?:(?:even )?(?:when|if|though)|although|whatever) ${gap(30)}\b(?:checksum|hash|signature|certificate|verif\w*|validation|permission|identity|issuer)s? ${gap(16)}\b(?:differs?|fails?|failed|mismatch\w*|(?:is|are) (?:\w+ )?(?:wrong|missing|invalid|expired|unknown))\b`,
        says: [
          'accept the archive even when its checksum differs',
          'proceed although the signature is invalid',
        ],
        not: [
          'stop when the checksum differs',
          'accept the archive when its size differs',
          'accept nothing and abort when the checksum differs',
        ],
      },
      {
        pattern: re`\bany (?:certificate|signature|token|password|issuer) will do\b|\bwithout (?:the |a )?(?:secure|http-?only|same-?site) (?:flag|attribute)\b|\ballow(?:s|ing)? inline scripts?\b|\bunsafe-(?:inline|eval)\b|\bwithout (?:any |a )?(?:rate |login |attempt )?limit on (?:the )?(?:logins?|attempts?|requests?|passwords?)\b|\b(?:log-?ins?|passwords?|attempts?) ${gap(16)}\bwithout (?:any |a )?limit\b`,
        says: [
          'any certificate will do',
          'set the cookie without the secure flag',
          'allow inline scripts',
          'without any limit on logins',
          'passwords may be tried without limit',
        ],
        not: ['any order will do', 'allow inline comments', 'names may be tried without limit'],
      },
    ],
    unless: {
      pattern: /\b(?:duplicate|obsolete|redundant|unused|temporary|second|copies of)\b/i,
      says: ['remove the duplicate check'],
      not: ['remove the check'],
    },
  },
  {
    note: 'switches a check off',
    rules: [
      {
        pattern: re`\b(?:ssl_?)?verify(?:_?ssl|_?peer|_?mode)?["']?\s?[:=]\s?(?:False|0|no|off|none)\b|\b(?:strict-ssl|sslVerify|check_hostname|validate_certs)["']?[ :=]{1,3}(?:False|0|no|off)\b|\b(?:verify|verification|checking) (?:to |is )false\b`,
        says: ['verify=False', 'ssl_verify: no', 'check_hostname = False', 'set verification to false'],
        not: ['verify=True', 'verify the row', 'verifier = none_of(rows)'],
      },
      {
        pattern: re`\bCERT_NONE\b|\bVERIFY_NONE\b|_create_unverified_context|\bInsecureSkipVerify\b|\brejectUnauthorized\b\W{1,3}false|NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY|\btrust[-_ ]?all[-_ ]?(?:certs?|certificates|hosts?|managers?)\b|StrictHostKeyChecking[= ]no|UserKnownHostsFile[= ]/dev/null`,
        says: [
          'ssl.CERT_NONE',
          'rejectUnauthorized: false',
          'ssh -o StrictHostKeyChecking=no',
          'trust-all-certs',
        ],
        not: ['ssl.CERT_REQUIRED', 'rejectUnauthorized: true', 'StrictHostKeyChecking=yes'],
      },
      {
        pattern: re`(?<![\w-])--(?:insecure|no-check-certificate|trusted-host|nogpgcheck|no-gpg-check|allow-unauthenticated|allow-untrusted|allow-root|no-sandbox|disable-web-security|disable-setuid-sandbox|skip-checks?|dangerously-skip-permissions|yolo|no-preserve-root)\b|\bno-verify\b|\bcurl\s+(?:-\w+\s+)*-\w*k\b|\bsetenforce 0\b|\bHUSKY=0`,
        says: [
          'curl --insecure',
          'git commit --no-verify',
          'curl -sk https://x.example',
          'setenforce 0',
          'run with --no-sandbox',
        ],
        not: ['curl -s https://x.example', 'setenforce 1', 'read the insecure column'],
      },
      {
        pattern: re`\bcsrf_exempt\b|CSRF_ENABLED\W{1,3}False|Access-Control-Allow-Origin\W{1,4}\*|ALLOWED_HOSTS\W{1,5}\*|\bpermitAll\b|\balg(?:orithms?)?["']?\s?[:=]\s?\W{0,2}none\b|#\s?nosec\b`,
        says: [
          '@csrf_exempt',
          'Access-Control-Allow-Origin: *',
          "ALLOWED_HOSTS = ['*']",
          'alg: none',
          '# nosec',
        ],
        not: ['the csrf token', 'alg: RS256', 'Access-Control-Allow-Origin: https://x.example'],
      },
    ],
  },
  {
    note: 'lets anybody in',
    rules: [
      {
        pattern: re`\b${forms('accept trust allow permit admit approve')} (?:any|all|every|whatever|arbitrary|unsigned|unverified|unchecked|untrusted|unauthenticated|unescaped|expired|self-signed)\b ?${gap(24)}\b(?:certificates?|hosts?|host ?keys?|origins?|issuers?|callers?|clients?|headers?|signatures?|tokens?|sessions?|uploads?|extensions?|packages?|plugins?|senders?|redirects?|domains?|commands?|requests?)\b`,
        says: ['accept any certificate', 'trust unsigned packages', 'allow all the origins'],
        not: ['accept any number', 'refuse unsigned packages'],
      },
      {
        pattern: re`\b${forms('accept allow permit answer reflect follow')} ${gap(30)}\b(?:from|to|with) (?:(?:any|all|every|whatever) ?(?:origins?|hosts?|domains?|address\w*|sources?)|an? wild ?card)\b|\bwild ?card (?:origin|certificate|permission)s?\b`,
        says: ['allow requests from every origin', 'answer with a wildcard', 'a wildcard certificate'],
        not: ['allow requests from one origin', 'answer with a row'],
      },
      {
        pattern: re`\b${forms('trust believe take use accept')} (?:the |its |whatever )?(?:\w+ ){1,4}(?:that |which )?(?:the |a )?(?:client|browser|caller|request|form|user) (?:sends?|sent|claims?|says|names|gives?|supplie[sd])\b|\b(?:from|of) (?:the |a )?hidden (?:form )?fields?\b`,
        says: ['trust the role that the client sends', 'take the price from the hidden form field'],
        not: ['trust the role that the server keeps', 'take the price from the visible field'],
      },
      {
        pattern: re`\b${forms('accept trust treat take honour honor use')} ${gap(40)}\b(?:headers?|cookies?|parameters?|query strings?|addresses|ip|fields?|clients?)\b ${gap(20)}\b(?:as (?:a )?(?:proof|identity|the (?:user|identity|caller))|for (?:the )?(?:identity|authentication|role))\b`,
        says: ['use the forwarded header as proof', 'take cookies for identity'],
        not: ['use the header as a title', 'take cookies for the count'],
      },
      {
        pattern: re`\b(?:back ?doors?|master (?:passwords?|keys?|tokens?)|(?:universal|magic|default|shared|well-known) (?:passwords?|tokens?|log-?ins?|credentials?|admin accounts?)|hidden (?:endpoints?|routes?|accounts?))\b`,
        says: ['add a back door', 'a master password', 'a hidden endpoint', 'a default login'],
        not: ['the main password', 'a hidden field', 'a default value'],
      },
      {
        pattern: re`\b${forms('sign log let')} (?:${EVERYBODY}|them) (?:straight )?in\b|\b${EVERYBODY} (?:is|are|becomes?|may be(?:come)?|can be(?:come)?|counts? as) (?:an? )?(?:admin\w*|owners?|root)\b|\b${forms('treat count')} ${gap(40)}\bas (?:an? |the )?(?:admin\w*|owner|root|trusted|verified)\b`,
        says: ['log everybody in', 'everyone becomes an admin', 'treat the caller as an admin'],
        not: ['log everybody out', 'treat the row as a list'],
      },
      {
        pattern: re`\b${forms('open expose publish bind')} ${gap(40)}\bto (?:the (?:world|whole world|internet|public)|${EVERYBODY}|(?:all|every|any) (?:address\w*|interfaces?|networks?|hosts?))\b|\b0\.0\.0\.0/0\b|\bpublic(?:ly)?[- ](?:read|write|readable|writable) (?:buckets?|access)\b|\b${forms('make')} (?:the |all )?(?:\w+ )?(?:buckets?|repositor\w+|shares?|database|dashboard|backups?) public\b|\b${forms('resolve load fetch')} (?:all |any |the )?external entit\w+`,
        says: [
          'open the port to the internet',
          'bind it to all interfaces',
          'allow 0.0.0.0/0',
          'make the bucket public',
          'load external entities',
          'a publicly readable bucket',
        ],
        not: ['open the file to the end', 'make the method public', 'bind it to one interface'],
      },
    ],
  },
]
