import Foundation
import Testing

/// `suas-run fmt`, as it is called.
@Suite struct FormatCommandTests {
  private let folder: Folder
  private static let written = """
    suas:   1
    states:
        Counter: {value:   int = 0}   # how often
    """
  private static let formatted = """
    suas: 1

    states:
      Counter: { value: int = 0 } # how often

    """
  /// `spec` is a key of many other kinds of files.
  private static let pod = "kind:  Pod\nspec:\n    containers: []\n"

  init() throws {
    folder = try Folder()
    try folder.write(Self.written, to: "specs/counter.yaml")
    try folder.write("a:   1\n", to: "specs/other.yaml")
    try folder.write(Self.pod, to: "specs/pod.yaml")
  }

  private func run(_ arguments: String..., input: String? = nil) throws -> Program.Result {
    try Program.run(["fmt"] + arguments, in: folder.url, input: input.map { Data($0.utf8) })
  }

  @Test("A folder's specs are rewritten, and other files left alone")
  func rewrites() throws {
    let result = try run("specs")
    #expect(result.status == 0 && result.output == "specs/counter.yaml\n", "\(result.errors)")
    #expect(try folder.text("specs/counter.yaml") == Self.formatted)
    #expect(try folder.text("specs/other.yaml") == "a:   1\n")
    #expect(try folder.text("specs/pod.yaml") == Self.pod)
    let again = try run("specs")
    #expect(again.status == 0 && again.output.isEmpty)
  }

  @Test("A byte-order mark stays")
  func byteOrderMark() throws {
    let mark = "\u{FEFF}"
    try folder.write(mark + Self.written, to: "specs/counter.yaml")
    try folder.write(mark + Self.formatted, to: "specs/formatted.yaml")
    #expect(try run("specs").output == "specs/counter.yaml\n")
    #expect(try folder.text("specs/counter.yaml").utf8.elementsEqual((mark + Self.formatted).utf8))
    #expect(try run("-", input: mark + Self.written).output.utf8.starts(with: mark.utf8))
  }

  @Test("A folder with nothing to format is not taken for a formatted one")
  func empty() throws {
    try folder.write(Self.pod, to: "others/pod.yaml")
    let result = try run("others", "--check")
    #expect(result.status == 0 && result.output.isEmpty)
    #expect(
      result.errors == "note: there is no spec, scenario file or file of fragments to format\n")
  }

  @Test("A check names the files that would change, and changes none")
  func checks() throws {
    let result = try run("specs", "--check")
    #expect(result.status == 1 && result.output == "specs/counter.yaml\n", "\(result.errors)")
    #expect(try folder.text("specs/counter.yaml") == Self.written)
  }

  @Test("Where CI is set, files are named that would change, and none is written")
  func checksInCI() throws {
    let result = try Program.run(["fmt", "specs"], in: folder, environment: ["CI": "1"])
    #expect(result.status == 1 && result.output == "specs/counter.yaml\n")
    #expect(result.errors.contains("CI is set, so that no file is written"), "\(result.errors)")
    #expect(try folder.text("specs/counter.yaml") == Self.written)
    let printed = try Program.run(
      ["fmt", "-"], in: folder, environment: ["CI": "1"], input: Data(Self.written.utf8))
    #expect(printed.status == 0 && printed.output == Self.formatted)
  }

  @Test("A file that nobody may write, or that has a second name, is left as it is")
  func unwritable() throws {
    let file = folder.url.appendingPathComponent("specs/counter.yaml")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    let refused = try run("specs")
    #expect(refused.status == 2 && refused.errors.contains("permission denied"))
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    let other = folder.url.appendingPathComponent("other.txt")
    try FileManager.default.linkItem(at: file, to: other)
    let linked = try run("specs")
    #expect(linked.status == 2 && linked.errors.contains("second name"), "\(linked.errors)")
    #expect(try folder.text("specs/counter.yaml") == Self.written)
    try FileManager.default.removeItem(at: other)
    #expect(try run("specs").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test("A file keeps its owner", .enabled(if: getuid() == 0))
  func owner() throws {
    let file = folder.url.appendingPathComponent("specs/counter.yaml").path
    try FileManager.default.setAttributes(
      [.ownerAccountID: 1234, .groupOwnerAccountID: 1235], ofItemAtPath: file)
    #expect(try run("specs").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    #expect(attributes[.ownerAccountID] as? Int == 1234)
    #expect(attributes[.groupOwnerAccountID] as? Int == 1235)
  }

  @Test("A difference is shown as `diff -u` shows it")
  func shows() throws {
    let result = try run("specs/counter.yaml", "--diff")
    #expect(result.status == 1)
    #expect(
      result.output == """
        --- specs/counter.yaml
        +++ specs/counter.yaml (formatted)
        @@ -1,3 +1,4 @@
        -suas:   1
        +suas: 1
        +
         states:
        -    Counter: {value:   int = 0}   # how often
        \\ No newline at end of file
        +  Counter: { value: int = 0 } # how often

        """)
    #expect(try folder.text("specs/counter.yaml") == Self.written)
  }

  @Test("Standard input is formatted to standard output")
  func pipe() throws {
    let result = try run("-", input: Self.written)
    #expect(result.status == 0 && result.output == Self.formatted, "\(result.errors)")
    #expect(try run("-", "--check", input: Self.written).status == 1)
    #expect(try run("-", "--check", input: Self.formatted).status == 0)
  }

  @Test("Only the lines that are asked for change, and what has to change with them")
  func lines() throws {
    let text = "suas: 1\nname:   Two\n\nstates:\n  A: {x:   int = 0}\n  B: {y:   int = 0}\n"
    let result = try run("-", "--lines", "5:5", input: text)
    #expect(
      result.output == text.replacingOccurrences(of: "{x:   int = 0}", with: "{ x: int = 0 }"))
    #expect(try run("specs", "--lines", "1:2").status == 64)
    #expect(try run("-", "--lines", "2:1", input: text).status == 64)
  }

  @Test("A file that cannot be parsed is left as it is, and the others are formatted")
  func unreadable() throws {
    try folder.write("suas: 1\nname: [\n", to: "specs/broken.yaml")
    let result = try run("specs")
    #expect(result.status == 2 && result.codes("error") == ["yaml-syntax"], "\(result.errors)")
    #expect(try folder.text("specs/broken.yaml") == "suas: 1\nname: [\n")
    #expect(try folder.text("specs/counter.yaml") == Self.formatted)
    #expect(try run("nothing.yaml").codes("error") == ["file-not-found"])
  }
}
