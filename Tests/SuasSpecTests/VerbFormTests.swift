import LibYAML
import SuasSpec
import Testing
import YAML

@testable import SuasDocs
@testable import SuasEngine
@testable import SuasLanguage
@testable import SuasProgram
@testable import SuasRuntime

/// The forms of rules, from which schemas are made, compared with the decoder.
@Suite struct VerbFormTests {
  @Test("A rule takes the keys of its verb's form, and no other verb's", arguments: keywords)
  func keys(keyword: String) throws {
    let form = try #require(VerbTable.standard[keyword]).form
    let names = form.arguments.map(\.name).filter { !form.choice.dropFirst().contains($0) }
    #expect(try unknownKeys(ofRule: keyword, with: names).isEmpty)
    #expect(form.choice.allSatisfy { form.arguments.map(\.name).contains($0) })
    for other in form.choice.dropFirst() {
      let chosen = names.filter { !form.choice.contains($0) } + [other]
      #expect(try unknownKeys(ofRule: keyword, with: chosen).isEmpty)
    }
    let others = VerbTable.standard.argumentNames.subtracting(form.arguments.map(\.name))
      .subtracting(["when", "unless"] + Self.keywords)
    for other in others.sorted() {
      #expect(try unknownKeys(ofRule: keyword, with: names + [other]) == [other])
    }
  }

  @Test("A rule without a key that its form requires is refused", arguments: keywords)
  func requiredKeys(keyword: String) throws {
    let form = try #require(VerbTable.standard[keyword]).form
    for required in form.arguments where required.isRequired {
      let names = form.arguments.map(\.name).filter {
        $0 != required.name && !form.choice.dropFirst().contains($0)
      }
      let sink = DiagnosticSink()
      _ = Rule(try rule(keyword, with: names), .standard, sink)
      #expect(sink.diagnostics.items.contains { $0.code == .missingKey })
    }
  }

  private static let keywords = VerbTable.standard.keywords

  private func unknownKeys(ofRule keyword: String, with names: [String]) throws -> [String] {
    let sink = DiagnosticSink()
    _ = Rule(try rule(keyword, with: names), .standard, sink)
    return sink.diagnostics.items.compactMap { diagnostic in
      guard diagnostic.code == .unknownKey, case .range(let range) = diagnostic.place else {
        return nil
      }
      return range.text
    }
  }

  /// Returns a rule whose keys hold values that each of them accepts.
  private func rule(_ keyword: String, with names: [String]) throws -> Node {
    let target = keyword == "let" ? "{ a: 1 }" : keyword == "fail" ? "text" : "path"
    let entries =
      ["\(keyword): \(target)"]
      + names.map { name in
        "\(name): \(["do", "then", "else"].contains(name) ? "[]" : ["cases", "with"].contains(name) ? "{}" : "a")"
      }
    return try parse(Source(name: "rule.yaml", text: "{ \(entries.joined(separator: ", ")) }"))
  }
}
