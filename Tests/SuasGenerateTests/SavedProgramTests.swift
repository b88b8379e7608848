import Foundation
import Suas
import SuasGenerate
import SuasProgram
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasScenario

extension CompiledPrograms {
  /// The saved state of generated programs: texts, whole and damaged, are restored as the
  /// interpreter restores them, and saved with the same bytes.
  @Suite("Saved state of generated programs", .timeLimit(.minutes(30)), .serialized)
  struct SavedProgramTests {
    /// The number of pairs of types.
    private static let count =
      ProcessInfo.processInfo.environment["CARRIED_TYPES"].flatMap(Int.init) ?? 60
    /// The number of damaged texts for each spec.
    private static let damaged =
      ProcessInfo.processInfo.environment["SAVED_TEXTS"].flatMap(Int.init) ?? 400

    @Test func `Values of random types of two versions arrive as in the interpreter`() throws {
      try Self.compare(Self.randomTypes())
    }

    /// A spec of random types in two versions, and texts of the first. All pairs lie in it, each as a
    /// state of its own, and so in one program.
    private static func randomTypes() throws -> Trial {
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
      return Trial(spec: spec, texts: SavedTexts.damaged(texts, count: damaged, &random))
    }

    @Test(arguments: SavedSpecs.all)
    func `A migration does what the interpreter does, on damaged texts too`(
      saved: SavedSpecs
    ) throws {
      try Self.compare(Self.migrated(saved))
    }

    private static func migrated(_ saved: SavedSpecs) throws -> Trial {
      var random = Support.SplitMix64(seed: 8)
      return Trial(
        spec: try saved.compiled(), texts: SavedTexts.damaged(saved.texts, count: damaged, &random))
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Programs in Kotlin do the same`() throws {
      let all = try Self.all()
      let programs = try KotlinPrograms(all.map(\.corpus))
      try withExtendedLifetime(programs) { try Self.compare(all, on: programs.drivers) }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"),
      arguments: TypeScriptInts.allCases)
    func `Programs in TypeScript do the same`(ints: TypeScriptInts) throws {
      let all = try Self.all()
      let programs = try TypeScriptPrograms(all.map(\.corpus), ints: ints)
      try withExtendedLifetime(programs) {
        try Self.compare(all, on: programs.drivers, areIntsNumbers: ints == .number)
      }
    }

    /// A spec, and texts that its program finds.
    private struct Trial {
      let spec: CompiledSpec
      let texts: [String]

      var corpus: Corpus.Spec { Corpus.Spec(name: "s.yaml", checked: spec.checked) }
    }

    private static func all() throws -> [Trial] {
      try [randomTypes()] + SavedSpecs.all.map(migrated)
    }

    private static func compare(_ trial: Trial) throws {
      let program = try GeneratedProgram(trial.spec.checked, named: "s.yaml")
      defer { program.remove() }
      try compare([trial], on: DriverPool("exec '\(program.executable.path)'"))
    }

    private static func compare(
      _ trials: [Trial], on drivers: DriverPool, areIntsNumbers: Bool = false
    ) throws {
      for trial in trials {
        let comparison = try Comparison(
          trial.spec.checked, drivers, areIntsNumbers: areIntsNumbers)
        defer { comparison.end() }
        for difference in try comparison.differences(finding: trial.texts).prefix(5) {
          Issue.record("\(difference)")
        }
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
