/// Errors in the files themselves.
extension Explanation {
  static let files: [Explanation] = [
    Explanation(
      "unsupported-version", "the file is written for another version of the language",
      """
      A spec begins with the version of the language that it is written in. This
      program supports version 1.
      """,
      Example(.file, wrong: "suas: 2", right: "suas: 1")),
    Explanation(
      "invalid-bundle", "a file is not a bundle, or a damaged one",
      """
      'suas-run bundle SPEC -o FILE' writes a bundle. This one was cut or altered, or
      it holds something that this program could not have written. Write it anew.
      """,
      Example(
        .untested(because: "a bundle is no text"), wrong: "spec: damaged.suasbundle",
        right: "spec: todo.suasbundle")),
    Explanation(
      "not-generated", "no code or test is generated for something",
      """
      'suas-run generate --tests' writes a test only for a scenario that passes, and
      only for scenarios of the spec that is generated. 'suas-run generate typescript'
      writes ints as numbers, so no value begins beyond 9007199254740991 unless
      '--int bigint' is given.
      """,
      Example(
        .untested(because: "the mistake is in the scenario"),
        wrong: "- dispatch: Add\n  expect: { state: { Counter: { count: 2 } } }",
        right: "- dispatch: Add\n  expect: { state: { Counter: { count: 1 } } }")),
    Explanation(
      "stale-output", "a generated file is not what would be generated now",
      """
      The spec or the program has changed since the file was generated, or somebody
      edited it. The message has the command that writes it anew.
      """,
      Example(
        .untested(because: "the mistake is in the folder"),
        wrong: "suas-run generate swift todo.yaml --output Generated --check",
        right: "suas-run generate swift todo.yaml --output Generated")),
    Explanation(
      "wrong-document", "a file is of another kind than expected here",
      """
      A spec begins with 'suas: 1'; a scenario file has 'spec' and 'scenario' or
      'scenarios'. One was given where the other is needed. 'suas-run types' needs a
      JSON Schema or an OpenAPI document, with schemas that have properties or cases.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.scenario.yaml
          scenario: Doing
          steps: [{ dispatch: Do }]
          """,
        right: """
          spec: todo.yaml
          scenario: Doing
          steps: [{ dispatch: Do }]
          """)),
    Explanation(
      "file-not-found", "a file does not exist",
      """
      Paths in a file are relative to that file; paths on the command line are
      relative to the working directory.
      """,
      Example(
        .scenario,
        wrong: """
          spec: tood.yaml
          scenario: Doing
          steps: [{ dispatch: Do }]
          """,
        right: """
          spec: todo.yaml
          scenario: Doing
          steps: [{ dispatch: Do }]
          """)),
    Explanation(
      "unreadable", "a file exists, but cannot be read",
      """
      It is a folder, or a device or pipe instead of a regular file, or you have no
      permission to read it. The message contains the system's error.
      """,
      Example(
        .scenario,
        wrong: """
          spec: .
          scenario: Doing
          steps: [{ dispatch: Do }]
          """,
        right: """
          spec: todo.yaml
          scenario: Doing
          steps: [{ dispatch: Do }]
          """)),
    Explanation(
      "unwritable", "a golden or scenario file cannot be written or removed",
      """
      --update, --review and --prune write and remove golden files, --update-expect
      writes scenario files. A folder has the name of the file, the disk is full, or
      you have no permission to write there. The message contains the system's error.
      """,
      Example(
        .untested(because: "the mistake is in the folder"),
        wrong: "a folder 'golden/todo/two.yaml', and a step 'golden: two'",
        right: "nothing of that name, or a file")),
    Explanation(
      "outside-root", "a file lies outside the folder that files may be read from",
      """
      Files are read only below one folder, after following links: the working
      directory if it contains the first file, otherwise that file's folder, or the
      folder given by --root. The same holds for scenarios found in a folder, golden
      files and .suas-run/, which are read and written only below it.
      """,
      Example(
        .scenario,
        wrong: """
          spec: /etc/passwd
          scenario: Doing
          steps: [{ dispatch: Do }]
          """,
        right: """
          spec: todo.yaml
          scenario: Doing
          steps: [{ dispatch: Do }]
          """)),
    Explanation(
      "include-cycle", "files include each other in a cycle",
      """
      A file that is included twice is read once, but a file cannot include itself,
      not even through other files. Move what both files need into a third one.
      """,
      Example(
        .sections,
        wrong: "include: [todo.yaml]    # in todo.yaml itself",
        right: "include: [types.yaml]")),
    Explanation(
      "duplicate-golden", "two steps use the same golden file",
      """
      Each golden step has its own file. Names that differ only in case count as
      equal, because some file systems ignore case. With 'examples', put a '${…}' into
      the name, so that each row gets its own file.
      """,
      Example(
        .scenario,
        wrong: """
          spec: todo.yaml
          scenario: Doing
          steps:
            - golden: done
            - dispatch: Do
            - golden: Done
          """,
        right: """
          spec: todo.yaml
          scenario: Doing
          steps:
            - golden: before
            - dispatch: Do
            - golden: done
          """)),
  ]
}
