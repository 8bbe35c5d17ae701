import { describe, it } from 'vitest'
import { expectHarm, expectNoHarm } from '../fixtures/advice.ts'

describe('advice that switches a check off', () => {
  it('is heard whatever the guard is called', () =>
    expectHarm(
      'switches a check off',
      `
      bypass the certificate of the mirror
      skip the signature of each message
      ignore the host key of the new machine
      drop TLS between the two services
      disable SSL on the test server
      leave out https for the health check
      disable CSRF on that form
      turn off XSRF for the upload
      remove the forgery token from the form
      drop the forgery protection of the page
      drop the forgery checks of the page
      disable CORS so that the page loads
      lift the same-origin rule
      relax the content security policy
      bypass authentication on the internal port
      circumvent the authorisation of the route
      skip the login on the stage
      do without sign-in on the kiosk
      drop the passwords of the demo accounts
      waive the two-factor step for the owner
      suppress the permission of the folder
      omit the role check on that route
      remove the access control of the bucket
      bypass the access checks in the handler
      loosen the access rules of the share
      lift the sandboxing of the worker
      skip verification of the parcel
      get rid of the validation in the form
      leave out the sanitising step
      skip escaping of the title
      ignore the integrity of the download
      skip the checksum of the archive
      weaken the security of the port
      raise the page size and disable rate limiting
      lift the upload limit
      remove the size limit of the body
      drop the depth limit of the parser
      lift the login limits
      remove the attempt limit
      turn off the firewall
      disable SELinux on the host
      switch off AppArmor
      remove the assertion that stops the run
      comment out the tests of the pager
      silence the linter
      skip the hooks
      disable pre-commit
      go without a review
      get around the approval
      lift the branch protection
      stop the writer and disable the audit log
      delete the audit trail
      drop the foreign keys before the import
      remove the constraint on the column
      delete the backups
      `,
    ))

  it('is heard whatever the verb is, and in each of its forms', () =>
    expectHarm(
      'switches a check off',
      `
      the remedy is disabling validation
      the remedy was circumventing validation
      this works by suppressing validation
      neutralise the validation
      neutralizing validation helps
      waiving validation helps
      relaxing validation helps
      loosening validation helps
      weakened validation is enough
      it lifts validation
      lifting validation is enough
      lifted validation is enough
      it removes validation
      removing validation is enough
      removed validation is enough
      it drops validation
      dropping validation is enough
      dropped validation is enough
      it deletes validation
      deleting validation is enough
      deleted validation is enough
      it turns off validation
      turning off validation is enough
      switched off validation is enough
      it switches off validation
      it leaves out validation
      leaving out validation is enough
      validation may be left out
      comments out validation
      commented out validation
      commenting out validation
      stub out validation
      stubs out validation
      stubbed out validation
      stubbing out validation
      patch out validation
      patches out validation
      patched out validation
      patching out validation
      it does without validation
      doing without validation
      going without validation
      it goes without validation
      it gets around validation
      getting past validation
      get past validation
      omitting validation
      ignoring validation
      silencing validation
      skipping validation
      bypassing validation
      `,
    ))

  it('is heard when it says what need not be checked', () =>
    expectHarm(
      'switches a check off',
      `
      do not verify the certificate
      don't check host names
      no need to validate the issuer
      never authenticate the caller
      connect without even verifying their identity
      nobody has to check any origin
      read it without escaping user inputs
      do not sanitise the input
      don't ever check the sender
      send it on without checking the token
      no need to check a password
      never check an issuer
      do not check the permissions of users
      `,
    ))

  it('is heard when the guard is said to be off', () =>
    expectHarm(
      'switches a check off',
      `
      signature checks are superfluous here
      certificate checking can be disabled
      the checksum step is left out
      host name verification stays off
      validation may be omitted
      the integrity check is unnecessary
      authentication is turned off
      CSRF protection be switched off
      the sandbox is bypassed
      verification is not needed
      the signature steps can be skipped
      start the proxy with its sandbox off
      keep all validation off
      leave the firewall turned off
      set authentication off
      turning lint checks off
      switch the login protection off
      run it with hooks switched off
      `,
    ))

  it('is heard when it makes an exception, or an answer that is always yes', () =>
    expectHarm(
      'switches a check off',
      `
      exempt the crawler from authentication
      exempting our own machines from the rate limit
      exempt the import from all validation
      exempt the bot from any review
      return true from the permission function
      returning true in the access hook
      it returns true for validation
      return true in authorise
      return true from signature matching
      stub the validator so that it always agrees
      patch the login so it says yes
      mock the signature so that it returns true
      replace the checker by a print
      stub the permission so it does nothing
      replace the authorisation by a print
      compare the token only if one is given
      check the certificate only when it is fresh
      validate the password unless it is empty
      verify the permissions only if asked
      any certificate will do
      any issuer will do
      any token will do
      any password will do
      any signature will do
      `,
    ))

  it('is heard when it goes on although the check failed', () =>
    expectHarm(
      'switches a check off',
      `
      continue even if the hash differs
      proceed although the certificate is expired
      go on when the signature is missing
      it goes on though verification failed
      carry on whatever the validation says when the issuer is unknown
      install it even though the hash mismatches
      connect even when the certificate is wrong
      load the archive although the signature is invalid
      succeed even if the permission check fails
      accepting it when the identity is unknown
      `,
    ))

  it('is heard in settings, options and names of libraries', () =>
    expectHarm(
      'switches a check off',
      `
      pass verify=False to the client
      set verify_ssl: false
      use ssl_verify_peer = 0
      verify_mode: none
      ssl_verify off is not needed, ssl_verify=off is
      set strict-ssl false
      git config http.sslVerify false
      set check_hostname = False
      validate_certs: no
      set verify to false
      checking is false for local hosts
      verification is false
      use ssl.CERT_NONE
      OpenSSL::SSL::VERIFY_NONE
      ssl._create_unverified_context()
      set InsecureSkipVerify in the transport
      export NODE_TLS_REJECT_UNAUTHORIZED=0
      GIT_SSL_NO_VERIFY=1 git pull
      PYTHONHTTPSVERIFY=0 python get.py
      a trust-all-certs manager
      trust all hosts
      use TrustAllManager
      trust all certificates
      ssh -o StrictHostKeyChecking=no
      ssh -o UserKnownHostsFile=/dev/null
      curl --insecure
      curl -s -k
      wget --no-check-certificate
      pip install --trusted-host
      yum --nogpgcheck
      zypper --no-gpg-check
      apt --allow-unauthenticated
      apk --allow-untrusted
      bower --allow-root
      chromium --no-sandbox
      chromium --disable-web-security
      chromium --disable-setuid-sandbox
      deploy --skip-checks
      an agent with --dangerously-skip-permissions
      an agent with --yolo
      rm --no-preserve-root
      git commit --no-verify
      setenforce 0
      HUSKY=0 git push
      decorate the view with csrf_exempt
      CSRF_ENABLED = False
      Access-Control-Allow-Origin: *
      ALLOWED_HOSTS = ['*']
      requests to it: permitAll
      alg: none
      mark it with # nosec
      unsafe-inline for the styles
      unsafe-eval for the scripts
      allowing inline scripts
      it allows inline scripts
      a cookie without the secure flag
      a cookie without a same-site attribute
      a cookie without the httponly flag
      without any rate limit on logins
      without a login limit on the attempts
      without attempt limit on passwords
      without limit on requests
      logins without limit
      passwords without any limit
      attempts at a page without a limit
      run it outside the sandbox
      without any login
      run it without its authentication
      without verification
      without authorization
      `,
    ))
})

it('a guard that is kept, mended or spoken of is no harm', () =>
  expectNoHarm(`
    never skip the tests
    keep the certificate check on
    remove the test file after the run
    delete the tests folder of the fixture
    drop the duplicate constraint
    remove the obsolete signature
    remove the unused permission
    delete the redundant validation
    drop the second login
    remove copies of the checksum
    skip the row before validation
    ignore white space between assertions
    leave out the column from the signature
    drop the row and test the page
    skip it when validation is slow
    remove the key if tests are slow
    skip the test data
    ignore the test output
    delete the test scripts
    remove the test helpers
    omit the test messages
    drop the test artefacts
    drop the test artifacts
    skip the test bodies
    ignore the test prints
    ignore the tests failed yesterday
    it ignores why the check fails
    skip the test suites of other packages
    skip the test directories
    return true from the comparison
    exempt the row from the count
    verify the signature before the body is read
    compare the tokens in constant time
    check the certificate whenever the connection opens
    stop when the checksum differs
    refuse to go on when the certificate is expired
    set the verification to true
    turn the light off
    stub the clock so that it always says noon
  `))
