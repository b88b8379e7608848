/// What stands around the data of a page.
///
/// The page may load nothing: its policy allows what stands in it, and no more (Content Security
/// Policy Level 3, section 3).
enum HTMLPage {
  /// All before the data.
  static let head = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>suas-run</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    <header>
    <h1>suas-run</h1>
    <p id="summary"></p>
    <nav aria-label="Views">
    <button type="button" id="show-scenarios" aria-pressed="true">Scenarios</button>
    <button type="button" id="show-coverage" aria-pressed="false">Coverage</button>
    </nav>
    </header>
    <noscript><p>This report is shown by a script, which this browser does not run.</p></noscript>
    <main id="scenarios">
    <aside>
    <label>Find <input type="search" id="search" placeholder="a name, a file, a tag"></label>
    <div id="outcomes" role="group" aria-label="Outcomes"></div>
    <nav id="list" aria-label="Scenarios"></nav>
    </aside>
    <article id="scenario" aria-live="polite"></article>
    </main>
    <main id="coverage-view" hidden></main>

    """

  /// All after the data.
  static let tail = """
    <script>
    \(script)
    </script>
    </body>
    </html>

    """

  private static let style = """
    :root {
      color-scheme: light dark;
      --text: light-dark(#1c2128, #d8dee6); --quiet: light-dark(#59636e, #8d96a0);
      --page: light-dark(#ffffff, #0f1318); --panel: light-dark(#f4f6f8, #181e25);
      --line: light-dark(#d5dbe1, #2d353f); --accent: light-dark(#0550ae, #6cb0ff);
      --good: light-dark(#176f2c, #56c46f); --bad: light-dark(#b3261e, #ff8077);
      --warn: light-dark(#8a5a00, #e3b341);
      --good-back: light-dark(#e2f5e6, #12301b); --bad-back: light-dark(#fdeaea, #3c1719);
      --warn-back: light-dark(#fff3d6, #37290a);
    }
    * { box-sizing: border-box }
    body { margin: 0; color: var(--text); background: var(--page);
      font: 15px/1.5 system-ui, sans-serif; display: flex; flex-direction: column; height: 100vh }
    header { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline;
      padding: .6rem 1rem; border-bottom: 1px solid var(--line) }
    header nav { margin-left: auto }
    h1 { font-size: 1.1rem; margin: 0 }
    h2 { font-size: 1.3rem; margin: 0 0 .2rem; overflow-wrap: anywhere }
    h3 { font-size: .8rem; margin: 1.2rem 0 .4rem; color: var(--quiet); text-transform: uppercase;
      letter-spacing: .06em }
    p { margin: 0 }
    main { flex: 1; min-height: 0; display: flex }
    main[hidden] { display: none }
    aside { width: 21rem; flex: none; display: flex; flex-direction: column; gap: .5rem;
      padding: .7rem; border-right: 1px solid var(--line); background: var(--panel) }
    aside label { display: flex; gap: .5rem; align-items: center; color: var(--quiet) }
    input { flex: 1; min-width: 0; font: inherit; padding: .2rem .5rem; color: inherit;
      background: var(--page); border: 1px solid var(--line); border-radius: 6px }
    #list { overflow: auto; flex: 1; margin: 0 -.7rem -.7rem; padding: 0 .7rem .7rem }
    article, #coverage-view { flex: 1; min-width: 0; overflow: auto; padding: 1rem 1.5rem 3rem }
    #coverage-view { display: block }
    #coverage-view[hidden] { display: none }
    button { font: inherit; color: inherit; background: var(--page); cursor: pointer;
      border: 1px solid var(--line); border-radius: 6px; padding: .1rem .6rem }
    button[aria-pressed=true], button[aria-current=true] { border-color: var(--accent);
      box-shadow: inset 0 0 0 1px var(--accent) }
    button:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
    button:disabled { opacity: .45; cursor: default }
    #outcomes { display: flex; flex-wrap: wrap; gap: .3rem }
    .file { font-size: .8rem; color: var(--quiet); margin: .7rem 0 .2rem; overflow-wrap: anywhere }
    .entry { display: block; width: 100%; text-align: left; border-color: transparent;
      background: none; overflow-wrap: anywhere; padding: .15rem .4rem .15rem 1.6rem;
      text-indent: -1.2rem; content-visibility: auto; contain-intrinsic-size: auto 1.8rem }
    .entry:hover { background: var(--page) }
    .passed::before, .failed::before, .skipped::before, .expected-failure::before {
      display: inline-block; width: 1.2rem; text-indent: 0 }
    .passed::before { content: "✓"; color: var(--good) }
    .expected-failure::before { content: "✓"; color: var(--warn) }
    .failed::before { content: "✗"; color: var(--bad) }
    .skipped::before { content: "–"; color: var(--warn) }
    .quiet { color: var(--quiet) }
    .good { color: var(--good) } .bad { color: var(--bad) } .warn { color: var(--warn) }
    .tag { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; font-size: .85em }
    .problem { border-left: 3px solid var(--bad); background: var(--bad-back); padding: .5rem .8rem;
      margin: .5rem 0; border-radius: 0 6px 6px 0; overflow-wrap: anywhere }
    .problem.is-expected { border-color: var(--warn); background: var(--warn-back) }
    .timeline { display: flex; flex-wrap: wrap; gap: .25rem; align-items: center; margin: .6rem 0 }
    .timeline .step { min-width: 2rem; padding: .1rem .3rem; text-align: center }
    .step.is-bad { background: var(--bad-back); color: var(--bad) }
    .step.is-changing { background: var(--good-back) }
    code, pre, table { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace }
    pre { margin: 0; padding: .6rem .8rem; background: var(--panel); border-radius: 6px;
      overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere }
    .scroll { overflow-x: auto }
    table { border-collapse: collapse }
    th, td { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0 }
    th { font-weight: normal; color: var(--quiet) }
    del, ins { text-decoration: none; padding: 0 .2rem; border-radius: 3px; overflow-wrap: anywhere }
    del { background: var(--bad-back) } ins { background: var(--good-back) }
    .is-changed { background: var(--good-back); border-radius: 3px }
    .source { padding: .4rem 0 }
    .source div { display: flex; white-space: pre-wrap; min-height: 1.5em }
    .source .hits { flex: none; width: 4rem; padding-right: .6rem; text-align: right;
      color: var(--quiet) }
    .source .number { flex: none; width: 3rem; padding-right: .8rem; text-align: right;
      color: var(--quiet) }
    .source .text { flex: 1; min-width: 0 }
    .source .is-seen .number { background: var(--good-back) }
    .source .is-missed { background: var(--bad-back) }
    .source .note { color: var(--bad); padding-left: 7rem; font-style: italic }
    .source mark { color: inherit; background: none; border-bottom: 2px solid var(--good) }
    .source mark.is-missing { border-color: var(--bad) }
    @media (max-width: 45rem) {
      body { height: auto }
      main { flex-direction: column }
      aside { width: auto; border-right: 0; border-bottom: 1px solid var(--line) }
      #list { max-height: 40vh }
    }
    """
}
