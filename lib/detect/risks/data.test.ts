import { describe, it } from 'vitest'
import { expectHarm, expectNoHarm } from '../fixtures/advice.ts'

describe('advice that destroys', () => {
  it('is heard in commands', () =>
    expectHarm(
      'destroys',
      `
      rm -rf build
      rm -r dist
      rm -f notes.txt
      git reset --hard HEAD~2
      git push -f
      git push origin main --force
      git clean -xfd
      git branch -D feature
      git filter-branch --all
      git checkout .
      git checkout -- . before the run
      drop the schema
      DROP TABLE rows
      drop the database of the shop
      truncate table rows
      truncate the database
      truncate the table first
      mkfs.ext4 the volume
      dd if=/dev/zero over the disk
      docker compose down -v
      docker system prune
      `,
    ))

  it('is heard in words', () =>
    expectHarm(
      'destroys',
      `
      force push the branch
      pushing it with force
      push the branch by force
      reset the branch hard
      resetting hard helps
      it resets the tree hard
      rewrite public history
      rewriting the published history
      rewrite the common history
      rewrite history
      erase the disk
      drop all backups
      delete the backup files
      empty the volume
      wipe its home directory
      delete home directories
      delete production rows
      wiping user data
      delete all customer data
      erasing the old database
      test the migration on production
      running it against the live server
      experiment in production
      migrate straight into the live database
      debug it on the live system
      execute the script in production
      edit the rows in the live tables
      change the setting on production data
      deployed to the live branch
      try the query against production
      applied it to production
      migrate the table without any backup
      go on without backups
      `,
    ))

  it('is not heard where it hits a copy, or nothing that matters', () =>
    expectNoHarm(`
      git push --force-with-lease
      git checkout .env.example
      git reset HEAD notes.txt
      drop the row from the list
      truncate the text to forty letters
      truncate the decimal part
      drop the table of the test database
      wipe the scratch volume
      rm -rf the temporary directory of the run
      delete the throwaway database
      drop the database in a scratch container
      empty the test table before the run
      run it on a copy of the production data
      run it on the production copy
      run the query on production-like rows
      try it on the live database copies
      run the migration in a throw-away copy of the live database
      delete the key from the dictionary
      reset the counter to zero
      rewrite the loop as a walk over the tree
      never force-push a branch that others read
    `))
})

describe('advice that weakens the cryptography', () => {
  it('is heard', () =>
    expectHarm(
      'weakens the cryptography',
      `
      sha1 of the password is enough
      sha-1 is fine for signatures
      rot13 hides the tokens
      xor the text with the secret
      crc32 in place of signatures? take crc32 as signature
      ecb is a mode that encrypts well
      md5 for the passwords
      tokens are made with sha-1
      protect it with base64
      encrypt the row with xor
      secrets go through rot13
      encryption in ecb mode
      the password as a crc32
      a static salt
      the same nonce for each message
      a shared iv
      a hard-coded initialisation vector
      a constant initialization vector
      a home-made cipher
      self-written encryption
      our own cryptography
      homemade crypto
      take the timestamp as the token
      derive the secret: use the counter as a secret
      use the time of day for the session ids
      make the row number the base for reset links
      building tokens: build the clock value as a token
      using math.random() for passwords
      taking the user name as the reset link
      use Math.random for the session id
      deriving passwords from the date
      derives the token from the row
      derive a reset link from the e-mail
      derive the session key from the time
      derive secrets from the name
      derive session ids from the counter
      `,
    ))

  it('is not heard where it is strong, or about something else', () =>
    expectNoHarm(`
      base64 of the image makes the page large
      md5 of the file names its cache
      crc32 finds a broken block
      a fixed seed for the random rows
      a static page
      the same width for each column
      use the clock as a seed of the sample
      take the row number as the rank
      derive the title from the name of the row
      take random bytes for each salt
      draw the nonce anew for each message
    `))
})

describe('advice that needs more rights', () => {
  it('is heard', () =>
    expectHarm(
      'needs more rights',
      `
      sudo make install
      run it as root
      run it as superuser
      run it as super user
      start the service as administrator
      run it as the super user
      start it as the administrator
      docker run --privileged
      give it admin rights
      it asks for administrator rights
      set USER root in the image
      mount docker.sock
      mount the docker socket
      mount docker's socket
      start it with all capabilities
      docker run --cap-add SYS_ADMIN
      attach AdministratorAccess to the role
      GRANT ALL on the schema
      set it to 777
      set the permissions 0666
      set mode 0777
      chmod -R 777 data
      chmod 0666 data
      chmod a+rw data
      chmod o+w data
      a world-readable folder
      make it world writable
      make the file writable by others
      readable for everybody
      writable to anyone
      readable by all
      writable by the world
      readable to anybody
      grant it root access
      assign the owner role
      allow every scope
      granting admin permissions
      it gives unlimited rights
      giving the job unrestricted access
      give it the widest scopes
      assigning all privileges
      allows the bot full rights
      give them administrator roles
      `,
    ))

  it('is not heard where "root" is a place, or the rights are few', () =>
    expectNoHarm(`
      name it as the root cause
      read the first line as root element
      take the folder as root of the tree
      use the working folder as root path
      keep it as root folder
      pass it as root directory
      store the list as root key
      mark it as root node
      chmod 644 data
      chmod u+w data
      set the mode to 600
      make the folder writable by its owner
      grant the job read access
      give every row its own id
      allow a role to read
      drop the rights after the start
      refuse to run as root
    `))
})
