import { describe, expect, it } from 'vitest'
import { linesOf } from '../../fixtures/lines.ts'
import { makeRun } from '../fixtures/make-run.ts'
import { stagesOfSteps } from './stage-of-step.ts'

/** What the last of these commands does. */
const kindsOf = (...commands: string[]) =>
  stagesOfSteps(makeRun(commands.map((one) => ['', one])))
    .at(-1)
    ?.kinds.join(' ') ?? ''

/** What a command does, and commands that do nothing else, one a line. */
const ALIKE: [string, string][] = [
  [
    'diff',
    `
    git diff
    git status
    git --no-pager diff HEAD~1
    git -C src status -s
    git diff --stat src/a.py
    /usr/bin/git status
    `,
  ],
  [
    'read',
    `
    git log --oneline -5
    git show HEAD:src/a.py
    git blame src/a.py
    git grep bound
    git ls-files
    git branch -a
    git rev-parse HEAD
    git describe --tags
    ls -la src
    cat src/a.py
    egrep -rn bound src
    fgrep -rn bound src
    rg bound
    ag bound
    ack bound
    find . -name '*.py'
    head -20 src/a.py
    tail -20 src/a.py
    nl -ba src/a.py
    less src/a.py
    more src/a.py
    wc -l src/a.py
    tree src
    file src/a.py
    stat src/a.py
    diff src/a.py src/b.py
    awk 'NR<20' src/a.py
    sort names.txt
    uniq names.txt
    cut -f1 names.txt
    od -c src/a.py
    hexdump -C src/a.py
    xxd src/a.py
    strings a.bin
    jq .rows rows.json
    which python
    whereis python
    locate a.py
    fd a.py
    bat src/a.py
    zcat log.gz
    cmp src/a.py src/b.py
    md5sum src/a.py
    sha256sum src/a.py
    column -t names.txt
    tac names.txt
    du -sh src
    sed -n 3,9p src/a.py
    perl -ne 'print if /x/' src/a.py
    cat src/a.py | head | tail -3
    cat src/a.py | sort | uniq | wc -l
    cat src/a.py | sed 's/a/b/' | awk '{print $1}' | tr a b
    cat names.txt | egrep x | fgrep y | rg z | cut -f1 | less
    cat names.txt | xargs | column -t | jq . | nl | more
    /bin/cat src/a.py
    `,
  ],
  [
    'revert',
    `
    git checkout -- src/a.py
    git restore src/a.py
    git reset --hard
    git stash
    git revert HEAD
    git clean -fd
    cp src/a.py.bak src/a.py
    mv src/a.py.backup src/a.py
    cp src/a.py.old src/a.py
    `,
  ],
  [
    'setup',
    `
    git add -A
    git commit -m x
    git config user.name x
    git init
    git rm src/a.py
    git mv src/a.py src/b.py
    pip install x
    pip3 install -e .
    conda install x
    apt install x
    apt-get install -y x
    npm ci
    yarn add x
    pnpm install
    poetry install
    uv sync
    brew install x
    gem install x
    python -m pip install x
    python -m venv .venv
    python -m build
    python -m ensurepip
    python setup.py build_ext --inplace
    python setup.py develop
    cd src
    pwd
    export A=1
    set -e
    source .venv/bin/activate
    . .venv/bin/activate
    true
    false
    sleep 3
    mkdir -p src/new
    clear
    printenv
    alias ll=ls
    unset A
    test -f src/a.py
    [ -f src/a.py ]
    [[ -f src/a.py ]]
    date
    whoami
    exit 0
    `,
  ],
  ['inspect', 'pip list\npip3 show x\nconda list\nnpm list\nyarn list\npoetry show\npip freeze\npython -V'],
  ['cleanup', 'rm repro.py\nrm -rf build\nunlink repro.py\n/bin/rm repro.py'],
  [
    'backup',
    'cp src/a.py src/a.py.bak\nmv src/a.py src/a.py.orig\ncp src/a.py src/a.py.backup\ncp a.py a.py.old',
  ],
  [
    'run-tests',
    `
    pytest
    py.test -q
    tox -e py311
    nosetests tests
    nose2
    jest
    vitest run
    mocha tests
    rspec
    phpunit tests
    ctest --output-on-failure
    bin/test sympy/core
    ./bin/test sympy/core
    /usr/local/bin/pytest -q
    make test
    make -C build check
    cargo test
    go test ./...
    mvn test
    gradle check
    ./gradlew test
    dotnet test
    npm test
    npm run test
    yarn test
    python -m pytest
    python3 -m unittest discover
    python3.11 -m pytest -q
    python -m nose
    python -m nose2
    python -m doctest src/a.py
    python -m tox
    python -m django test
    python runtests.py
    python tests/runtests.py admin
    python run_tests.py
    python manage.py test
    python setup.py test
    ./run_tests.py
    python tests/test_a.py
    python src/__tests__/a.py
    python spec/a.py
    python testing/a.py
    python src/a_test.py
    node src/a.test.js
    node src/a.spec.ts
    ruby spec/a.rb
    npx jest
    npx vitest run
    bunx vitest
    pnpx mocha
    sudo -E pytest
    sudo -u shop pytest
    nice -n 10 pytest
    stdbuf -oL pytest
    exec pytest
    time -p pytest
    env -i A=1 B=2 pytest
    xvfb-run -a pytest
    npx --yes jest
    poetry run pytest
    uv run pytest -q
    pipenv run python -m pytest
    hatch run pytest
    bundle exec rspec
    npm exec jest
    pnpm exec vitest run
    coverage run -m pytest
    coverage run --branch tests/test_a.py
    python -W error tests/test_a.py
    python -X dev -m pytest
    pnpm run test:unit
    time pytest
    env A=1 pytest
    nohup pytest
    xvfb-run pytest
    command pytest
    ! pytest
    A=1 B=2 pytest -q
    timeout 60 pytest
    timeout --signal=KILL 60s pytest
    `,
  ],
  [
    'run-tests',
    `
    python -m py_compile src/a.py
    python -m compileall src
    python -m flake8 src
    python -m pyflakes src
    python -m mypy src
    python -m pylint src
    python -m black --check src
    python -m ruff check src
    `,
  ],
  [
    'run-scratch',
    `
    python repro.py
    python3 /tmp/try.py
    python3.12 repro.py --verbose
    pypy repro.py
    node repro.js
    ruby repro.rb
    php repro.php
    bash repro.sh
    sh repro.sh
    ipython repro.py
    perl5 repro.pl
    deno repro.ts
    bun repro.ts
    `,
  ],
  [
    'run-snippet',
    `
    python -c 'import a; a.f()'
    python -m shop.main
    node -c 'f()'
    bash -c 'true'
    python -m http.server
    `,
  ],
  [
    'inspect',
    `
    python -c 'import a; print(a.__version__)'
    python -c 'import a; print(a.__file__)'
    python -c 'import inspect, a; print(inspect.getsource(a.f))'
    python -c 'import inspect, a; print(inspect.getfile(a))'
    python -c 'import inspect, a; print(inspect.signature(a.f))'
    python -c 'import a; help(a)'
    python -c 'import a; print(dir(a))'
    python -c 'import a; print(a.A.__mro__)'
    python -c 'import sys; print(sys.path)'
    python -c 'import sys; print(sys.version)'
    `,
  ],
  ['submit', 'echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\necho MINI_SWE_AGENT_FINAL_OUTPUT'],
  ['', 'echo done\nfrobnicate\ngit frobnicate\npython\n# a comment\n\\'],
]

