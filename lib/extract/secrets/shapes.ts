import { matchesOf } from '../../memory/text/matches-of.ts'
import { columnSecrets } from './columns.ts'
import { isDense, isRandom, isSayable, isSecretValue, isSpoken, isWords, METHOD } from './values.ts'

/**
 * Places where a secret stands without a name: addresses, headers, options of commands. `value` is the secret. Linear: every
 * repetition is bounded, or of one class that the next character is not in.
 */
const SHAPES: readonly { kind: string; pattern: RegExp; isSecret: (value: string) => boolean }[] = [
  {
    kind: 'url-password',
    pattern: /:\/\/(?<user>[^\s:/@'"`<>]{0,100}):(?!\k<user>@)(?<value>[^\s/'"`<>]{3,200})@/dg,
    isSecret: isFilled,
  },
  {
    kind: 'url-password',
    pattern: /:\/\/[^\s:/@'"`<>]{1,100}:(?<value>[^\s'"`<>@]{6,100})@[\w.-]{1,100}[:/]/dg,
    isSecret: (value) => value.includes('/') && isDense(value),
  },
  {
    kind: 'url-token',
    pattern: /https?:\/\/(?<value>[\w.~%+-]{12,300})(?::x-oauth-basic|:)?@/dgi,
    isSecret: (value) => isRandom(value) && (value.length >= 16 || !isSpoken(value)),
  },
  {
    kind: 'url-password',
    pattern:
      /(?<=(?<![\w./-])[\w.-]{1,60}[:/](?<value>[^\s:/'"`<>()]{4,100}))@(?:tcp|udp|unix|cloudsql[\w-]{0,9})?(?:\(|\/\/[\w.-]{2,80}[:/]|[\w-]{2,60}(?:\.[\w-]{2,60}){0,6}:\d{2,5}[:/])/dg,
    isSecret: (value) => isSecretValue(value, 'password', false) || isDense(value),
  },
  {
    kind: 'authorization',
    pattern:
      /\b(?:proxy-)?authorization["']?\]?(?:\s{0,3}(?:[:=]|=>|,)\s{0,3})["']?(?:[A-Za-z][\w-]{1,30}\s{1,3})?(?:token=|key=)?["']?(?<value>[A-Za-z0-9._~+/=:|-]{8,2000})/dgi,
    isSecret: (value) => isFilled(value) && (isRandom(value) || isDense(value)),
  },
  {
    kind: 'bearer',
    pattern: /\bBearer\s{1,3}(?:["'] ?[+.] ?["'])?(?<value>[A-Za-z0-9._~+/=-]{16,2000})/dgi,
    isSecret: (value) =>
      isFilled(value) && /\d|[A-Z].*[A-Z]/.test(value) && (isRandom(value) || isDense(value)),
  },
  {
    kind: 'basic-auth',
    pattern: /\bBasic\s{1,3}(?<value>[A-Za-z0-9+/]{8,400}={0,2})(?![A-Za-z0-9+/=])/dg,
    isSecret: (value) =>
      /^[\x20-\x7e]{1,100}:[\x20-\x7e]{1,200}$/.test(Buffer.from(value, 'base64').toString('latin1')),
  },
  {
    kind: 'login',
    pattern: /"auth"\s{0,3}:\s{0,3}"(?<value>[A-Za-z0-9+/]{8,400}={0,2})"/dg,
    isSecret: (value) =>
      /^[\x20-\x7e]{1,100}:[\x20-\x7e]{1,300}$/.test(Buffer.from(value, 'base64').toString('latin1')),
  },
  {
    kind: 'login',
    pattern:
      /(?:^|[\s(])(?:-[a-zA-Z]{0,4}[uUaA][ =]?|--auth[ =]|(?:login|auth|user|credentials)=(?=["']?[\w.@-]{1,60}:)|--(?:proxy-)?user(?:name)?[ =])["']?[^\s:%'"]{1,100}[:%](?<value>[^\s'"]{4,200})/dg,
    isSecret: (value) => isSecretValue(value, 'password', true) && !/^\d+$/.test(value),
  },
  {
    kind: 'login',
    pattern: /\s-u[ =][\w.@-]{1,60},(?<value>[^\s'"(),]{6,60})(?=\s)/dg,
    isSecret: (value) => isSecretValue(value, 'password', true) && /\d/.test(value),
  },
  {
    kind: 'option',
    pattern:
      /(?:\b(?:echo|printf)\s{1,3}(?:-n\s{1,3})?["']?(?:[\w.-]{1,40}:)?(?=[^\n]{5,140}(?:chpasswd|\bsecrets? (?:create|set|add|put|versions)\b|\benv add\b|--(?:password-)?stdin|--with-token|sudo -S|passwd\b|--passphrase-fd|cryptsetup|\| ?kinit|\| ?su\b))|\bhtpasswd\s(?:-\w{1,6}\s){0,3}-\w{0,4}b\w{0,4}\s(?:-\w{1,6}\s){0,3}\S{1,80}\s\S{1,60}\s|\bsnmp(?:-server community |\w{2,10} (?:-\S{1,20} ){0,4}-c )|\bwpa_passphrase \S{1,60} |\brabbitmqctl (?:-\S{1,40} ){0,3}(?:add_user|change_password|authenticate_user) \S{1,60} |\brclone config [^\n]{1,120}? pass(?:word)? |\bmc alias set \S{1,40} \S{1,100} \S{1,60} |\bcomposer config \S{0,10} ?\S{0,30}oauth\S{0,40} |(?:\bauth|digest|\blogin) \w{1,40}:|auth-user-pass>\n[^\n]{1,60}\n|password\nV \d{1,3}\n|parola d.ordine\s?[:=]\s?|\bx-honeycomb-team: |\bmsg NickServ IDENTIFY (?:\S{1,30} (?=\S{5,60}(?:\s|$)))?|\br[ow]community6? |\bKey Content\s{1,12}:\s|\b(?:tacacs|radius)\S{0,8} host \S{1,60} key |\bsv_setsteamaccount "?|codecov[^\n]{0,80}\s-t\s|\bslmgr(?:\.vbs)? [/-]ipk |['"]crypt['"]\s?=>\s?\[\s{0,20}['"]key['"]\s?=>\s?['"]|\bPRAGMA (?:re)?key\s?=\s?["']|\]:\d{2,5} [\w.+-]{1,60}(?:@[\w.-]{1,60})?:|\bsp_addlogin '\w{1,60}', N?'|\buser \w{1,40} (?:\S{1,20} ){0,4}>|ConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?["']|::add-mask::|chpasswd:\s{1,20}(?:expire: \w+\s{1,20})?(?:list|users): \|\s{1,20}\w{1,40}:|\b(?:poetry|composer) config (?:-\S{1,20} )?(?:http-basic\.\S{1,60} \S{1,60} |pypi-token\.\S{1,40} )|\bbundle config \S{0,10}\s?\S{1,80} \w{1,40}:|\bnet use [^\n]{1,80}? ["']?(?=\S{5,60} \/user:)|IDENTIFIED\s{1,4}(?:WITH\s\S{1,40}\s)?(?:BY|AS)\s{1,4}(?:PASSWORD\s)?["']?|(?:--password-stdin|sudo -S)[^\n<]{0,60}<<<\s?["']?|\bnet user \S{1,40} |\bAUTH PLAIN |\.auth\(["']|\b(?:crypt|hashpw|password_hash|hash_password)\(b?["']|(?:^|\n)user \w{1,40} (?=\S{5,60}[ \t]*(?:\n|$))|assword[^\n]{0,30}\n?[^\n]{0,20}\bsend(?:line)?(?:\s{1,3}(?:--\s)?|\()["']|\b(?:impdp|expdp|sqlplus|exp|imp|rman)\s{1,3}(?:-\w\s)?\w{1,30}\/"?)(?<value>[^\s"'|\\;]{5,100})/dgi,
    isSecret: (value) => isSecretValue(value, 'password', true),
  },
  {
    kind: 'protocol',
    pattern:
      /(?:^|\n|["'>] ?)(?:PASS|AUTH(?: [\w.-]{1,40})?|\w{1,8} LOGIN [^\s"']{1,60}) "?(?<value>[^\s"'\\]{6,200})/dg,
    isSecret: (value) =>
      isSecretValue(value, 'password', false) &&
      /\d/.test(value) &&
      !/[./][a-z]\w{0,4}$|^\d+$|^[(]/i.test(value),
  },
  {
    kind: 'argument',
    pattern:
      /(?:mysqli|PDO|create_(?:super)?user|WiFi\.begin|username_pw_set|http_?basic|\.basic|\bFTP|connect|getConnection|database|connection|basic_?auth|digest_?auth|\bauth|credential|sequelize|login|log_in|bind(?!ing)|auth|sign_?in)\w{0,20}(?:\.\w{1,20})?(?:=?\s?\(\s{0,10}[^()\n]{0,200}?|\s)["'][^"'\n]{1,100}["'],\s{0,10}(?:Some\()?["'](?<value>[^"'\s]{6,100})["']\s{0,4}(?:[,)]|\n|$)/dgi,
    isSecret: (value) =>
      isSecretValue(value, 'password', true) && (/\d.*\d/.test(value) || isSayable(value) || isDense(value)),
  },
  {
    kind: 'argument',
    pattern:
      /(?:connect|login|log_in|sign_?in|authenticate|auth|credentials?|client|construct|connection|search|__construct)=?\s?\(\s{0,10}[^()\n]{1,160}?,\s{0,10}["'](?<value>(?=[^"'\s]{0,100}[\d#!@$%^&*?~+])[^"'\s]{8,100})["']\s{0,4}[,)]/dgi,
    isSecret: (value) => isSecretValue(value, 'token', true),
  },
  {
    kind: 'argument',
    pattern:
      /(?:sign|verify|hmac|cipheriv|encrypt|decrypt)\(\s{0,10}[^()\n]{1,160}?,\s{0,10}["'](?<value>[^"'\s]{8,100})["']\s{0,4}[,)]/dgi,
    isSecret: (value) =>
      /[a-z].*\d|\d.*[a-z]/.test(value) &&
      !METHOD.test(value) &&
      isSecretValue(value, 'password', true) &&
      (isRandom(value) || isDense(value) || isSayable(value)),
  },
  {
    kind: 'argument',
    pattern:
      /(?:encode|decode)\(\s{0,10}[^()\n]{1,160}?,\s{0,10}["'](?<value>[^"'\s]{12,100})["']\s{0,4}[,)]/dgi,
    isSecret: (value) => isRandom(value) && isSecretValue(value, 'token', true),
  },
  {
    kind: 'option',
    pattern: /\s-[a-zA-Z][ =]["']?(?<value>[\w-]{24,200}={0,2})["']?(?=\s|$)/dg,
    isSecret: (value) =>
      !/^[a-f0-9-]+$|^age1/i.test(value) && /\d/.test(value) && isSecretValue(value, 'faint', true),
  },
  {
    kind: 'option',
    pattern:
      /\s-[uU][ =]?[^\s-]\S{0,60}\s{1,3}(?:-{0,2}\S{1,40}\s{1,3}){0,2}-[pPw][ =]?["']?(?<value>[^\s"']{6,100})/dg,
    isSecret: (value) =>
      isSecretValue(value, 'password', true) &&
      (/\d/.test(value) || isDense(value)) &&
      /[a-z]/i.test(value) &&
      !/[:/]/.test(value),
  },
  // What a generator of secrets printed.
  {
    kind: 'token',
    pattern:
      /\b(?:openssl rand|gpg --gen-random|wg gen(?:key|psk)|Fernet\.generate_key\(|pwgen|apg|makepasswd|secrets\.token_\w{3,9}\(|\/dev\/u?random)[^\n]{0,100}\n[ \t]{0,8}['"]?(?![A-Z_]{2,40}=)(?<value>[\w+/=!@#$%^&*.-]{12,200})['"]?[ \t]{0,8}(?=\n|$)/dg,
    isSecret: (value) => isRandom(value) || isDense(value),
  },
  {
    kind: 'login',
    pattern: /\b(?:auth|login|(?:add-)?authtoken)\s{1,3}(?<value>[A-Za-z0-9][\w-]{19,100})(?=\s|$)/dg,
    isSecret: (value) => /\d/.test(value) && isRandom(value),
  },
  {
    kind: 'login',
    pattern:
      /["']user(?:name)?["']\s?:\s?["'][^"'\n]{1,60}["'],\s{0,20}["']key["']\s?:\s?["'](?<value>\w{16,100})["']/dgi,
    isSecret: isRandom,
  },
  {
    kind: 'login',
    pattern:
      /\b(?:btoa|Buffer\.from|b64encode|encode64|EncodeToString|CURLOPT_USERPWD)(?:\(|,\s?)[\w[\](]{0,10}["'][\w.@+-]{1,60}:(?<value>[^"'\s]{5,100})["']/dg,
    isSecret: (value) => isSecretValue(value, 'password', true),
  },
  {
    kind: 'argument',
    pattern:
      /\b(?:Fernet|SecretKeySpec|SigningKey|SecretBox|HMAC|Cipher|(?:AES|DES3?|ChaCha20|Blowfish|hmac)\.new)\(\s{0,10}b?["'](?<value>[\w+/=-]{16,100})["']/dg,
    isSecret: isRandom,
  },
  {
    kind: 'password',
    pattern: /["'](?<value>[^"'\s]{6,100})["']\s?\.\s?(?:toCharArray|getBytes)\(/dg,
    isSecret: (value) => isSecretValue(value, 'password', true) && /[A-Za-z].*\d|\d.*[A-Za-z]/.test(value),
  },
  {
    kind: 'url-token',
    pattern:
      /(?:[?&](?:code|ticket|auth|invite|confirm|assertion|[tkh])|SAMLRe(?:sponse|quest))=(?<value>[\w.%+/-]{28,8000}={0,2})/dg,
    isSecret: (value) => isRandom(value) && !/^[a-f0-9-]+$/i.test(value),
  },
  {
    kind: 'url-token',
    pattern: /[?&]app_?(?:id|key|secret)=(?<value>[\w-]{32,64})(?=[&\s"'#]|$)/dgi,
    isSecret: isRandom,
  },
  {
    kind: 'argument',
    pattern:
      /(?:\bnew\s[A-Z]\w{1,30}|\b[A-Z]\w{0,20}(?:Client|Bot|API|Api)|\.(?:login|run|start|authenticate|set_?(?:api_?)?(?:key|token))|\bhmac\.new|\bkeys["']?\s?:\s?\[)\(?\s{0,10}b?["'](?<value>[\w.:-]{24,120})["']\s{0,4}[,)\]]/dg,
    isSecret: (value) =>
      [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(value)) && isSecretValue(value, 'token', true),
  },
  {
    kind: 'url-token',
    pattern: /:\/\/[^\s"'<>]{1,100}\/t\/(?<value>[A-Za-z0-9-]{20,80})\//dg,
    isSecret: isRandom,
  },
  {
    kind: 'signature',
    pattern: /\bsignature["']?\s{0,3}[:=]\s{0,3}["']?t=\d{1,13},v\d=(?<value>[a-f0-9]{64})/dgi,
    isSecret: isRandom,
  },
  {
    kind: 'password',
    pattern:
      /\b(?:seed|recovery|secret|mnemonic|backup)(?:[ _-]?(?:phrase|words)(?: ?\([^()\n]{0,30}\)| [^\n:]{0,60}:)?["']?\W{1,4}|["']?\s?[:=]\W{0,3})\s{0,8}(?<value>(?:[a-z]{3,8} ){11,23}[a-z]{3,8})\b/dgi,
    isSecret: () => true,
  },
  {
    kind: 'login',
    pattern:
      /\b(?:creds|credentials|zugangsdaten|log ?ins?|sign ?in|user\/pass\w{0,4})\b[^\n:]{0,30}(?::|\sis|\sist|\swith|\sas)\s{1,3}[`"']?[\w.@-]{2,60}[`"']?\s{0,2}[/:|]\s{0,2}[`"']?(?<value>[^\s"'`,|]{6,100})/dgi,
    isSecret: (value) => isSecretValue(value, 'password', true),
  },
  {
    kind: 'token',
    pattern:
      /\b[Kk]eys?(?: (?!=)[\w/’'-]{1,20},?){0,14}(?: is(?: now)?|:)\s{1,2}[`"']?(?<value>[A-Za-z0-9]{24,200})(?![\w/+=-])/dg,
    isSecret: (value) => [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(value)) && isRandom(value),
  },
  {
    kind: 'code',
    pattern:
      /(?:\bPIN(?: (?!=)[\w/’'-]{1,20}){0,6}(?: is|:)|(?:verification|security|log-?in|sign-?in|confirmation|authentication|pairing|access|unlock|one-time) code(?: is|:)) (?<value>(?!123)\d{3,4}[ -]?\d{2,4})\b/dg,
    isSecret: () => true,
  },
  {
    kind: 'token',
    pattern: /(?:key|secret|seed|code)[^\n:]{0,60}:\s(?<value>(?:[A-Z2-7]{4}[ -]){3,7}[A-Z2-7]{4})\b/dg,
    isSecret: (value) => /\d/.test(value),
  },
  {
    kind: 'digest',
    pattern:
      /\b(?:Digest|Hawk|OAuth|HMAC|Signature)\s[^\n]{0,400}?\b(?:response|mac|signature|token|oauth_(?:token|signature))=["']?(?<value>[A-Za-z0-9+/%]{20,100}={0,2})/dg,
    isSecret: isRandom,
  },
  {
    kind: 'login',
    pattern: /[\w.+-]@[\w-]{1,60}(?:\.[\w-]{2,30}){1,4}:(?<value>[^\s:/'"`<>|,;]{8,60})(?=[\s"'`|,;]|$)/dg,
    isSecret: (value) =>
      !/\.[a-z]{2,5}$/i.test(value) &&
      isSecretValue(value, 'password', true) &&
      (isRandom(value) || isDense(value)),
  },
  // What a form sends, and what a mail server is told.
  {
    kind: 'password',
    pattern:
      /name="[\w-]{0,20}(?:pass(?:word|wd|phrase)?|pwd|secret|token|api_?key)[\w-]{0,10}"\r?\n(?:[^\n]{1,80}\n)?\r?\n(?<value>[^\n\r]{5,200})(?=\r?\n--)/dgi,
    isSecret: (value) => isSecretValue(value, 'password', true) || isDense(value),
  },
  {
    kind: 'password',
    pattern:
      /\b334 UGFzc3dvcmQ6?=*[^\n]{0,10}\n(?:[^\n]{0,20}: ?)?(?<value>[A-Za-z0-9+/]{4,200}={0,2})(?=\s|$)/dg,
    isSecret: () => true,
  },
  {
    kind: 'password',
    pattern: /\bWIFI:[^\n]{0,120}?;P:(?<value>[^\s;"]{8,63})(?=;)/dg,
    isSecret: isFilled,
  },
  {
    kind: 'password',
    pattern: /\bpsk="(?<value>[^"\n]{8,63})"/dg,
    isSecret: (value) => isSecretValue(value, 'password', true) || isWords(value),
  },
  {
    kind: 'token',
    pattern:
      /(?:\bappid["']?\s?[:=]\s?["']?|_APPID\s?=\s?["']?)(?<value>[a-f0-9]{32})\b|\bkey[12]["',:\s]{1,20}(?:\w{1,20}["',:\s]{1,20}){0,4}(?<quoted>[A-Za-z0-9+/]{86}==)/dg,
    isSecret: isRandom,
  },
  {
    kind: 'private-key',
    pattern: /\baccounts["']?\s?[:=]\s?\[\s{0,10}["'](?<value>(?:0x)?[a-f0-9]{64})["']/dg,
    isSecret: isRandom,
  },
  // A password that Terraform drew.
  {
    kind: 'password',
    pattern:
      /"(?:result|b64_std|b64_url)":\s?"(?<value>[^"\n]{8,200})"(?=[^{}]{0,200}"(?:special|upper|numeric|keepers)")/dg,
    isSecret: (value) => isRandom(value) || isDense(value),
  },
  {
    kind: 'private-key',
    pattern: /"(?:d|k|p|q|dp|dq|qi)"\s{0,3}:\s{0,3}"(?<value>[\w-]{22,2000})"/dg,
    isSecret: isRandom,
  },
  {
    kind: 'login',
    pattern:
      /(?:^|\n)[\w.*-]{1,80}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.-]{1,60}:(?<value>[^\s:'"]{5,100})(?=\n|$)/dg,
    isSecret: (value) => isSecretValue(value, 'password', true),
  },
]

const COMMAND =
  /\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mongo|mongosh|mongodump|mongorestore|sshpass|psql|pg_dump|(?:docker|podman|helm registry|az|oc) login|sqlcmd|bcp|redis-cli|ldapsearch|ldapmodify|ldapadd|ldapwhoami|7za?|zip|unzip|unrar|rar|mosquitto_[ps]ub|influx|cqlsh|clickhouse-client|snmp\w{2,10}|ipmitool|xfreerdp|rdesktop|plink|pscp|putty|winexe|ssh-keygen|signtool|winrs|keytool|openssl|psexec|altool|security|lftp|schtasks|certutil|hydra)\b/g
const OPTION =
  /\s(?:-[pP][ =]{0,5}|\/r?p:? ?|-p:|-[awdAXNkK][ =]{1,5})(?:(?<quote>["'])(?<quoted>[^"'\n]{5,100})\k<quote>|(?<value>[^\s'"]{5,100}))/dg

/** Secrets among the options of commands that take one, each option by itself. */
function* options(source: string): Generator<{ kind: string; start: number; end: number }> {
  const commands = matchesOf(source, COMMAND)
  if (commands.length === 0) return
  const text = source.replace(/["'],\s{0,4}["']/g, (between) => ' '.repeat(between.length))
  let done = 0
  for (const { 0: command, index } of commands) {
    if (index < done) continue
    const from = index + command.length
    done = from + (/[\n|]/.exec(text.slice(from, from + 300))?.index ?? 300)
    for (const { indices } of matchesOf(text.slice(from, done), OPTION)) {
      const [start, end] = indices?.groups?.value ?? indices?.groups?.quoted ?? [0, 0]
      const value = text.slice(from + start, from + end)
      const isPassphrase =
        command.startsWith('snmp') && /-[AX] ?$/.test(text.slice(0, from + start).slice(-4))
      if (
        isPassphrase ||
        (isSecretValue(value, 'password', true) && !/^\d{1,5}$|^(?:[\w.-]+)?:\d/.test(value))
      )
        yield { kind: 'option', start: from + start, end: from + end }
    }
  }
}

/** Secrets that a place gives away, not a name or a format. */
export function* shapedSecrets(text: string): Generator<{ kind: string; start: number; end: number }> {
  yield* privateKeys(text)
  yield* columnSecrets(text)
  yield* cookies(text)
  yield* options(text)
  for (const { kind, pattern, isSecret } of SHAPES) {
    for (const { indices } of matchesOf(text, pattern)) {
      const [start, end] = indices?.groups?.value ?? indices?.groups?.quoted ?? [0, 0]
      if (isSecret(text.slice(start, end))) yield { kind, start, end }
    }
  }
}

const COOKIE = /\bcookies?["']?\]?\s{0,3}(?:[:=→]|,|->)|\s(?:-b|--cookie)[ =]/gi
const CRUMB = /\s{0,3}["']?([\w.-]{1,60})=([^\s;"',]{1,4000})["']?(?:;|&)?/y

/** Values of cookies that were drawn at random. */
function* cookies(text: string): Generator<{ kind: string; start: number; end: number }> {
  for (const { 0: head, index } of matchesOf(text, COOKIE)) {
    let at = index + head.length
    for (let crumb = 0; crumb < 40; crumb++) {
      CRUMB.lastIndex = at
      const [all = '', name = '', value = ''] = CRUMB.exec(text) ?? []
      if (all === '') break
      const start = at + all.indexOf(value, all.indexOf('=') + 1)
      at += all.length
      if (
        !/^(?:path|domain|expires|max-age|samesite|version|_ga|_gid)/i.test(name) &&
        isFilled(value) &&
        isRandom(value)
      )
        yield { kind: 'cookie', start, end: start + value.length }
    }
  }
}

/** No mask, variable or blank to fill in. */
function isFilled(value: string): boolean {
  return !/^(?:[x*.…•_-]{3,}|[<${%[].*|(?:your|my|example|changeme|password|passwd|secret|token|pass|pwd|redacted|none|null)[-_a-z]{0,24}\d{0,3}|\d{2,5}\/.*)$/i.test(
    value,
  )
}

const BEGIN =
  /-----? ?BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V\d) ?-----?|PuTTY-User-Key-File-\d:|Private-Lines: \d+/g
const END =
  /-----? ?END (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V\d) ?-----?|Private-MAC: [a-f0-9]+/g
const LONGEST_KEY = 20_000
/** Lines of a key that was cut off, with what logs, diffs and quotes put before them. */
const BODY =
  /(?:[^\n]{0,40}?[A-Za-z0-9+/=]{20,200}["',\\]{0,4}(?:\n|$)|[^\n]{0,20}[A-Za-z-]{1,20}: [^\n]{0,80}\n|[ \t>|#*]{0,12}\n){0,400}(?:[A-Za-z0-9+/=]{20,200})?/y

/** Private keys from their first line to their last, whatever stands before each line. */
function* privateKeys(text: string): Generator<{ kind: string; start: number; end: number }> {
  const heads = matchesOf(text, BEGIN)
  const ends = matchesOf(text, END)
  const closed = new Set<number>()
  let [done, e] = [0, 0]
  for (const [i, { 0: head, index }] of heads.entries()) {
    if (index < done) continue
    const from = index + head.length
    while ((ends[e]?.index ?? Infinity) < from) e++
    const end = ends[e]
    if (end && end.index < (heads[i + 1]?.index ?? Infinity) && end.index - from < LONGEST_KEY) {
      if (!/[A-Za-z0-9+/]{16}/.test(text.slice(from, end.index))) continue
      done = end.index + end[0].length
      closed.add(end.index)
    } else {
      BODY.lastIndex = from
      done = from + (BODY.exec(text)?.[0].length ?? 0)
    }
    yield { kind: 'private-key', start: index, end: done }
  }
  for (const [i, { 0: foot, index }] of ends.entries()) {
    const start = closed.has(index) ? index : topOfKey(text, ends[i - 1]?.index ?? 0, index)
    if (start < index) yield { kind: 'private-key', start, end: index + foot.length }
  }
}

/** Where the lines of a key begin whose first line was cut off, above its last one. */
function topOfKey(text: string, from: number, foot: number): number {
  const lines = text.slice(Math.max(from, foot - LONGEST_KEY), foot).split('\n')
  const last = lines.pop() ?? ''
  let top = foot - last.length
  while (/^[ \t>|#*+-]{0,12}[A-Za-z0-9+/=]{20,200}[ \t\r]{0,4}$/.test(lines.at(-1) ?? ''))
    top -= (lines.pop()?.length ?? 0) + 1
  return top === foot - last.length ? foot : top
}
