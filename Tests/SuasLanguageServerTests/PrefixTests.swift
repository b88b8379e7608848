import Foundation
import SuasSpec
import Testing
import YAML

@testable import SuasIDE

@Suite struct PrefixTests {
  /// The share of the prefixes that is tried: a full run takes minutes.
  private static let step = ProcessInfo.processInfo.environment["ALL_PREFIXES"] == nil ? 41 : 1

  @Test func completionAtTheEndOfAPrefixOffersWhatComesNext() throws {
    var count = 0
    var missed: [String] = []
    for path in Repository.specs {
      let text = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let workspace = Workspace(folders: [folder])
      workspace.open(path, text)
      let document = try #require(workspace.document(at: path))
      let targets = workspace.analysis(of: document).namesAndKeys
      for (index, target) in targets.enumerated() where index % Self.step == 0 {
        workspace.open(path, Array(text[..<target.offset]))
        let prefix = try #require(workspace.document(at: path))
        let offered = workspace.completions(in: prefix, at: target.offset).items.map(\.label)
        count += 1
        if !offered.contains(target.text) {
          missed.append("\(path):\(target.offset) \(target.text) of \(offered.count)")
        }
      }
    }
    #expect(count > 80)
    let share = 1 - Double(missed.count) / Double(count)
    if Self.step == 1 { print("share \(share) of \(count)\n" + missed.joined(separator: "\n")) }
    #expect(share >= 0.95, "\(missed.prefix(20))")
  }

  @Test func everyPrefixHasDiagnosticsAndCompletions() throws {
    for path in Repository.specs {
      let text = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let workspace = Workspace()
      var end = 0
      while end < text.count {
        // A prefix may end inside a character.
        workspace.open(path, Array(text[..<end]))
        let document = try #require(workspace.document(at: path))
        _ = workspace.analysis(of: document).diagnostics
        _ = workspace.completions(in: document, at: end)
        end += Self.step == 1 ? 1 : 997
      }
    }
  }
}

extension Analysis {
  /// The keys that the language gives, and the uses of names, in the order of the file.
  fileprivate var namesAndKeys: [(offset: Int, text: String)] {
    var found: [Int: String] = [:]
    func word(at offset: Int) -> String {
      let bytes = source.utf8[offset...].prefix { $0.isWordByte || $0 == UInt8(ascii: "-") }
      return String(decoding: bytes, as: UTF8.self)
    }
    let declared = Set(declaredNames.map { Place($0.range) })
    for mention in journal.mentions
    where mention.range.source === source && !declared.contains(Place(mention.range)) {
      let text = source.utf8[mention.range.lowerBound...].prefix(while: \.isWordByte)
      found[mention.range.lowerBound] = String(decoding: text, as: UTF8.self)
    }
    func visit(_ node: Node, _ grammar: KeyGrammar) {
      for item in node.sequence ?? [] { visit(item, grammar) }
      guard let entries = node.mapping else { return }
      let form = grammar.form(of: entries.map(\.key.text))
      for entry in entries where entry.key.range.source === source {
        if form != nil { found[entry.key.range.lowerBound] = entry.key.text }
        visit(entry.value, grammar.below(entry.key.text, in: form))
      }
    }
    if let tree { visit(tree, .of(tree)) }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