it.each(ALIKE)('`%s` is what each of these does', (kinds, lines) => {
  const read = linesOf(lines).map((line) => [line, kindsOf(line)])
  expect(read.filter(([, seen]) => seen !== kinds)).toEqual([])
})

describe('a name that only begins like one of those', () => {
  it.each(
    linesOf(`
      pytester
      toxic
      jester
      rmt repro.py
      catalog
      lsof
      headless
      gitk
      git-lfs
      makefile test
      makeup
      nodemon
      echoes
      cdrecord
      command -v pytest
      env
    `),
  )('`%s` is nothing known', (command) => expect(kindsOf(command)).toBe(''))
})

describe('what a script of its own is', () => {
  const WRITES = [
    "open('src/shop/a.py', 'w').write(t)",
    'open("src/shop/a.py", "a").write(t)',
    "open('src/shop/a.py', 'w+')",
    "Path('src/shop/a.py').write_text(t)",
    "for line in fileinput.input('src/shop/a.py', inplace=True): pass",
    "fs.writeFileSync('src/shop/a.py', t)",
  ]
  it.each(WRITES)('a change of the source where it says %s', (body) => {
    expect(kindsOf(`cat > fix.py <<'EOF'\n${body}\nEOF`)).toBe('source-write')
    expect(kindsOf(`python <<'EOF'\n${body}\nEOF`)).toBe('source-write')
    expect(kindsOf(`cat > fix.py <<'EOF'\n${body}\nEOF`, 'python fix.py')).toBe('source-write')
  })

  it.each([
    "open('src/shop/a.py').read()",
    "open('src/shop/a.py', 'r').read()",
    "open('out.txt', 'w').write(t)",
    "open('/tmp/src/a.py', 'w').write(t)",
    "open('tests/test_a.py', 'w').write(t)",
    "print('src/shop/a.py')",
  ])('none where it says %s', (body) =>
    expect(kindsOf(`cat > fix.py <<'EOF'\n${body}\nEOF`)).toBe('scratch-write'),
  )
})

