import { describe, it } from 'vitest'
import { expectHarm, expectNoHarm } from '../fixtures/advice.ts'

describe('advice that handles credentials', () => {
  it('is heard whatever is done with them, and whatever they are', () =>
    expectHarm(
      'handles credentials',
      `
      echo the passphrase
      dump all environment variables
      send the api key to the chat
      post the access token
      upload the private key
      mail the password
      copy the ssh keys
      paste the signing key
      hardcode the api token
      hard-code the secret
      embed the encryption key
      check in the .env
      store the card numbers
      put the credentials beside the code
      keep the bearer token
      write the connection string to the settings
      save the refresh tokens
      place the session cookie
      share the user token
      attach the received tokens
      include the login token
      export the access keys
      show the session id
      expose personal data
      add the auth token to the log
      printing the whole environment
      it prints the entire environment
      print the full environment
      putting the secret beside the row
      logged passwords help
      dumping the credentials
      committing an api-key
      it returns the authorization token
      storing the session ids
      `,
    ))

  it('is heard when they are said to be somewhere', () =>
    expectHarm(
      'handles credentials',
      `
      secrets are dumped
      the passphrase is echoed
      let the api keys be printed
      the session token gets posted
      see the private key being logged
      the .env is printed
      connection strings are logged
      card numbers are dumped
      personal data get logged
      hard-coded api keys
      a hardcoded passphrase
      a hard-coded connection string
      the password in the url
      the token part of it: api tokens in the code
      credentials into the repository
      the secret to the logs
      passwords in plaintext
      passwords in clear text
      the api key in the source
      the session id in the query string
      an access key in the image
      the secret in a front end
      the password in the ticket
      the credentials in the chat
      read it by printenv
      the token that is kept in the image
      the password which is written in the code
      the secret in the repository
      return the stack trace to the client
      send the traceback to the browser
      show whole traces to all users
      showing the full traceback to customers
      it returns tracebacks to the caller
      debug mode on production
      debug output for production
      pass the token along
      forwarding credentials on
      send its cookie to every host
      pass the authorisation with it
      send the token to whatever asks
      forward the cookies to any host
      `,
    ))

  it('is not heard where they are guarded', () =>
    expectNoHarm(`
      store the password as a bcrypt digest
      store a salt beside the hash of the password
      keep the password in the vault
      keep the api key in the secret store
      put the token into the secret manager
      save the private key in the keychain
      log a masked token
      print the redacted connection string
      rotate the key that was printed, and send the new api key by another way
      revoke the access token and post none
      scrub the environment variables before they are printed
      encrypt the personal data before it is sent
      put a fake password into the test
      use a dummy api key
      add a placeholder for the secret
      store the password with argon2
      store the passphrase with scrypt
      read the password policy
      add the password manager
      show the credentials store
      show that password fields are masked
      print the bound of the page
      the key that is part of the row
      show the trace to the developer
      read the token of the grammar
    `))
})
