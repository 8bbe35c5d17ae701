/**
 * Shapes of secrets. Each pattern is linear: it starts with a fixed prefix and every repetition is of one class that the next
 * character is not in, or is bounded. An escaped line feed (`\\n` in JSON) before a secret is no letter. `value` names the group that is secret when the whole match is not.
 */
export const SHAPES: readonly { kind: string; pattern: RegExp }[] = [
  {
    kind: 'private-key',
    // the body has no dash, so the rest of the pattern never has to be tried twice
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[A-Za-z0-9+/=\s\\:,]{0,200}(?:Proc-Type|DEK-Info|[A-Z0-9]{2,12}-[A-Z0-9]{2,6}-[A-Z0-9]{2,6})){0,4}[A-Za-z0-9+/=\s\\:,]{0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'github-pat', pattern: /github_pat_[A-Za-z0-9_]{22,255}/g },
  { kind: 'github-token', pattern: /gh[pousr]_[A-Za-z0-9]{30,255}/g },
  { kind: 'anthropic-key', pattern: /sk-ant-[A-Za-z0-9_-]{20,200}/g },
  { kind: 'openai-key', pattern: /sk-(?:proj-|svcacct-|admin-|None-)[A-Za-z0-9_-]{20,250}/g },
  { kind: 'openai-key', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))sk-[A-Za-z0-9]{32,100}/g },
  { kind: 'aws-access-key-id', pattern: /(?<![A-Z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g },
  {
    kind: 'aws-secret-key',
    pattern:
      /aws_?(?:secret)?_?(?:access)?_?key['"]?\s{0,4}(?:=>|[:=])\s{0,4}['"]?(?<value>[A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/gi,
  },
  { kind: 'slack-token', pattern: /xox[abeoprs]-[A-Za-z0-9-]{10,250}/g },
  { kind: 'slack-token', pattern: /xapp-\d-[A-Za-z0-9-]{10,250}/g },
  {
    kind: 'slack-webhook',
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows)\/[A-Za-z0-9/_+-]{20,200}/g,
  },
  { kind: 'google-key', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))AIza[A-Za-z0-9_-]{35}/g },
  { kind: 'google-oauth', pattern: /GOCSPX-[A-Za-z0-9_-]{20,60}|ya29\.[A-Za-z0-9_-]{20,500}/g },
  {
    kind: 'stripe-key',
    pattern: /(?:sk|rk|pk|whsec)_(?:live|test)_[A-Za-z0-9]{16,200}|whsec_[A-Za-z0-9]{24,100}/g,
  },
  { kind: 'npm-token', pattern: /npm_[A-Za-z0-9]{36}/g },
  { kind: 'gitlab-token', pattern: /gl(?:pat|ptt|dt|rt|cbt|ft|soat|agent)-[A-Za-z0-9_-]{20,120}/g },
  { kind: 'sendgrid-key', pattern: /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}/g },
  { kind: 'huggingface-token', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))hf_[A-Za-z0-9]{30,60}/g },
  { kind: 'pypi-token', pattern: /pypi-AgE[A-Za-z0-9_-]{50,300}/g },
  { kind: 'twilio-key', pattern: /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))SK[0-9a-f]{32}(?![A-Za-z0-9])/g },
  { kind: 'digitalocean-token', pattern: /do[oprt]_v1_[a-f0-9]{64}/g },
  {
    kind: 'jwt',
    pattern:
      /(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,1000}/g,
  },
  {
    kind: 'url-password',
    pattern:
      /(?:(?<![a-z0-9+])|(?<=\\[nrt]))[a-z][a-z0-9+]{1,20}:\/\/[^\s:/@'"`<>]{0,100}:(?<value>[^\s/@'"`<>]{3,200})@/gi,
  },
  { kind: 'bearer', pattern: /\bBearer\s{1,3}(?<value>[A-Za-z0-9._~+/=-]{16,2000})/gi },
  {
    kind: 'basic-auth',
    pattern: /\bAuthorization['"]?\s{0,3}[:=]\s{0,3}['"]?Basic\s{1,3}(?<value>[A-Za-z0-9+/=]{12,400})/gi,
  },
  { kind: 'groq-key', pattern: /(?<![A-Za-z0-9])gsk_[A-Za-z0-9]{40,80}/g },
  { kind: 'xai-key', pattern: /(?<![A-Za-z0-9])xai-[A-Za-z0-9]{60,120}/g },
  { kind: 'openrouter-key', pattern: /(?<![A-Za-z0-9])sk-or-(?:v1-)?[A-Za-z0-9]{32,100}/g },
  { kind: 'vault-token', pattern: /(?<![A-Za-z0-9])hv[sbr]\.[A-Za-z0-9_-]{24,200}/g },
  { kind: 'databricks-token', pattern: /(?<![A-Za-z0-9])dapi[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])/g },
  { kind: 'docker-token', pattern: /(?<![A-Za-z0-9])dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,80}/g },
  { kind: 'atlassian-token', pattern: /(?<![A-Za-z0-9])ATATT3[A-Za-z0-9_=-]{40,300}/g },
  { kind: 'telegram-token', pattern: /(?<![A-Za-z0-9])\d{8,10}:AA[A-Za-z0-9_-]{32,34}(?![A-Za-z0-9])/g },
  {
    kind: 'azure-key',
    pattern: /\b(?:AccountKey|SharedAccessKey|sig)=(?<value>[A-Za-z0-9+/%]{40,100}={0,2})/g,
  },
  {
    kind: 'registry-token',
    pattern: /_auth(?:Token)?\s{0,3}=\s{0,3}['"]?(?<value>[A-Za-z0-9+/=_.-]{16,300})/g,
  },
  {
    kind: 'login',
    pattern: /(?:^|\s)(?:-u[ =]?|--(?:proxy-)?user[ =])['"]?[^\s:'"]{1,100}:(?<value>[^\s'"]{4,200})/g,
  },
  { kind: 'netrc', pattern: /\blogin\s{1,8}\S{1,100}\s{1,8}password\s{1,8}(?<value>\S{4,200})/g },
  {
    kind: 'option',
    pattern:
      /--(?:token|password|passwd|secret|api-key|access-token|auth-token|client-secret)[ =]['"]?(?<value>[^\s'"]{6,300})/g,
  },
  {
    kind: 'header',
    pattern:
      /\b(?:X-API-Key|X-Auth-Token|Api-Key|Private-Token)['"]?\s{0,3}:\s{0,3}['"]?(?<value>[^\s'"]{12,300})/gi,
  },
  {
    kind: 'named-secret',
    pattern:
      /(?<![A-Za-z0-9«])(?:[a-z0-9]{1,30}[_-]){0,3}[A-Za-z0-9]{0,20}?(?:password|passwd|passphrase|pwd|pass|secret|token|api[_-]?key|apiKey|access[_-]?key|accessKey|AccessKey|private[_-]?key|secretKey|SecretKey|Secret|Token|Password)\s{0,8}['"]?\s{0,3}(?:=>|=|:)\s{0,8}(?:"(?<value>[^"\n]{6,200})"|'(?<value2>[^'\n]{6,200})'|(?<value3>[^\s'"`;,)}\]]{6,200}))/g,
  },
  {
    kind: 'assigned-secret',
    pattern:
      /(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:[A-Z0-9]{1,30}_){0,4}(?:PASSWORD|PASSWD|SECRET|TOKEN|API_?KEY|PRIVATE_KEY|ACCESS_KEY)(?:_[A-Z0-9]{1,20})?['"]?\s{0,3}(?:=|:)\s{0,3}(?:"(?<value>[^"\n]{6,200})"|'(?<value2>[^'\n]{6,200})'|(?<value3>[^\s'"`;,)}\]]{6,200}))/g,
  },
]

/** Something of every shape, so that most texts are read once; the examples of the shapes hold it to that. */
export const HINT =
  /-----BEGIN|github_pat_|gh[pousr]_|sk-|A[KSBC][IC]A|aws|xox|xapp-|hooks\.slack|AIza|GOCSPX|ya29|[srp]k_|whsec_|npm_|gl[a-z]{2,5}-|SG\.|hf_|pypi-|SK[0-9a-f]|do[oprt]_v1|eyJ|:\/\/[^\s/]{0,300}@|Bearer|Basic|PASSW|SECRET|TOKEN|KEY|pass|pwd|secret|token|gsk_|xai-|hv[sbr]\.|dapi|dckr_|ATATT3|:AA|sig=|_auth|(?:^|\s)-u|-user[ =]|login/i

/** What stands where a secret would, so that it is none. */
export const HARMLESS =
  /^(?:[x*.…•_-]{3,}|<.{0,60}>?|\$\{?\(?[A-Za-z_].{0,60}|%\(?[A-Za-z_].{0,40}|\{\{?.{0,60}|(?:your|my|some|the|test|dummy|fake|example|sample|changeme|change_me|placeholder|redacted|null|none|undefined|true|false|string|password|secret|token)[-_a-z]{0,24}\d?|(?:os|process|self|settings|config|request|env|get)[.([].{0,120}|«secret:.{0,60})$/i
