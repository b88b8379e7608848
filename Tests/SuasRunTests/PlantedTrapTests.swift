import Foundation
import Testing

/// Small specs with a fault that many apps have, each below `Traps` beside the line that mends it.
///
/// The line under a comment `# instead: …` of a file is the faulty one, for the line before it. The
/// comments at its beginning say what is found, and the steps to it.
@Suite struct PlantedTrapTests {
  struct Trap: CustomTestStringConvertible {
    let testDescription: String
    let mended: String
    let faulty: String
    let finding: String
    let steps: [String]
    /// The scenario that finds it; nil if a search does.
    let scenario: String?

    init(_ name: String, in folder: URL) throws {
      testDescription = name
      func text(_ ending: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name + ending), encoding: .utf8)
      }
      mended = try text(".yaml")
      scenario = try? text(".scenario.yaml")
      var lines: [String] = []
      for line in mended.split(separator: "\n", omittingEmptySubsequences: false) {
        guard let mark = line.firstRange(of: "# instead:") else {
          lines.append(String(line))
          continue
        }
        lines.removeLast()
        lines.append("\(line[..<mark.lowerBound])\(line[mark.upperBound...].drop { $0 == " " })")
      }
      faulty = lines.joined(separator: "\n")
      let head = lines.prefix { $0.hasPrefix("#") }
      func comments(_ key: String) -> [String] {
        head.filter { $0.hasPrefix("# \(key): ") }.map { String($0.dropFirst(key.count + 4)) }
      }
      finding = try #require(comments("finds").first)
      steps = comments("step")
    }
  }

  static let traps: [Trap] = {
    let folder = packageRoot.appendingPathComponent("Tests/SuasRunTests/Traps")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let names = files.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".scenario.yaml") }
    return names.sorted().compactMap { try? Trap(String($0.dropLast(5)), in: folder) }
  }()

  @Test("There are twelve traps")
  func count() { #expect(Self.traps.count == 12) }

  @Test("A search or a scenario finds a trap by the shortest steps", arguments: traps)
  func isFound(trap: Trap) throws {
    let result = try Self.result(of: trap, trap.faulty)
    #expect(result.status == 1, "\(result.output)\(result.errors)")
    let steps = trap.steps.map { "    \($0)\n" }.joined()
    let finding = trap.scenario == nil ? "✗ \(trap.finding)\n\(steps)" : trap.finding
    #expect(result.output.contains(finding), "\(result.output)")
  }

  @Test("Nothing is found in the mended specs", arguments: traps)
  func isMended(trap: Trap) throws {
    let result = try Self.result(of: trap, trap.mended)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    for mark in ["✗", "undecided", "not judged"] { #expect(!result.output.contains(mark)) }
  }

  @Test(
    "A mutant of what is sent is killed by 'requests'",
    arguments: traps.filter { $0.scenario != nil })
  func mutants(trap: Trap) throws {
    let folder = try Self.folder(of: trap, trap.mended)
    func survivors() throws -> [Substring] {
      let result = try Program.run(["mutate", "\(trap.testDescription).scenario.yaml"], in: folder)
      return result.output.split(separator: "\n").filter {
        $0.hasPrefix("✗") && $0.contains("-request")
      }
    }
    #expect(try survivors().isEmpty)
    let scenario = try #require(trap.scenario)
    let silent = scenario.split(separator: "\n").filter { !$0.contains("requests:") }
    try folder.write(
      silent.joined(separator: "\n") + "\n", to: "\(trap.testDescription).scenario.yaml")
    #expect(try !survivors().isEmpty)
  }

  private static func folder(of trap: Trap, _ spec: String) throws -> Folder {
    let folder = try Folder()
    try folder.write(spec, to: "\(trap.testDescription).yaml")
    if let scenario = trap.scenario {
      try folder.write(scenario, to: "\(trap.testDescription).scenario.yaml")
    }
    return folder
  }

  private static func result(of trap: Trap, _ spec: String) throws -> Program.Result {
    let name = trap.testDescription
    return try Program.run(
      trap.scenario == nil ? ["explore", "\(name).yaml"] : ["\(name).scenario.yaml"],
      in: folder(of: trap, spec))
  }
}
