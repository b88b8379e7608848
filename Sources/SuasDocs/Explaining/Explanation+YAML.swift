/// Errors in the text of a file, found before its contents are interpreted.
extension Explanation {
  static let yaml: [Explanation] = [
    Explanation(
      "yaml-syntax", "the text is not YAML",
      """
      The file cannot be parsed as YAML 1.2. Common causes: a text that contains ': '
      or ' #', or begins with a character that has a meaning in YAML, needs quotes; or
      lines that belong together do not begin in the same column. What readers of YAML
      do not agree on is refused as well, and the message shows what to write.
      """,
      Example(
        .sections,
        wrong: "name: Todo: the app",
        right: "name: \"Todo: the app\"")),
    Explanation(
      "encoding", "the file is not encoded as UTF-8",
      """
      A file must be UTF-8, or UTF-16 with a byte-order mark. Most editors let you
      choose the encoding when you save a file.
      """,
      Example(
        .untested(because: "the mistake is in the bytes"),
        wrong: "name: Caf\\xE9    (the one byte E9, as Latin-1 has it)",
        right: "name: Café       (the two bytes C3 A9)")),
    Explanation(
      "file-too-large", "a file is too large to read",
      """
      A file may have up to 16 MB and 1,500,000 values. You can split a spec:
      'include' names files that are joined into it.
      """,
      Example(
        .untested(because: "the file would have 16 MB"),
        wrong: "todo.yaml, of 20 MB",
        right: "include: [types.yaml, reducers.yaml]")),
    Explanation(
      "nesting-too-deep", "values are nested more than 128 levels deep",
      """
      Lists and mappings may be nested 128 levels deep. Store deeper data flat, as a
      map of records by id in which each record lists its children by id. A
      chain of selectors that read one another may have 64 of them.
      """,
      Example(
        .untested(because: "the example would be 129 brackets deep"),
        wrong: "default: [[[[[…]]]]]",
        right: "default: { a: { children: [b] }, b: { children: [] } }")),
    Explanation(
      "alias-budget", "aliases stand for too many values",
      """
      All aliases in a file together may stand for 100,000 values, so that a short
      file cannot grow without limit.
      """,
      Example(
        .sections,
        wrong: """
          types:
            A: &a [x, x, x, x, x, x, x, x, x, x]
            B: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
            C: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
            D: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
            E: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
          """,
        right: """
          types:
            Person: { name: { type: string, samples: &names [ann, bob] } }
            Pet: { name: { type: string, samples: *names } }
          """)),
    Explanation(
      "duplicate-key", "a mapping has the same key twice",
      """
      One of the two entries would be lost. The note shows where the key appears
      first.
      """,
      Example(
        .sections,
        wrong: """
          types:
            TodoItem:
              title: string
              title: string
          """,
        right: """
          types:
            TodoItem:
              title: string
              note: string
          """)),
    Explanation(
      "unknown-tag", "YAML tags are not supported",
      """
      YAML reads a word that begins with '!' as a tag, but types come from the spec,
      not from tags. If '!' is CEL's 'not', write 'unless' or put the expression into
      ${ }; if it is text, quote it.
      """,
      Example(
        .rules,
        wrong: """
          - increment: count
            when: !todos.isEmpty()
          """,
        right: """
          - increment: count
            when: ${!(size(todos) == 0)}
          """)),
    Explanation(
      "merge-key", "merge keys are not supported",
      """
      YAML 1.2 does not have '<<', the key that copies the entries of another mapping.
      Write the entries out.
      """,
      Example(
        .sections,
        wrong: """
          types:
            Base: &base { id: int }
            Item: { <<: *base, title: string }
          """,
        right: """
          types:
            Base: { id: int }
            Item: { id: int, title: string }
          """)),
  ]
}