describe('which files are its own', () => {
  it.each(
    linesOf(`
      repro.py
      notes.txt
      /tmp/a.py
      /var/tmp/a.py
      reproduce_issue/a.py
      tmp_case/a.py
      temp/a.py
      my_case/a.py
      debug_case/a.py
      issue_12/a.py
      demo/a.py
      scratch/a.py
      test_app/models.py
      test_proj/models.py
      test_repro/models.py
      ./repro.py
      /testbed/repro.py
      /workspace/shop/repro.py
      /repo/repro.py
      /app/repro.py
      /acme__shop-12/repro.py
    `),
  )('%s is', (path) => expect(kindsOf(`echo x > ${path}`)).toBe('scratch-write'))

  it.each(
    linesOf(`
      setup.py
      setup.cfg
      tox.ini
      pyproject.toml
      README.md
      CHANGES
      CHANGELOG.md
      NEWS
      HISTORY.rst
      Makefile
      package.json
      AUTHORS
      .gitignore
      src/a.py
      shop/tmp.py
      docs/a.rst
      /testbed/src/a.py
    `),
  )('%s is the project’s', (path) => expect(kindsOf(`echo x > ${path}`)).toBe('source-write'))

  it.each(
    linesOf(`
      tests/a.py
      test/a.py
      testing/a.py
      spec/a.rb
      src/__tests__/a.ts
      src/test_a.py
      src/a_test.go
      src/a.test.ts
      src/a.spec.ts
    `),
  )('%s is a test of it', (path) => expect(kindsOf(`echo x > ${path}`)).toBe('test-write'))

  it('a file of the root that was looked at is the project’s', () => {
    for (const look of ['cat bound.py', 'nl bound.py', 'sed -n 1,9p bound.py', 'grep x bound.py'])
      expect([look, kindsOf(look, 'echo x > bound.py')]).toEqual([look, 'source-write'])
  })

  it('and a file that it made is its own, however often it looks at it', () =>
    expect(kindsOf('echo x > bound.py', 'cat bound.py', 'echo y > bound.py')).toBe('scratch-write'))
})
