import SuasDiff
import SuasExplore
import SuasScenario
import SuasSpec
import Testing
import YAML

@Suite("Pairs of versions with known differences")
struct PairTests {
  @Test(arguments: Pair.all)
  func `The differences of two versions are found, and no others`(_ pair: Pair) throws {
    var settings = DiffSettings()
    settings.mostAttempts = 2500
    let difference = try SpecDifference(
      from: version(pair.old, "old.yaml"), to: version(pair.new, "new.yaml"), [], settings)
    #expect(difference.declared.map(\.line) == pair.declared)
    #expect(difference.behaviour.differences.map(\.line) == pair.behaviour)
    #expect(difference.behaviour.isSame == (pair.isWhole && pair.behaviour.isEmpty))
    for item in difference.behaviour.differences {
      #expect(item.witness.isConfirmed, "\(item.line): it passes before and fails now")
    }
  }

  private func version(_ text: String, _ name: String) throws -> SpecVersion {
    try SpecVersion(CompiledSpec(Source(name: name, text: text)))
  }
}

extension DeclaredDifference {
  fileprivate var line: String {
    let words = "\(impact.rawValue) \(change.rawValue) \(part.kind.rawValue) \(part.name)"
    return part.owner.isEmpty ? words : "\(words) of \(part.owner)"
  }
}

extension BehaviourDifference {
  fileprivate var line: String {
    let subjects = aspects.map(\.subject).map { subject in
      subject.name.map { "\(subject.kind) \($0)" } ?? subject.kind
    }
    let last = trigger.map { " \($0.prefix { $0 != " " && $0 != "{" })" } ?? ""
    return "\(witness.lines.count)\(last): \(subjects.joined(separator: ", "))"
  }
}
