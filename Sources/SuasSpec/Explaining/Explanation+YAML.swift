/// What is wrong with a text before anything in it is understood.
extension Explanation {
  static let yaml: [Explanation] = [
    Explanation(
      "yaml-syntax", "the text is not YAML",
      """
      The file cannot be read as YAML 1.2. Often a text holds ': ' or ' #', or begins
      with a character that means something to YAML, and has to be quoted; or lines
      that belong together do not begin in the same column.
      """,
      Example(
        .sections,
        wrong: "name: Todo: the app",
        right: "name: \"Todo: the app\"")),
    Explanation(
      "encoding", "the file is not encoded as UTF-8",
      """
      A file is UTF-8, or UTF-16 with a byte-order mark. Editors offer the encoding
      when a file is saved.
      """,
      Example(
        .untested(because: "the mistake is in the bytes"),
        wrong: "name: Caf\\xE9    (the one byte E9, as Latin-1 has it)",
        right: "name: Café       (the two bytes C3 A9)")),
    Explanation(
      "file-too-large", "a file is larger than what is read",
      """
      A file may have 16 MB and hold 1,500,000 values. A spec can be split: 'include'
      names files that are joined into it.
      """,
      Example(
        .untested(because: "the file would have 16 MB"),
        wrong: "todo.yaml, of 20 MB",
        right: "include: [types.yaml, reducers.yaml]")),
    Explanation(
      "nesting-too-deep", "values are nested more than 128 levels deep",
      """
      Lists and mappings may stand in one another 128 deep. Data that is deeper by
      nature is kept flat: a map of records by id, that name their children by id.
      """,
      Example(
        .untested(because: "the example would be 129 brackets deep"),
        wrong: "default: [[[[[…]]]]]",
        right: "default: { a: { children: [b] }, b: { children: [] } }")),
    Explanation(
      "alias-budget", "aliases stand for too many values",
      """
      All aliases of a file together may stand for 100,000 values, so that a short
      file cannot grow without end.
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
      "duplicate-key", "a mapping has a key twice",
      """
      Of two entries under one key, one would be lost. The note shows where the key
      stands first.
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
      "unknown-tag", "YAML tags have no meaning here",
      """
      YAML takes a word that begins with '!' for a tag, and types come from the spec,
      not from tags. Where '!' is CEL's 'not', write 'unless', or put the expression
      into ${ }; where it is text, quote it.
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
      YAML 1.2 has no '<<' that takes over the entries of another mapping. Write the
      entries out.
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
