import Foundation
import Suas
import SuasProgram
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasScenario

extension CompiledPrograms {
  /// What outlives the store of generated programs: texts, whole and damaged, are restored as the
  /// interpreter restores them, and saved with the same bytes.
  @Suite("Saved state of generated programs", .timeLimit(.minutes(30)), .serialized)
  struct SavedProgramTests {
    private static let count =
      ProcessInfo.processInfo.environment["CARRIED_TYPES"].flatMap(Int.init) ?? 60

    @Test func `Values of random types of two versions arrive as in the interpreter`() throws {
      let (spec, texts) = try Self.randomTypes()
      try Self.compare(spec, texts)
    }

    /// A spec of random types in two versions, and texts of the first. All pairs lie in it, each as a
    /// state of its own, and so in one program.
    private static func randomTypes() throws -> (spec: CompiledSpec, texts: [String]) {
      var random = Support.SplitMix64(seed: 7)
      var maker = TestTypeMaker()
      let keys = (0..<count).map { "S\($0)" }
      let old = keys.map { (key: $0, type: maker.type(depth: 3, &random)) }
      let oldTypes = maker.declared
      let new = old.map { (key: $0.key, type: maker.changed($0.type, &random)) }
      let spec = try CompiledSpec(
        Source(
          name: "s.yaml",
          text: versionedSpec(
            new, maker.declared, "saved: { version: 2, migrations: { 2: [] } }")),
        shapes: [1: Source(name: "saved/s.1.yaml", text: versionedSpec(old, oldTypes, ""))])
      let model = CarryOverModel(old: oldTypes, new: oldTypes)
      let texts = (0..<4).map { _ in
        let states = old.map { key, type in
          let values = (0..<3).map { _ in model.value(type, &random).text }
          return #""\#(key)":{"f":[\#(values.joined(separator: ","))]}"#
        }
        return SavedTexts.text(states.joined(separator: ","), version: 1, name: "s")
      }
      return (spec, SavedTexts.damaged(texts, count: 300, &random))
    }

    @Test(arguments: SavedSpecs.all)
    func `A migration does what the interpreter does, on damaged texts too`(
      saved: SavedSpecs
    ) throws {
      let (spec, texts) = try Self.migrated(saved)
      try Self.compare(spec, texts)
    }

    private static func migrated(
      _ saved: SavedSpecs
    ) throws -> (spec: CompiledSpec, texts: [String]) {
      var random = Support.SplitMix64(seed: 8)
      return (
        try saved.compiled(), SavedTexts.damaged(saved.texts, count: 400, &random)
      )
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Programs in Kotlin do the same`() throws {
      let all = try [Self.randomTypes()] + SavedSpecs.all.map(Self.migrated)
      let programs = try KotlinPrograms(
        all.map { Corpus.Spec(name: "s.yaml", checked: $0.spec.checked) })
      for (spec, texts) in all {
        let comparison = try Comparison(spec.checked, programs.drivers)
        for difference in try comparison.differences(finding: texts).prefix(5) {
          Issue.record("\(difference)")
        }
        comparison.end()
      }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"))
    func `Programs in TypeScript do the same`() throws {
      let all = try [Self.randomTypes()] + SavedSpecs.all.map(Self.migrated)
      let programs = try TypeScriptPrograms(
        all.map { Corpus.Spec(name: "s.yaml", checked: $0.spec.checked) })
      for (spec, texts) in all {
        let comparison = try Comparison(spec.checked, programs.drivers, areIntsNumbers: true)
        defer { comparison.end() }
        for difference in try comparison.differences(finding: texts).prefix(5) {
          Issue.record("\(difference)")
        }
      }
    }

    private static func compare(_ spec: CompiledSpec, _ texts: [String]) throws {
      let program = try GeneratedProgram(spec.checked, named: "s.yaml")
      defer { program.remove() }
      let comparison = try Comparison(
        spec.checked, DriverPool("exec '\(program.executable.path)'"))
      for difference in try comparison.differences(finding: texts).prefix(5) {
        Issue.record("\(difference)")
      }
    }
  }
}

/// Saved texts, and texts that are nearly some.
enum SavedTexts {
  static func text(_ states: String, version: Int, name: String) -> String {
    #"{"suas-saved":1,"name":"\#(name)","version":\#(version),"state":{\#(states)}}"#
  }

  private static let tokens = [
    "null", "-1", "0", "9223372036854775808", "1e999", "\"NaN\"", "\"a\"", "\"\\ud800\"", "{}", "[",
    "]", "}", ",", "true", "\"version\":2,", "\"2026-01-01T00:00:00Z\"", "\"é\"", "\"x\":",
  ]

  /// The texts, and others with one or two changes.
  static func damaged(
    _ texts: [String], count: Int, _ random: inout Support.SplitMix64
  ) -> [String] {
    texts
      + (0..<count).map { number in
        var text = Array(texts[number % texts.count].unicodeScalars)
        for _ in 0...Int.random(in: 0...1, using: &random) {
          let place = Int.random(in: 0..<text.count, using: &random)
          switch Int.random(in: 0..<4, using: &random) {
          case 0: text.remove(at: place)
          case 1:
            text[place] = "0123456789\"[]{},:ae. ".unicodeScalars.randomElement(using: &random)!
          case 2:
            let token = tokens.randomElement(using: &random)!
            text.insert(contentsOf: token.unicodeScalars, at: place)
          default:
            // A whole value is replaced.
            let end = text[place...].firstIndex { ",]}".unicodeScalars.contains($0) } ?? place
            let start = text[..<place].lastIndex { ":[,".unicodeScalars.contains($0) } ?? place
            if start < end {
              let token = tokens.randomElement(using: &random)!
              text.replaceSubrange((start + 1)..<end, with: token.unicodeScalars)
            }
          }
        }
        return String(String.UnicodeScalarView(text))
      }
  }
}
