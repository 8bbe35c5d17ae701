import { describe, it } from 'vitest'
import { expectHarm, expectNoHarm } from '../fixtures/advice.ts'

describe('advice that lets anybody in', () => {
  it('is heard whoever is let in', () =>
    expectHarm(
      'lets anybody in',
      `
      accept any certificate
      trust all hosts
      allow every origin
      permit arbitrary commands
      admit unauthenticated callers
      approve whatever requests come
      accepting unsigned packages
      it accepts unverified plugins
      trusted untrusted clients
      allow unchecked uploads
      accept unescaped headers
      accept expired sessions
      accept self-signed issuers
      allow all redirects
      allow every sender
      allow any extension
      allow all domains
      accept any token
      accept every signature
      allow any host key
      accept requests from any origin
      permit uploads to any host
      answer requests with any origin
      reflecting answers to every domain
      it follows links to all domains
      allowed calls from every address
      accept data from any source
      answer with a wildcard
      a wildcard permission
      a wildcard origin
      allow calls from a wild card
      `,
    ))

  it('is heard when what a client says of itself is believed', () =>
    expectHarm(
      'lets anybody in',
      `
      believe the role which the browser claims
      take the price that the form sends
      use the user name the caller gives
      accept whatever discount the request names
      trusting its own account the client sent
      take the amount a user says
      it uses the account that the client supplied
      take the price from a hidden field
      take the total of the hidden form fields
      trust the header as proof
      treat cookies as identity
      accept the query string as the user
      honour the forwarded addresses for authentication
      use the parameter as the caller
      taking the field as the identity
      uses the ip for the role
      treats the client as proof
      `,
    ))

  it('is heard when there is a door for everybody', () =>
    expectHarm(
      'lets anybody in',
      `
      leave a backdoor for support
      add a back door
      a master key for the shop
      master tokens open all accounts
      a universal password
      a magic token
      shared credentials for the team
      a well-known login
      default admin accounts
      a hidden route for the crawler
      a hidden account
      sign everyone in
      let anybody in
      logging them in
      it logs all users straight in
      everybody is an admin
      anyone becomes owner
      anybody may become root
      all users are admins
      everyone counts as an owner
      everybody can be root
      treat the caller as the owner
      count strangers as trusted
      it treats the address as verified
      treating guests as root
      open the port to the world
      expose the database to the internet
      publish the share to the public
      it binds the socket to any address
      opening it to every network
      expose it to anybody
      publish the key to everyone
      open the share to all users
      bind it to every interface
      bind it to all hosts
      open it to the whole world
      add 0.0.0.0/0 to the group
      a public read bucket
      publicly writable access
      public-write buckets
      make the dashboard public
      making all backups public
      it makes the repository public
      make the customer database public
      make the share public
      resolve external entities
      it loads any external entity
      fetching all external entities
      `,
    ))

  it('is not heard where nobody new comes in', () =>
    expectNoHarm(`
      accept any number of rows
      allow every column to be sorted
      accept the certificate of the mirror
      take the price from the table
      use the user name as the title
      take the header as the title of the column
      the browser sends the cookie with each request
      a hidden column of the table
      log everybody out
      count the rows as one
      treat the text as a list
      open the file to the end
      bind the parameter to the query
      make the method public
      publish the package to the registry of the project
      resolve the entities of the page
      allow a wildcard in the search
    `))
})
