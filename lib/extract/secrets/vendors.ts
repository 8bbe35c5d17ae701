import { matchesOf } from '../../memory/text/matches-of.ts'
import { isRandom, isShuffled } from './values.ts'

/**
 * Formats that vendors publish: kind, then prefix, alphabet and length as a pattern. Every repetition is bounded and of one class, so a
 * place is read once. A letter or digit before the prefix means that the word is another one.
 */
const TABLE = String.raw`
1password-secret-key A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}
1password-token ops_eyJ[\w+/=-]{100,2000}
adobe-secret p8e-[\w-]{32}
adyen-key AQE[\w+/]{40,200}-[\w+/=]{20,100}-[^\s"']{10,40}
adafruit-key aio_[A-Za-z0-9]{28}(?!\w)
age-key AGE-SECRET-KEY-1[A-Z0-9]{58}
airtable-token pat[A-Za-z0-9]{14}\.[a-f0-9]{64}
aiven-password AVNS_[\w-]{15,40}
aiven-token AIVEN-[\w-]{30,}
alchemy-key alcht_[A-Za-z0-9]{30}(?!\w)
alibaba-key LTAI[A-Za-z0-9]{12,30}
amazon-mws amzn\.mws\.[0-9a-f-]{36}
amazon-oauth-secret amzn1\.oa2-cs\.v1\.[a-f0-9]{64}
amazon-refresh-token Atz[ar]\|[\w+/=-]{60,1000}
ansible-vault \$ANSIBLE_VAULT;[\d.]{3};AES256(?:;\w{1,30})?(?:\s{1,20}[0-9a-f]{10,80}){1,200}
anthropic-key sk-ant-[\w-]{20,200}
apify-token apify_api_[A-Za-z0-9]{30,50}
artifactory-key AKCp[A-Za-z0-9]{60,80}
artifactory-token cmVmd[A-Za-z0-9]{55,70}
asana-token [12]/\d{13,20}(?:/\d{13,20})?:[a-f0-9]{32}
atlassian-token AT[AC]TT3[\w=-]{40,300}
authress-key (?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120}
aws-access-key-id (?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])
aws-bedrock-key ABSK[A-Za-z0-9+/]{60,300}={0,2}
axiom-token xaa[tp]-[0-9a-f-]{36}
azure-ai-key [A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}(?!\w)
azure-client-secret [\w~.]{3}[78]Q~[\w~.-]{31,34}
azure-devops-token [A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}(?!\w)
beamer-token b_[\w=-]{44}(?![\w=-])
bitbucket-password ATBB[A-Za-z0-9]{24,60}
bitcoin-key (?:[xyztuv]prv[1-9A-HJ-NP-Za-km-z]{107,108}|5[HJK][1-9A-HJ-NP-Za-km-z]{49}(?!\w)|[KL][1-9A-HJ-NP-Za-km-z]{51}(?!\w))
braintree-token access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}
brevo-key x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}
browserless-token BLESS-[\w-]{24,}
buildkite-token bk(?:ua|ct|at|aa)_[A-Za-z0-9]{24,64}
calendar-address private-[a-f0-9]{32}(?!\w)
cal-key cal_(?:live_)?[a-f0-9]{32}
cerebras-key csk-[a-z0-9]{40,60}
chromatic-token chpt_[a-f0-9]{10,40}
circleci-token CCI(?:PAT|PRJ)_[A-Za-z0-9]{20,24}_[a-f0-9]{40}
clarifai-key clarifai_[a-f0-9]{32}
clickhouse-key 4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])
clickup-token pk_\d{5,12}_[A-Z0-9]{32}
clojars-token CLOJARS_[a-z0-9]{60}
cloudflare-ca-key v1\.0-[a-f0-9]{24}-[a-f0-9]{146}
cloudflare-token cf(?:ut|at|k)_[\w-]{40,60}
composer-token packagist_[a-z]{3}_[a-f0-9]{40,80}
contentful-token CFPAT-[\w-]{43}
crates-token cio[A-Za-z0-9]{32}(?![A-Za-z0-9])
databricks-token d(?:api|ose|sap|kea)[0-9a-f]{32}(?:-\d)?(?![A-Za-z0-9])
dbt-token dbt[cu]_[\w=-]{30,60}
defined-networking-token dnkey-[\w=-]{26}-[\w=-]{52}
digitalocean-token do[oprt]_v1_[a-f0-9]{64}
dingtalk-webhook https://oapi\.dingtalk\.com/robot/send\?access_token=[a-f0-9]{64}
discord-token [MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,38}
discord-webhook https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d{15,21}/[\w-]{50,90}
docker-token dckr_(?:pat|oat)_[\w-]{20,80}
doppler-token dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{1,35}\.)?[A-Za-z0-9]{40,44}
dropbox-token sl\.(?:u\.)?[\w=-]{60,2000}
duffel-token duffel_(?:test|live)_[\w=-]{43}
dynatrace-token dt0[a-z]\d\d\.[A-Z0-9]{24}\.[A-Z0-9]{64}
e2b-key e2b_[a-f0-9]{40}
easypost-token EZ[AT]K[A-Za-z0-9]{54}
elevenlabs-key sk_[a-f0-9]{48}
exponent-token ExponentPushToken\[[\w-]{18,30}\]
facebook-token EAA[A-Za-z0-9]{90,400}
fcm-key AAAA[\w-]{7}:[\w-]{130,180}
feishu-webhook https://open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/v2/hook/[0-9a-f-]{36}
figma-token fig[dou]r?_[\w-]{38,60}
firecrawl-key fc-[a-f0-9]{32}
fireworks-key fw_[A-Za-z0-9]{22,40}
flutterwave-key FLW(?:PUBK|SECK)(?:_TEST)?-?[A-Za-z0-9]{12,40}(?:-X)?
fly-token (?:fo1_[\w-]{43}|fm[12][ar]?_[\w+/=]{60,1000})
frameio-token fio-u-[\w=-]{64}
gitbook-token gb_api_[A-Za-z0-9]{30,60}
github-pat github_pat_\w{22,255}
github-token gh[pousr]_[A-Za-z0-9]{30,255}
gitlab-token (?:gl(?:pat|ptt|dt|rt|rtr|cbt|ft|ffct|imt|wt|soat|agent|oas)-[\w.-]{20,120}|GR1348941[\w-]{20,30})
gocardless-token (?:live|sandbox)_[\w=-]{40}(?![\w=-])
google-hmac-key GOOG1[A-Z0-9]{20,60}(?!\w)
google-key AIza[\w-]{35}
google-oauth (?:GOCSPX-[\w-]{20,60}|ya29\.[\w-]{20,1000}|1//0[\w-]{40,200})
grafana-token gl(?:sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}|c_[A-Za-z0-9+/]{32,400}={0,2})
groq-key gsk_[A-Za-z0-9]{40,80}
harness-token (?:pat|sat)\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}
heroku-key HRKU-[\w-]{36,70}
honeycomb-key hc[a-z][il][ck]_[a-z0-9]{40,80}
hubspot-token (?:pat-(?:na|eu|ap)\d-[0-9a-f-]{36}|[CN][A-Z]{2}\d?-[\w-]{90,})
huggingface-token (?:hf_[A-Za-z0-9]{30,60}|api_org_[A-Za-z0-9]{34})
infisical-token st\.[a-f0-9-]{24,36}\.[a-f0-9]{32}\.[a-f0-9]{32}
infracost-key ico-[A-Za-z0-9]{32}
infura-address https://[\w-]{1,40}\.infura\.io/(?:ws/)?v3/[a-f0-9]{32}
instagram-token IG(?:QV|AA)[\w-]{80,300}
intercom-token dG9rO[A-Za-z0-9+/]{50,90}={0,2}
intra42-secret s-s4t2(?:ud|af)-[a-f0-9]{64}
jina-key jina_[\w-]{50,70}
jwt eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{8,1000}
jwt-encrypted eyJ[\w-]{16,1000}\.[\w-]{0,1000}\.[\w-]{12,40}\.[\w-]{8,4000}\.[\w-]{16,60}
klaviyo-key pk_[a-f0-9]{34}(?![\w])
langfuse-key sk-lf-[0-9a-f-]{36}
langsmith-key (?:lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}|ls__[a-f0-9]{32})
launchdarkly-key (?:sdk|mob|api)-[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}
lemonsqueezy-key lmsq_[\w-]{30,}
linear-key lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,64}
linkedin-token (?:WPL_AP[01]\.[\w.+/=-]{20,200}|AQ[\w-]{100,500})
mailchimp-key [a-f0-9]{32}-us\d{1,2}(?!\w)
mailersend-key mlsn\.[a-f0-9]{64}
mailgun-key (?:key-[a-f0-9]{32}(?!\w)|[a-f0-9]{32}-[a-f0-9]{8}-[a-f0-9]{8}(?![\w-]))
mandrill-key md-[\w-]{22}(?![\w-])
mapbox-token [st]k\.eyJ[\w-]{20,400}\.[\w-]{20,60}
matrix-token syt_[A-Za-z0-9+/=]{2,100}_[A-Za-z]{20}_[A-Za-z0-9]{6}
maxmind-key [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
mercury-token mercury_production_[\w-]{30,}
minisign-key RWRTY0Iy[A-Za-z0-9+/=]{100,250}
modal-secret (?:ak|as)-[A-Za-z0-9]{22}(?!\w)
mollie-key (?:live|test)_[A-Za-z0-9]{30}(?!\w)
mongodb-secret mdb_sa_sk_[\w-]{30,60}
neon-key napi_[a-z0-9]{40,80}
netlify-token nfp_[A-Za-z0-9]{36,44}
new-relic-key (?:NR(?:AK|II|IQ|JS|AA|RA|SP)-[\w-]{19,44}|[a-f0-9]{32,36}(?:FFFF)?NRAL)
ngrok-key (?:2[A-Za-z0-9]{26}_[A-Za-z0-9]{20,24}|(?:ak|cr)_2[A-Za-z0-9]{26})
notion-token (?:ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{43}(?!\w))
npm-token npm_[A-Za-z0-9]{36}
nuget-key oy2[a-z0-9]{43}(?!\w)
nvidia-key nvapi-[\w-]{50,80}
octopus-key API-[A-Z0-9]{25,36}(?!\w)
okta-token 00[A-Za-z][\w-]{39}(?![\w-])
onesignal-key os_v2_(?:app|org)_[a-z0-9]{80,120}
openai-key sk-(?:(?:proj|svcacct|admin|None)-[\w-]{20,250}|[A-Za-z0-9]{32,100}(?!\w))
openrouter-key sk-or-(?:v1-)?[A-Za-z0-9]{32,100}
openshift-token sha256~[\w-]{43}
paddle-key pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}
pagerduty-key u\+[\w+-]{18}(?![\w+-])
paseto v[1-4]\.(?:local|public)\.[\w-]{40,2000}(?:\.[\w-]{1,500})?
password-hash \{(?:S?SHA|S?MD5|CRYPT|AES|3DES|PBKDF2)\d{0,3}\}[\w+/=$.-]{20,200}
password-hash \$pbkdf2-\w{3,10}\$\d{1,9}\$[\w./]{8,60}\$[\w./]{20,120}
password-hash \$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|(?:[156y]|apr1)\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9$]{1,40}\$[./A-Za-z0-9]{22,86}|argon2(?:id|i|d)\$[^\s"'<>]{30,200})
paypal-token A21AA[\w-]{80,120}
perplexity-key pplx-[A-Za-z0-9]{40,60}
phrase-token phc_live_[\w-]{30,}
pinecone-key (?:pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,80}|pckey_\w{40,})
pinterest-token pina_[A-Z0-9]{60,120}
pipedream-token pd_[a-f0-9]{32}
plaid-token (?:access|public|link)-(?:sandbox|development|production)-[0-9a-f-]{36}
planetscale-token pscale_(?:tkn|pw|oauth|app)_[\w=.-]{32,64}
postgres-password (?:SCRAM-SHA-256\$\d{3,6}:[\w+/=]{16,60}\$[\w+/=:]{60,120}|md5[a-f0-9]{32}(?!\w))
posthog-key ph[cxs]_\w{40,60}
postman-key PMAK-[a-f0-9]{24}-[a-f0-9]{34}
prefect-key pn[uxb]_[A-Za-z0-9]{36}
pulumi-token pul-[a-f0-9]{40}
pypi-token pypi-Ag[\w-]{51,300}
railway-token rw_Fe26\.[\w*.-]{60,}
rancher-token token-[a-z0-9]{5}:[a-z0-9]{54}
razorpay-key rzp_(?:live|test)_[A-Za-z0-9]{14,24}
readme-key rdme_[a-z0-9]{60,80}
render-key rnd_[A-Za-z0-9]{28,40}
replicate-token r8_[A-Za-z0-9]{37}
resend-key re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}
rubygems-key rubygems_[a-f0-9]{48}
runpod-key rpa_[A-Z0-9]{40,50}(?!\w)
salesforce-token 00D[A-Za-z0-9]{12,15}![\w.]{60,200}
scaleway-key SCW[A-Z0-9]{17}(?!\w)
scalingo-token tk-us-[\w-]{48}
segment-token sgp_[A-Za-z0-9]{64}(?!\w)
sendgrid-key SG\.[\w-]{16,32}\.[\w-]{30,64}
sentry-token (?:sntry[sua]_(?:eyJ[\w=+/]{50,400}|[a-f0-9]{64})|https://[a-f0-9]{32}(?::[a-f0-9]{32})?@[\w.-]{1,80}/\d{1,20})
settlemint-token sm_(?:aat|pat|sat)_[A-Za-z0-9]{16}
shippo-token shippo_(?:live|test)_[A-Fa-f0-9]{40}
shopify-token shp(?:at|ca|pa|ss|ua|it|tka)_[A-Fa-f0-9]{32}
slack-token (?:xox[abceoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{10,250})
slack-webhook https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[\w/+-]{20,200}
snowflake-token ver:\d-hint:\d{6,16}-ETMs[\w+/=-]{40,400}
snyk-token snyk_[us]at\.[\w.-]{30,100}
socket-key sktsec_[\w-]{30,60}_api
sonarqube-token sq[upa]_[a-f0-9]{40}
sourcegraph-token (?:sgp_(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}|sl[ku]_[a-f0-9]{64})
square-token (?:sq0[a-z]{3}-[\w-]{22,43}|EAAA[\w-]{60})
stability-key sk-stability-[A-Za-z0-9]{40,}
stripe-key (?:(?:sk|rk|whsec)_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/=]{24,100})
stytch-secret secret-(?:live|test)-[\w=-]{30,50}
supabase-key (?:sbp_(?:v0_)?[a-f0-9]{40}|sb_secret_[\w-]{24,50})
tailscale-key tskey-(?:auth|api|client|scim|webhook)?-?[A-Za-z0-9]{8,20}CNTRL-[A-Za-z0-9]{16,40}
tavily-key tvly-(?:dev-|prod-)?[A-Za-z0-9]{20,40}
teams-webhook https://[\w-]{1,60}\.webhook\.office\.com/webhookb2/[\w@-]{36,80}/IncomingWebhook/[a-f0-9]{32}(?:/[\w-]{36})?(?:/[\w-]{10,60})?
telegram-token (?:bot)?\d{8,10}:AA[\w-]{32,34}(?![\w-])
telnyx-key KEY0[A-F0-9]{31}_[A-Za-z0-9]{22}
tencent-key AKID[A-Za-z0-9]{32}(?!\w)
terraform-token [A-Za-z0-9]{14}\.atlasv1\.[\w=-]{50,80}
together-key tgp_v1_[\w-]{40,60}
trello-token ATTA[A-Fa-f0-9]{64,76}(?!\w)
twilio-key SK[0-9a-f]{32}(?![A-Za-z0-9])
twitch-token oauth:[a-z0-9]{30}(?!\w)
twitter-bearer AAAAAAAAAAAAAAAAAAAA[A-Za-z0-9%+/=]{30,120}
typeform-token tfp_[\w.-]{40,80}
unkey-token unkey_[A-Za-z0-9]{18,40}
vault-token hv[sbr]\.[\w-]{24,300}
vercel-token (?:vc[piakru]_[A-Za-z0-9]{24,80}|vercel_blob_rw_\w{16,80})
volcengine-key AKLT[\w-]{40,70}
voyage-key pa-[\w-]{43}(?![\w-])
wakatime-key waka_[0-9a-f-]{36}
wandb-key wandb_v1_[\w]{40,100}
webflow-token ws-[a-f0-9]{64}
weblate-token wl[up]_[A-Za-z0-9]{36,40}
wecom-webhook https://qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[0-9a-f-]{36}
woocommerce-key c[ks]_[a-f0-9]{40}
xai-key xai-[A-Za-z0-9]{60,120}
xata-key xau_[A-Za-z0-9]{30,60}
yandex-key (?:AQVN[\w-]{35,38}|YC[A-Za-z][\w-]{37}(?![\w-])|y[0-3]_[\w-]{55,58}|t1\.[\w-]{10,300}=?=?\.[\w-]{86}=?=?)
zapier-webhook https://hooks\.zapier\.com/hooks/catch/\d{4,12}/\w{5,20}
zoom-webhook https://inbots\.zoom\.us/incoming/hook/[\w-]{20,60}
zuplo-key zpka_[a-f0-9]{32}_[a-f0-9]{8}(?!\w)
`

