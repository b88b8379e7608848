import SuasProgram
import YAML

/// Records in one another.
extension TypeMaker {
  /// Returns the declarations that the language allows: a record contains itself through a list, a
  /// map or null, and no chain of records is too long.
  func finished() -> [Declaration] {
    var declarations = declarations.enumerated()
      .sorted { ($0.element.group, $0.offset) < ($1.element.group, $1.offset) }.map(\.element)
    cutLongChains(in: &declarations)
    openCircles(in: &declarations)
    return declarations
  }

  /// Makes a field optional where a record would contain itself without an end.
  private func openCircles(in declarations: inout [Declaration]) {
    let indices = Self.indices(declarations)
    func next(_ field: Declaration.Field) -> Int? {
      guard case .declared(let name) = field.value.name, let index = indices[name],
        case .record = declarations[index].body
      else { return nil }
      return index
    }
    enum Visit { case unseen, open, done }
    var visits = [Visit](repeating: .unseen, count: declarations.count)
    for start in declarations.indices where visits[start] == .unseen {
      guard case .record = declarations[start].body else { continue }
      var path: [(record: Int, field: Int)] = [(start, 0)]
      visits[start] = .open
      while let (record, field) = path.last {
        guard case .record(var fields) = declarations[record].body, field < fields.count else {
          visits[record] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].field += 1
        guard let other = next(fields[field]) else { continue }
        switch visits[other] {
        case .unseen:
          visits[other] = .open
          path.append((other, 0))
        case .open:
          fields[field].value.isNullable = true
          declarations[record].body = .record(fields)
        case .done: break
        }
      }
    }
  }

  /// The maximum number of records in one another, which is that of the language.
  private static let longestChain = 200

  /// Writes `any` where a chain of records would be too long.
  private func cutLongChains(in declarations: inout [Declaration]) {
    let indices = Self.indices(declarations)
    var isDivided = true
    while isDivided {
      isDivided = false
      let graph = RecordGraph(
        declarations.map {
          $0.fields.compactMap { $0.value.type.declaredName.flatMap { indices[$0] } }
        })
      var heights = [Int](repeating: 0, count: declarations.count)
      // Each group follows those that it leads to.
      for group in graph.groups {
        let weight = group.reduce(0) { $0 + declarations[$1].weight }
        let places = Dictionary(uniqueKeysWithValues: group.enumerated().map { ($1, $0) })
        var below = 0
        for (place, record) in group.enumerated() {
          declarations[record].update { field in
            guard let other = field.value.type.declaredName.flatMap({ indices[$0] }) else { return }
            let isCut =
              if let otherPlace = places[other] {
                weight > Self.longestChain && otherPlace <= place
              } else {
                heights[other] + weight > Self.longestChain
              }
            guard isCut else {
              if places[other] == nil { below = max(below, heights[other]) }
              return
            }
            isDivided = isDivided || places[other] != nil
            reader.tell(.tooLongChain(field.range))
            field.value = ValueType(
              type: field.value.type.withoutDeclared, isNullable: field.value.isNullable)
            field.default = nil
          }
        }
        for record in group { heights[record] = min(below + weight, Self.longestChain) }
      }
    }
  }

  private static func indices(_ declarations: [Declaration]) -> [String: Int] {
    Dictionary(
      declarations.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension Declaration {
  /// The number of records that the language makes of the declaration.
  fileprivate var weight: Int {
    switch body {
    case .choice: 0
    case .record: 1
    case .variant(let cases): 1 + cases.count
    }
  }
}
