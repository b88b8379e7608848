import LibYAML
import Support
import Testing
import YAML

@Suite struct `Emitting` {
  @Test(
    arguments: [
      (.plain("1"), "1\n"), (.text("a b"), "a b\n"), (.text(""), "''\n"),
      (.text("1.10"), "'1.10'\n"),
      (.text("true"), "'true'\n"), (.text("~"), "'~'\n"), (.text("yes"), "yes\n"),
      (.text("it's: so"), "'it''s: so'\n"), (.text("a\tb"), "\"a\\tb\"\n"), (.text("😀 é"), "😀 é\n"),
      (.text("a\u{1B}"), "\"a\\x1B\"\n"), (.plain("a: b"), "'a: b'\n"), (.text("- a"), "'- a'\n"),
      (.text("-a"), "-a\n"), (.text("#a"), "'#a'\n"), (.text("a#b"), "a#b\n"),
      (.sequence([]), "[]\n"),
      (.mapping([]), "{}\n"),
      (
        .mapping([
          ("a", .plain("1")), ("b", .sequence([.text("x"), .mapping([("c", .sequence([]))])])),
          ("d", .mapping([("<<", .text("e")), ("f", .sequence([.sequence([.plain("null")])]))])),
        ]),
        "a: 1\nb:\n  - x\n  - c: []\nd:\n  '<<': e\n  f:\n    - - null\n"
      ),
      (.mapping([("a", .text("x\n\n y\n"))]), "a: |\n  x\n\n   y\n"),
      (.sequence([.text("x\ny"), .text(" x\ny\n\n")]), "- |-\n  x\n  y\n- |2+\n   x\n  y\n\n"),
      (.text("\n\n"), "\"\\n\\n\"\n"),
    ] as [(Draft, String)])
  func `a tree is written as block YAML`(_ draft: Draft, _ expected: String) {
    #expect(YAML.emit(draft) == expected)
  }

  @Test(arguments: 0..<60)
  func `what is written is read back to the same texts`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<20 {
      let draft = Draft.random(depth: 4, using: &random)
      let text = YAML.emit(draft)
      #expect(text.hasSuffix("\n"))
      let node = try LibYAML.parse(Source(name: "test.yaml", text: text))
      #expect(draft.isRead(as: node), "\(text)")
    }
  }

  @Test func `a key too long for one line is read back`() throws {
    let key = String(repeating: "key ", count: 600) + "end"
    let text = YAML.emit(.mapping([(.text(key), .mapping([(.text(key), .text("a\nb"))]))]))
    let node = try LibYAML.parse(Source(name: "test.yaml", text: text))
    #expect(node.mapping?.first?.key.text == key)
    #expect(node.mapping?.first?.value.mapping?.first?.value.scalar?.text == "a\nb")
  }
}

extension Draft {
  private static let alphabet: [Unicode.Scalar] = [
    "a", "b", "1", "0", ".", "-", "?", ":", " ", " ", "\n", "\n", "\t", "#", "'", "\"", "\\", "é",
    "😀", "\u{2028}", "\u{85}", "\r", "\u{0}", "\u{301}", "{", "[", ",", "&", "*", "!", "|", ">",
    "%",
    "@", "~", "\u{FEFF}", "<",
  ]

  private static func text(using random: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    let letters = Bool.random(using: &random) ? alphabet : Array(alphabet.prefix(13))
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      text.append(letters.randomElement(using: &random) ?? "a")
    }
    return String(text)
  }

  fileprivate static func random(depth: Int, using random: inout SplitMix64) -> Draft {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &random) {
    case 0, 1: return .text(text(using: &random))
    case 2: return .plain(["1", "true", "null", "1.5"].randomElement(using: &random) ?? "1")
    case 3:
      return .sequence(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          Draft.random(depth: depth - 1, using: &random)
        })
    default:
      var entries: [(key: Draft.Key, value: Draft)] = []
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        let key: Draft.Key =
          Bool.random(using: &random)
          ? .text(text(using: &random))
          : .plain(["1", "true", "-7"].randomElement(using: &random) ?? "1")
        if entries.contains(where: { $0.key.text == key.text }) { continue }
        entries.append((key, Draft.random(depth: depth - 1, using: &random)))
      }
      return .mapping(entries)
    }
  }

  fileprivate func isRead(as node: Node) -> Bool {
    switch (self, node.content) {
    case (.plain(let text), .scalar(let scalar)):
      return scalar.text == text && scalar.resolved != .string
    case (.text(let text), .scalar(let scalar)):
      return scalar.text.utf8.elementsEqual(text.utf8) && scalar.resolved == .string
    case (.sequence(let drafts), .sequence(let nodes)):
      return drafts.count == nodes.count && zip(drafts, nodes).allSatisfy { $0.isRead(as: $1) }
    case (.mapping(let drafts), .mapping(let entries)):
      return drafts.count == entries.count
        && zip(drafts, entries).allSatisfy {
          $0.key.text.utf8.elementsEqual($1.key.text.utf8)
            && $0.key.isText == ($1.key.resolved == .string) && $0.value.isRead(as: $1.value)
        }
    default: return false
    }
  }
}