export const VENDORS = TABLE.trim()
  .split('\n')
  .map((row) => {
    const [kind = '', format = ''] = row.split(/ (.*)/)
    return { kind, format, pattern: new RegExp(`^(?:${format})$`) }
  })
const ANY = new RegExp(`(?<![A-Za-z0-9])(?=\\S{14})(?:${VENDORS.map(({ format }) => format).join('|')})`, 'g')

/** What a vendor that is not in the table would publish: a word for a key in front, and a tail drawn at random. */
const LIKE =
  /(?<![A-Za-z0-9_-])(?:[a-z][a-z0-9]{1,14}[_-])?(?:api|pat|sk|key|tok|token|secret|live|prod|access|auth|bot|sess|session|refresh)(?:[_-][a-z0-9]{1,8}){0,2}[_-][A-Za-z0-9]{20,200}(?![\w-])/g

/** Every published format in a text, in one pass. What is neither random nor holds a digit is a word. */
export function* vendorFormats(text: string): Generator<{ kind: string; start: number; end: number }> {
  for (const { 0: found, index } of matchesOf(text, ANY)) {
    if (!/\d/.test(found) && !isRandom(found) && !isShuffled(found.replace(/^.*[_-]/, ''))) continue
    const kind = VENDORS.find(({ pattern }) => pattern.test(found))?.kind ?? 'token'
    yield { kind, start: index, end: index + found.length }
  }
  if (!/[_-][A-Za-z0-9]{20}/.test(text)) return
  for (const { 0: found, index } of matchesOf(text, LIKE))
    if (isDrawn(found.replace(/^.*[_-]/, '')))
      yield { kind: 'token', start: index, end: index + found.length }
}

/** Small and capital letters and digits in short runs, or 31 hexadecimal digits and more: what follows a prefix that no vendor here has. */
function isDrawn(tail: string): boolean {
  if (/^[a-f0-9]+$/.test(tail)) return tail.length >= 31
  return [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(tail)) && isRandom(tail)
}
