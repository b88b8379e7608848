import LibYAML
import Support
import Testing
import YAML

/// Lines whose `-` or `:` is missing or has no blank after it: libyaml often notices on the next
/// line.
@Suite struct `Lines without their indicator` {
  /// A text with `1️⃣` and `2️⃣` around the mistake.
  struct Case: Sendable, CustomTestStringConvertible {
    let marked: String
    let message: String
    /// The proposed line; `nil` if the intended one is ambiguous.
    let proposed: String?
    var testDescription: String { marked }

    init(_ marked: String, _ message: String, _ proposed: String?) {
      self.marked = marked
      self.message = message
      self.proposed = proposed
    }
  }

  static let noBlankAfterDash = "a list item has a blank after its '-'"
  static let noBlankAfterColon = "a key has a blank after its ':'"
  static let noDash = "the '- ' of a list item is missing here"
  static let noColon = "this line has no ':' after its key"
  static let amongKeys = "a list item cannot stand among keys"

  static let cases = [
    Case("r:\n  1️⃣-2️⃣add: n\n  - x: y", noBlankAfterDash, "- add: n"),
    Case("r:\n  - x: y\n  1️⃣-2️⃣add: n", noBlankAfterDash, "- add: n"),
    Case("r:\n  - x: y\n  1️⃣-2️⃣add: n\n    by: 2", noBlankAfterDash, "- add: n"),
    Case("r:\n  1️⃣-2️⃣add: n\n    by: 2", noBlankAfterDash, "- add: n"),
    Case("r:\n  1️⃣-2️⃣add: n\n\n    # two\n    by: 2", noBlankAfterDash, "- add: n"),
    Case("r:\n  1️⃣-2️⃣add: n # one\n    by: 2", noBlankAfterDash, "- add: n # one"),
    Case("r:\n  - x: y\n  1️⃣add2️⃣: n\n  - x: y", noDash, "- add: n"),
    Case("r:\n  - x: y\n  1️⃣add2️⃣: n", noDash, "- add: n"),
    Case("r:\n  1️⃣add2️⃣: n\n  - x: y", noDash, "- add: n"),
    Case("1️⃣suas2️⃣ 1\nstates: {}", noColon, "suas: 1"),
    Case("suas: 1\n1️⃣states2️⃣\n  S: {}", noColon, "states:"),
    Case("s:\n  1️⃣S2️⃣\n    n: 0", noColon, "S:"),
    Case("s:\n  1️⃣n2️⃣ int = 0\n  m: 0", noColon, "n: int = 0"),
    Case("s:\n  m: 0\n  1️⃣n2️⃣ int = 0", noColon, "n: int = 0"),
    Case("r:\n  - 1️⃣on-x2️⃣ n\n    by: 2", noColon, "- on-x: n"),
    Case("é: 1\n1️⃣ü2️⃣ 2\nö: 3", noColon, "ü: 2"),
    Case("suas1️⃣:2️⃣1\nstates: {}", noBlankAfterColon, "suas: 1"),
    Case("s:\n  n: 0\n  m1️⃣:2️⃣0\n  k: 0", noBlankAfterColon, "m: 0"),
    Case(
      "r:\n  1️⃣add2️⃣: n\n    by: 2",
      "'add' has a value on its line, so nothing can be indented below it", nil),
    Case(
      "r:\n  - 1️⃣add2️⃣: n\n      by: 2",
      "'add' has a value on its line, so nothing can be indented below it", nil),
    Case(
      "r:\n  1️⃣add2️⃣: 'n'\n    by: 2",
      "'add' has a value on its line, so nothing can be indented below it", nil),
    Case("a:\n    b: 1\n  1️⃣c2️⃣: 2", "a key is expected here", nil),
    Case("a: 1\nb:\n  c: 2\n- 1️⃣x2️⃣: y", amongKeys, nil),
    Case("a:\n  b: 1\n  c:\n    d:\n  - 1️⃣x2️⃣: y", amongKeys, nil),
    Case("a: one\n  two\n  three1️⃣:2️⃣ four", "a ':' cannot stand here", nil),
    Case("a: one1️⃣:2️⃣ two", "a ':' cannot stand here", nil),
  ]

  @Test(arguments: cases)
  func `the line at fault is pointed at, and shown as it works`(_ test: Case) throws {
    let marked = MarkedText(test.marked)
    let diagnostic = try #require(failure(of: marked.text))
    #expect(diagnostic.message == test.message)
    guard case .range(let place) = diagnostic.place else {
      Issue.record("the diagnostic has no line")
      return
    }
    #expect(place.lowerBound == marked.range.lowerBound)
    #expect(place.isEmpty || place.upperBound == marked.range.upperBound)
    let proposed = diagnostic.help.lazy.filter { $0.hasPrefix("write ") }.map { $0.dropFirst(6) }
    #expect(proposed.first.map(String.init) == test.proposed)
    guard let proposed = test.proposed else { return }
    var lines = marked.text.split(separator: "\n", omittingEmptySubsequences: false)
    let old = lines[place.location.line]
    lines[place.location.line] = old.prefix { $0 == " " } + proposed
    #expect(failure(of: lines.joined(separator: "\n")) == nil)
  }

  @Test func `a key that is there twice for want of a blank is told so`() throws {
    let diagnostic = try #require(failure(of: "-a: 1\n-a: 2"))
    #expect(diagnostic.help == ["a list item has a blank after its '-'"])
  }

  private func failure(of text: String) -> Diagnostic? {
    do throws(Diagnostics) {
      _ = try LibYAML.parse(Source(name: "test.yaml", text: text))
      return nil
    } catch {
      return error.items.first
    }
  }
}

extension SourceRange {
  fileprivate var isEmpty: Bool { lowerBound == upperBound }
}
