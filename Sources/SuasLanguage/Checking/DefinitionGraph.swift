import SuasProgram
import YAML

/// The constants and functions of a spec with the names that they mention, and the order in which
/// they and the records are checked.
struct DefinitionGraph {
  /// A declaration, by its index among those of its kind.
  enum Item {
    case record(Int)
    case constant(Int)
    case function(Int)
  }

  let spec: Spec
  /// The names of the constants, and of the functions after them.
  let names: [Name]
  /// The mentions in each of them.
  let mentions: [Mentions]
  private let places: [String: Int]

  init(_ spec: Spec) {
    self.spec = spec
    names = spec.constants.map(\.name) + spec.functions.map(\.name)
    mentions = spec.constants.map(Mentions.init(of:)) + spec.functions.map(Mentions.init(of:))
    places = Dictionary(
      names.enumerated().map { ($1.text, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func isFunction(_ index: Int) -> Bool { index >= spec.constants.count }

  /// The definitions that some names stand for, in their order.
  private func definitions(_ mentions: Mentions) -> [Int] {
    mentions.names.compactMap { places[$0] }.sorted()
  }

  /// For each group of definitions that reach one another, a chain from one of them back to it.
  var cycles: [[Int]] {
    let edges = mentions.map { definitions($0) }
    let graph = RecordGraph(edges)
    return graph.groups.compactMap { group in
      guard let start = group.min(), graph.isRecursive[start] else { return nil }
      return shortestCycle(from: start, in: Set(group), edges)
    }
  }

  private func shortestCycle(
    from start: Int, in group: Set<Int>, _ edges: [[Int]]
  ) -> [Int] {
    var origins: [Int: Int] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let definition = queue[next]
      next += 1
      for other in edges[definition] where group.contains(other) {
        if other == start {
          var chain = [start]
          var current = definition
          while current != start, let origin = origins[current] {
            chain.append(current)
            current = origin
          }
          return [start] + chain.reversed()
        }
        if origins[other] == nil {
          origins[other] = definition
          queue.append(other)
        }
      }
    }
    return [start, start]
  }

  /// The order in which records and definitions are checked: each after those that it mentions,
  /// except in cycles.
  ///
  /// - Parameters:
  ///   - fields: For each record, the records in the types of its fields.
  ///   - signatures: For each definition, the records in its types.
  func order(
    _ records: [String: Int], fields: [[Int]], signatures: [[String]]
  ) -> [Item] {
    let count = spec.records.count
    func edges(_ mentions: Mentions) -> [Int] {
      definitions(mentions).map { count + $0 }
        + mentions.records.compactMap { records[$0] }.sorted()
    }
    let ofRecords = zip(spec.records, fields).map { record, fields in
      fields + edges(Mentions(of: record))
    }
    let ofDefinitions = zip(mentions, signatures).map { mentions, signature in
      signature.compactMap { records[$0] } + edges(mentions)
    }
    return RecordGraph(ofRecords + ofDefinitions).order.map { index in
      if index < count { return .record(index) }
      let definition = index - count
      return isFunction(definition)
        ? .function(definition - spec.constants.count) : .constant(definition)
    }
  }
}
