/// What is wrong with the files themselves.
extension Explanation {
  static let files: [Explanation] = [
    Explanation(
      "unsupported-version", "the file is written for another version of the language",
      """
      A spec begins with the version of the language it is written in. This program
      knows version 1.
      """,
      Example(.file, wrong: "suas: 2", right: "suas: 1")),
    Explanation(
      "wrong-document", "a file is of another kind than is needed here",
      """
      A spec begins with 'suas: 1'; a scenario file has 'spec' and 'scenario' or
      'scenarios'. The one stands where the other is needed.
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
      "file-not-found", "a file that is named is not there",
      """
      Paths in a file are read beside that file, paths on the command line from the
      working directory.
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
      "unreadable", "a file is there, but cannot be read",
      """
      It is a folder, or a device or pipe and so no regular file, or nobody has the
      right to read it; the message holds what the system says.
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
      writes scenario files. A folder stands in the way, the disk is full, or nobody
      has the right to write there; the message holds what the system says.
      """,
      Example(
        .untested(because: "the mistake is in the folder"),
        wrong: "a folder 'golden/todo/two.yaml', and a step 'golden: two'",
        right: "nothing of that name, or a file")),
    Explanation(
      "outside-root", "a file lies outside of the folder that files are read from",
      """
      Files are read below one folder only, links followed: the working directory
      where it holds the first file, else that file's folder, or what --root names.
      Scenarios that are found in a folder, golden files and .suas-run/ are read and
      written below it too, whatever links there are.
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
      "include-cycle", "files include one another in a circle",
      """
      A file that is reached twice is read once, but a file cannot include itself,
      be it through others. What both need goes into a third file.
      """,
      Example(
        .sections,
        wrong: "include: [todo.yaml]    # in todo.yaml itself",
        right: "include: [types.yaml]")),
    Explanation(
      "duplicate-golden", "two steps name one golden file",
      """
      Each golden step has a file of its own. Case does not tell names apart, as not
      all file systems know it. With 'examples' the name holds a '${…}', so that each
      row has its own.
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
