import SuasSpec
import YAML
import YAMLSyntax

/// A mutation of a file, with all specs that have the file.
struct JoinedMutation: Sendable {
  /// A spec that has the file.
  struct Use: Sendable {
    /// The index of the spec.
    let spec: Int
    /// The index of the file among those of the spec.
    let file: Int
    /// The outcomes of the spec that belong to the place: a scenario that reaches the place has
    /// seen one of them; nil if any scenario may reach it.
    var reaching: [Int]?
  }

  let mutation: Mutation
  fileprivate(set) var uses: [Use]
}

/// The mutations of specs that may have files in common: a change of a file is made once.
struct JoinedMutations {
  /// The files of all specs, each once.
  private(set) var sources: [Source] = []
  private var mutations: [JoinedMutation] = []
  private var known: [Identity: Int] = [:]
  private let specs: [(spec: CompiledSpec, outcomes: [CoveredPlace: [Int]])]

  private struct Identity: Hashable {
    let file: String
    let change: EditedDocument.Change
  }

  init(of specs: [CompiledSpec]) {
    self.specs = specs.map { ($0, $0.checked.coverage.outcomesByPlace) }
    for source in specs.flatMap(\.checked.coverage.sources)
    where !sources.contains(where: { $0.name == source.name }) {
      sources.append(source)
    }
  }

  /// Adds the mutations of a spec. A spec that has the file of a mutation, but would not be mutated
  /// so by itself, is reached in the same places.
  mutating func add(_ mutations: [Mutation], of spec: Int) {
    for mutation in mutations {
      let name = mutation.document.place.source.name
      let identity = Identity(file: name, change: mutation.document.change)
      if let index = known[identity] {
        guard let use = self.mutations[index].uses.firstIndex(where: { $0.spec == spec }) else {
          continue
        }
        self.mutations[index].uses[use].reaching = mutation.reaching
        continue
      }
      known[identity] = self.mutations.count
      let uses = specs.indices.compactMap { other -> JoinedMutation.Use? in
        let sources = specs[other].spec.checked.coverage.sources
        guard let file = sources.firstIndex(where: { $0.name == name }) else { return nil }
        let reaching =
          other == spec
          ? mutation.reaching : mutation.reaching.map { counterparts(of: $0, of: spec, in: other) }
        return .init(spec: other, file: file, reaching: reaching)
      }
      self.mutations.append(JoinedMutation(mutation: mutation, uses: uses))
    }
  }

  /// The outcomes of a spec that are at the same places as those of another one.
  private func counterparts(of outcomes: [Int], of spec: Int, in other: Int) -> [Int] {
    let coverage = specs[spec].spec.checked.coverage
    return outcomes.flatMap { outcome in
      specs[other].outcomes[CoveredPlace(outcome, of: coverage.point(ofOutcome: outcome))] ?? []
    }
  }

  /// The mutations in the order of the files and their lines.
  var sorted: [JoinedMutation] {
    let files = Dictionary(uniqueKeysWithValues: sources.enumerated().map { ($1.name, $0) })
    func key(_ item: (offset: Int, element: JoinedMutation)) -> (Int, Int, Int) {
      let place = item.element.mutation.document.place
      return (files[place.source.name] ?? 0, place.lowerBound, item.offset)
    }
    return mutations.enumerated().sorted { key($0) < key($1) }.map(\.element)
  }
}

/// The place of an outcome in a file, which several specs may have in common.
private struct CoveredPlace: Hashable {
  let file: String
  let start: Int
  let kind: CoveragePoint.Kind
  let outcome: CoveragePoint.Outcome

  init(_ outcome: Int, of point: CoveragePoint) {
    file = point.place.source.name
    start = point.place.lowerBound
    kind = point.kind
    self.outcome = point.outcomes[outcome - point.first]
  }
}

extension CoverageTable {
  /// The outcomes at each place.
  fileprivate var outcomesByPlace: [CoveredPlace: [Int]] {
    var outcomes: [CoveredPlace: [Int]] = [:]
    for point in points {
      for outcome in point.first..<point.first + point.outcomes.count {
        outcomes[CoveredPlace(outcome, of: point), default: []].append(outcome)
      }
    }
    return outcomes
  }
}
