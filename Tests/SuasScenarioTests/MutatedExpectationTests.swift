import Foundation
import LibYAML
import SuasFormat
import Support
import Testing
import YAML

@testable import SuasScenario
@testable import YAMLSyntax

/// Randomly mutated expectations in the files of `specs/`, which are then updated.
@Suite struct MutatedExpectationTests {
  /// A temporary copy of one of the folders, removed at the end of the test.
  final class Copy {
    let folder: URL
    let path: String

    init(of name: String) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.copyItem(at: Examples.folder.appending(path: name), to: folder)
      path = folder.appendingPathComponent("\(name).scenario.yaml").path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var text: String {
      get throws { try String(contentsOfFile: path, encoding: .utf8) }
    }

    /// Runs another text in place of the file's, and updates it; returns `nil` for an invalid one.
    func update(_ text: String) throws -> (passed: Bool, left: Int)? {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      var loader = Loader()
      guard let file = try? loader.scenarioFile(path) else { return nil }
      var runner = Runner()
      runner.recordsJudgments = true
      let result = runner.run(file)
      let update = ExpectationUpdate([result], of: [file])
      #expect(update.write().problems.isEmpty)
      return (result.passed, update.left.count)
    }
  }

  @Test("Updating restores a changed leaf, byte for byte", arguments: Examples.names)
  func leaves(of name: String) throws {
    let copy = try Copy(of: name)
    let original = try copy.text
    let leaves = try Leaves(of: original).scalars
    var random = SplitMix64(seed: 8)
    var updated = 0
    for _ in 0..<25 where !leaves.isEmpty {
      var text = Array(original.utf8)
      let count = Int.random(in: 1...3, using: &random)
      let chosen = Set((0..<count).map { _ in Int.random(in: leaves.indices, using: &random) })
      for index in chosen.sorted(by: >) {
        let leaf = leaves[index]
        text.replaceSubrange(leaf.range.lowerBound..<leaf.range.upperBound, with: leaf.mutated.utf8)
      }
      guard let outcome = try copy.update(String(decoding: text, as: UTF8.self)), !outcome.passed,
        outcome.left == 0
      else { continue }
      updated += 1
      #expect(try copy.text == original)
    }
    #expect(leaves.isEmpty || updated > 0)
  }

  @Test("One update fixes removed and added values of any kind", arguments: Examples.names)
  func structure(of name: String) throws {
    let copy = try Copy(of: name)
    let original = try copy.text
    let lists = try Leaves(of: original).items
    var random = SplitMix64(seed: 9)
    for _ in 0..<25 where !lists.isEmpty {
      let item = lists[Int.random(in: lists.indices, using: &random)]
      var text = Array(original.utf8)
      if Bool.random(using: &random) {
        text.removeSubrange(item.lowerBound..<item.upperBound)
      } else {
        text.insert(contentsOf: text[item.lowerBound..<item.upperBound], at: item.lowerBound)
      }
      let mutated = String(decoding: text, as: UTF8.self)
      guard let first = try copy.update(mutated) else { continue }
      let once = try copy.text
      #expect(try !mutated.isFormatted || once.isFormatted, "\(once)")
      let second = try #require(try copy.update(once), "\(once)")
      #expect(second.passed || first.left > 0)
      #expect(try copy.text == once)
    }
  }
}

extension String {
  /// True for a scenario file in the layout of `suas-run fmt`.
  fileprivate var isFormatted: Bool {
    get throws {
      guard case .formatted(let bytes) = try Formatter.format(Source(name: "s.yaml", text: self))
      else { return false }
      return utf8.elementsEqual(bytes)
    }
  }
}

/// The scalars and items in expectations.
private struct Leaves {
  private(set) var scalars: [Scalar] = []
  /// The ranges of items in brackets or on lines of their own, including the separators.
  private(set) var items: [Range<Int>] = []

  init(of text: String) throws {
    let tree = try LibYAML.parse(Source(name: "", text: text))
    look(at: tree, isExpected: false)
    // The target of an alias is visited more than once.
    var counts: [Int: Int] = [:]
    for scalar in scalars { counts[scalar.range.lowerBound, default: 0] += 1 }
    scalars = scalars.filter { counts[$0.range.lowerBound] == 1 }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private mutating func look(at node: Node, isExpected: Bool) {
    switch node.content {
    case .scalar(let scalar):
      if isExpected, !scalar.text.contains("${"), !scalar.isNull { scalars.append(scalar) }
    case .sequence(let items):
      for item in items { look(at: item, isExpected: isExpected) }
      guard isExpected, items.count > 1 else { return }
      let bytes = node.range.source.utf8
      if bytes[node.range.lowerBound] == UInt8(ascii: "[") {
        for (item, next) in zip(items, items.dropFirst()) {
          self.items.append(item.range.lowerBound..<next.range.lowerBound)
        }
      } else {
        for (index, item) in items.enumerated() where index > 0 {
          let line = bytes.startOfLine(around: item.range.lowerBound)
          self.items.append(line..<bytes.startOfNextLine(after: item.range.upperBound))
        }
      }
    case .mapping(let entries):
      guard !entries.contains(where: { $0.key.text.hasPrefix("$") }) else { return }
      for entry in entries where entry.key.text != "that" {
        look(at: entry.value, isExpected: isExpected || entry.key.text == "expect")
      }
    }
  }
}

extension Scalar {
  fileprivate var isNull: Bool { resolved == .null }

  /// Another text of the same kind, in the same style.
  fileprivate var mutated: String {
    switch (style, resolved) {
    case (_, .bool(let flag)): flag ? "false" : "true"
    case (_, .int): "7\(text.drop { $0 == "-" })"
    case (_, .double): "9.75"
    case (.singleQuoted, _): "'other text'"
    case (.doubleQuoted, _): "\"other text\""
    case (.literal, _): "|-\n" + String(repeating: " ", count: 40) + "other"
    default: "other text"
    }
  }
}
