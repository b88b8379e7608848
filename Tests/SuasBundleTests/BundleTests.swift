import CEL
import Foundation
import LibYAML
import Suas
import SuasGenerate
import SuasReports
import SuasSpec
import Support
import Testing
import YAML

@testable import SuasScenario

struct TodoList: Decodable, Equatable, Sendable {
  var titles: [String]
}

/// Bundles of all specs in the repository: the examples, the fixtures and those of the reference.
@Suite struct BundleTests {
  @Test("A scenario has the same trace with a bundle in place of its spec")
  func sameTraces() throws {
    var count = 0
    for folder in Repository.scenarioFolders {
      try Repository.withCopy(of: folder) { copy in
        for file in Repository.scenarioFiles(in: copy) {
          // Enough for all that does not try the limits themselves.
          let limits = Limits(cost: 100_000)
          var loader = Loader(limits: limits)
          guard let scenario = try? loader.scenarioFile(file), scenario.hasOneSpec else { continue }
          let source = try #require(scenario.spec.checked.coverage.sources.last)
          let expected = trace(scenario)
          try Data(scenario.spec.bundle).write(to: URL(fileURLWithPath: source.name))
          defer {
            try? Data(source.utf8).write(to: URL(fileURLWithPath: source.name))
          }
          var other = Loader(limits: limits)
          let bundled = try other.scenarioFile(file)
          #expect(trace(bundled) == expected, "\(file)")
          #expect(
            other.warnings.items.map(\.message) == loader.warnings.items.map(\.message),
            "\(file)")
          count += 1
        }
      }
    }
    #expect(count > 80)
  }

  @Test("Reading a bundle and writing it again gives the same bytes")
  func roundTrip() throws {
    for file in Repository.sound {
      let bundle = file.spec.bundle
      #expect(try CompiledSpec(bundle: bundle).bundle == bundle, "\(file.source.name)")
    }
  }

  @Test("A reducer made from a bundle runs on a store")
  func store() throws {
    let source = Source(name: "todo.yaml", text: Repository.todo)
    let spec = try CompiledSpec(bundle: try CompiledSpec(source).bundle)
    let store = createStore(reducer: spec.reducer, middleware: spec.middleware)
    store.dispatch(action: try spec.action("Add", ["title": "Milk"]))
    #expect(store.state.value(forKeyOfType: TodoList.self) == TodoList(titles: ["Milk"]))
  }

  @Test("An error of a rule names its place in the YAML")
  func place() throws {
    let source = Source(name: "todo.yaml", text: Repository.todo)
    let spec = try CompiledSpec(bundle: try CompiledSpec(source).bundle)
    let store = createStore(reducer: spec.reducer)
    let error = #expect(throws: ActionError.self) {
      try store.perform(try spec.action("Remove", ["index": 3]))
    }
    #expect(error?.code == "index-out-of-range")
    #expect(error?.place?.description == "todo.yaml:15:11")
  }

  private func trace(_ file: CheckedScenarioFile) -> String {
    var text = ""
    TraceReporter { text += $0 }.report([Runner(recording: .states).run(file)])
    return text
  }
}

/// Bytes that are no sound bundle.
@Suite struct BadBundleTests {
  let bundle: [UInt8]

  init() throws { bundle = try CompiledSpec(Source(name: "a.yaml", text: Repository.todo)).bundle }

  @Test("A bundle that is cut anywhere is refused")
  func cut() {
    for count in stride(from: 0, to: bundle.count, by: 7) {
      #expect(refusal(of: Array(bundle[..<count])) == "invalid-bundle")
    }
    #expect(refusal(of: bundle + [0]) == "invalid-bundle")
  }

  @Test("A bundle that was altered is refused, since its checksum differs")
  func altered() throws {
    for index in stride(from: Bundle.headSize, to: bundle.count, by: 11) {
      var bytes = bundle
      bytes[index] ^= 0x20
      #expect(refusal(of: bytes) == "invalid-bundle")
    }
  }

  @Test("A bundle of a newer version is refused")
  func newer() {
    var bytes = bundle
    bytes["suasbundle\n".utf8.count] += 1
    #expect(refusal(of: bytes) == "unsupported-version")
  }

  @Test("What is no bundle is refused", arguments: ["", "suas: 1", "suasbundle"])
  func foreign(text: String) {
    #expect(refusal(of: Array(text.utf8)) == "invalid-bundle")
  }

  /// The largest number that an `Int` holds, as a bundle has it.
  private static let largest: [UInt8] = Array(repeating: 0xFF, count: 8) + [0x7F]

  /// The checksum proves no origin: what fits it may still be nonsense.
  @Test("An altered program with a checksum that fits is refused, or runs", arguments: 0..<8)
  func hostile(seed: UInt64) throws {
    var random = Support.SplitMix64(seed: seed)
    let files = Repository.sound
    for _ in 0..<Repository.mutants / 8 {
      let file = files[Int.random(in: files.indices, using: &random)]
      var program = Array(file.spec.bundle[Bundle.headSize...])
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: program.indices, using: &random)
        switch Int.random(in: 0...5, using: &random) {
        case 5: program[index] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 0: program[index] = UInt8.random(in: 0...255, using: &random)
        case 1: program[index] &+= 1
        case 2: program[index] = UInt8.random(in: 0...24, using: &random)
        case 3: program.replaceSubrange(index...index, with: Self.largest)
        default: program.swapAt(index, Int.random(in: program.indices, using: &random))
        }
      }
      guard let altered = try? CompiledSpec(bundle: Bundle.bytes(around: program)) else { continue }
      try run(file, on: altered)
    }
  }

  /// Runs the scenarios of a file on an altered spec, as far as they still fit it.
  private func run(_ file: CheckedScenarioFile, on spec: CompiledSpec) throws {
    var spec = spec
    spec.limits.cost = 20_000
    let path = file.source.name
    let declared = try ScenarioFile(decoding: try LibYAML.parse(file.source))
    let root = Root(of: path, chosen: ChosenRoot())
    _ = try? SwiftGenerator(spec.checked, from: path, SwiftGenerator.Options()).files()
    _ = try? KotlinGenerator(spec.checked, from: path, KotlinGenerator.Options()).files()
    guard let checked = try? Loader().check(declared, at: path, against: spec, root) else { return }
    // A trace reads the parts of conditions, and shows their texts.
    let runner = Runner(recording: .states, covers: true, explains: true)
    let result = runner.run(checked)
    TraceReporter { _ in }.report([result])
    _ = CoverageReport(of: [checked], [result])
  }

  private func refusal(of bytes: [UInt8]) -> String? {
    do throws(Diagnostics) {
      _ = try CompiledSpec(bundle: bytes)
      return nil
    } catch {
      return error.items.first?.code.rawValue
    }
  }
}
