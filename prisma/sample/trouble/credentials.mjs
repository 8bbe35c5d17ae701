import { blocks } from './blocks.mjs'

// Lessons with a secret in them. The value is a placeholder here; secrets.mjs makes it at run time.
export const credentials = blocks(`
# secret-1 REPRODUCE pattern
reproduce the refused upload
upload, signature, clock skew, object store
Shift the clock, then sign
uploads to the object store are refused at random
sign a request with the test account ({{secret:aws-access-key:1}}) after moving the clock forward, and send it
the signature holds the time, and the store allows a small difference
a shifted clock is refused every time
> An AWS access key id in brackets in do.

# secret-2 ANALYZE pattern
find out which identity the job uses
credentials chain, environment, role, precedence
The environment beats the role
a job may not read although its role allows it
print the identity in the job; it reported {{secret:aws-access-key:2}} from the environment and not the attached role
variables of the environment come first in the chain
without the variables the role is used
> An AWS key id with its secret half, as the job printed it.

# secret-3 EDIT pattern
let the pipeline fetch a private dependency
pipeline, dependency, authentication, clone
Authenticate the clone
a pipeline cannot fetch a private dependency
rewrite the address to https://{{secret:github-token:1}}@github.com/ before installing
the runner has no key of its own
the dependency is installed
> A GitHub token inside a clone address.

# secret-4 VERIFY pattern
check that the release note is created
release, api, rate limit, authentication
Call it authenticated
unauthenticated calls run into the limit
repeat the call with the header Authorization: token {{secret:github-token:2}} and look at the remaining quota
the limit for anonymous callers is shared by all who use the address
the quota is that of the account
> A GitHub token in a quoted header.

# secret-5 REPRODUCE pattern
trigger the failing pipeline by hand
pipeline, trigger, variables, branch
Trigger with the variables of the schedule
a scheduled pipeline fails and a manual one does not
trigger it with the variables of the schedule and PRIVATE-TOKEN: {{secret:gitlab-token:1}}
scheduled runs carry other variables
the manual run fails alike
> A GitLab token in a request header.

# secret-6 EDIT pattern
push the generated files back
pipeline, push, protected branch, token
Push with a project token
a job must push to its own repository
use a project token as user oauth2, {{secret:gitlab-token:2}}, since the token of the job can only read
the permissions of a job token end at reading
the push goes through and starts no second run
> A GitLab token in apposition in the middle of do.

# secret-7 VERIFY pattern
check that alerts reach the channel
alerts, delivery, bot, acknowledgement
Look for the answer of the service
alerts are sent and nobody sees them
post one with the bot ({{secret:slack-token:1}}) and read the field ok of the answer, not the status
the service answers success even for a refused message
the field is true and the message is there
> A Slack bot token in brackets.

# secret-8 ANALYZE undetermined
find out why messages arrive twice
messages, retries, acknowledgement, deadline
Acknowledge before working
every event is handled two or three times
compare the time until acknowledgement with the deadline of the sender
the sender repeats what is not acknowledged in time
with SLACK_TOKEN={{secret:slack-token:2}} set and the early acknowledgement, each event came once
> A Slack token in check, as an environment assignment.

# secret-9 REPRODUCE pattern
reproduce the double charge
payment, retry, idempotency, timeout
Lose the answer, not the request
a customer is charged twice
charge against the service and drop the answer; the account is {{secret:stripe-key:1}}
the client repeats what may have succeeded
two charges appear for one order
> A live payment key in do.

# secret-10 EDIT avoid
keep the amount in the smallest unit
payment, currency, smallest unit, decimal
Some currencies have no cents
amounts are a hundred times too high for some currencies
do not multiply everywhere; look up the number of decimals of the currency
stripe.api_key = "{{secret:stripe-key:2}}" was left in the test that showed it
yen and dollars both come out right
> A payment key in an assignment in because.

# secret-11 ANALYZE pattern
find out why the map stays grey
map, quota, referrer, key restriction
Grey tiles mean a refused key
a map shows grey tiles and no error
read the answer of a tile request for key={{secret:google-api-key:1}} and look for its restriction
a key restricted by referrer refuses pages from other hosts
from an allowed host the tiles come
> A Google API key as a query parameter.

# secret-12 VERIFY pattern
check that addresses are found after the change
geocoding, address, normalisation, quota
Ask with and without accents
address search was changed
query the same address with and without accents; the sandbox key {{secret:google-api-key:2}} has enough quota
the service normalises and the cache before it does not
both spellings give one place
> A key called a sandbox key; it is a key all the same.

# secret-13 REPRODUCE pattern
reproduce the logout after an hour
token, expiry, refresh, clock
Use a token that has already expired
users are logged out after an hour
send a token whose time has passed, such as {{secret:jwt:1}}, and watch whether a refresh follows
the client refreshes only before expiry and never after
the request fails without a refresh
> A complete signed token; expired or not, its claims are readable.

# secret-14 ANALYZE pattern
find out why the role is ignored
token, claims, role, naming
Read the claims that really arrive
a user has a role and is refused
decode the middle part of the token and compare the claim names
Bearer {{secret:jwt:2}} carried the role under another name than the one the guard reads
with the right claim name the user gets in
> A bearer token in because.

# secret-15 EDIT pattern
load the signing key from the environment
private key, newline, environment, parsing
Restore the line breaks of the key
a signing key works from a file and fails from the environment
replace the written line breaks by real ones before parsing: {{secret:pem-key:1}}
variables hold the breaks as two characters
a signature made with it is accepted
> A private key pasted behind the colon.

# secret-16 REPRODUCE pattern
reproduce the refused handshake
ssh, host key, algorithm, handshake
Offer only the old algorithm
a deployment is refused by newer hosts
connect with the deployment key ({{secret:pem-key:2}}) and offer the old algorithm alone
newer hosts no longer accept its signatures
the handshake ends with no common algorithm
> A deployment key as a whole.

# secret-17 VERIFY pattern
check that the pool recovers
connection pool, restart, recovery, stale connection
Restart the server beneath the pool
a database restart leaves dead connections
open the pool, restart the server, and query again
the pool hands out connections that are already dead
{{secret:database-url:1}} answers the first query after the restart
> A connection string with user and password in check.

# secret-18 ANALYZE pattern
find which setting wins
configuration, precedence, connection, environment
Print the effective address
the service talks to the wrong database
print the effective value; it was {{secret:database-url:2}} from an old variable of the shell
the environment overrides the file
without the variable the file counts
> A connection string, as printed.

# secret-19 EDIT pattern
publish from the pipeline
registry, publish, authentication, pipeline
Write the credentials for the registry
publishing fails with an unauthorised error
append //registry.npmjs.org/:_authToken={{secret:npm-token:1}} to the user configuration before publishing
the registry ignores the credentials of other hosts
the new version is listed
> An npm token in a configuration line.

# secret-20 REPRODUCE avoid
reproduce the install that works on one machine only
registry, install, private package, lock file
Install without your own credentials
a private package installs here and nowhere else
do not test with your own login; the shared {{secret:npm-token:2}} may only read
a personal login covers up the missing permission
the install fails in a fresh home
> A shared npm token, mentioned in passing.

# secret-21 VERIFY pattern
check that long answers are not cut
streaming, truncation, token limit, finish reason
Read the reason for stopping
generated answers end in the middle of a sentence
ask for a long answer with key {{secret:llm-key:1}} and read why it stopped
the limit cuts without an error
the reason is a natural end
> A key of a model provider.

# secret-22 EDIT pattern
retry when the model is overloaded
retries, overload, backoff, client
Tell overload from refusal
calls to the model fail under load
repeat on overload only, with growing pauses, and construct the client once with api_key='{{secret:llm-key:2}}'
a refusal stays a refusal however often it is repeated
under load the calls succeed in the end
> A key of a model provider in a constructor call.

# secret-23 REPRODUCE pattern
reproduce the locked account
login, lockout, counter, test account
Fail until the counter is full
an account is locked although the right password is typed, for the demo administrator {{secret:password:1}}
log in with the right one after a few failures in other tabs
each tab counts on its own and the sums are added
the right password is refused
> A password in when, without a known prefix.

# secret-24 ANALYZE pattern
find out why the mail is not sent
mail, relay, authentication, encryption
Authenticate after switching to encryption
the relay refuses mail from the new host
follow the dialogue with the relay; with user noreply and pass: {{secret:password:2}} it is refused before encryption
the relay offers no login on an open line
after switching the login is accepted
> A mail password in the middle of a sentence.
`)
