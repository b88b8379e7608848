import SuasSpec
import YAML

/// Makes a spec and its moves smaller while they still fail in the same way.
package struct SpecShrinker {
  /// Returns true if a spec with moves fails; false if it does not check.
  package typealias Test = (Piece, [SpecMove]) -> Bool

  private let fails: Test
  private var left: Int

  /// - Parameter budget: The greatest number of tests.
  package init(budget: Int = 3_000, fails: @escaping Test) {
    self.fails = fails
    left = budget
  }

  package mutating func shrink(
    _ tree: Piece, _ moves: [SpecMove]
  ) -> (tree: Piece, moves: [SpecMove]) {
    var (tree, moves) = (tree, moves)
    while left > 0 {
      let before = (tree.size, moves.count)
      moves = shorter(moves, tree)
      tree = smaller(tree, moves)
      if (tree.size, moves.count) == before { break }
    }
    return (tree, moves)
  }

  private mutating func test(_ tree: Piece, _ moves: [SpecMove]) -> Bool {
    guard left > 0 else { return false }
    left -= 1
    return fails(tree, moves)
  }

  private mutating func shorter(_ moves: [SpecMove], _ tree: Piece) -> [SpecMove] {
    var best = moves
    var size = max(1, best.count / 2)
    while true {
      var offset = 0
      while offset < best.count {
        var shorter = best
        shorter.removeSubrange(offset..<min(offset + size, best.count))
        if test(tree, shorter) { best = shorter } else { offset += size }
      }
      if size == 1 { return best }
      size /= 2
    }
  }

  /// Tries all smaller trees, the smallest first, and begins anew with each that still fails.
  private mutating func smaller(_ tree: Piece, _ moves: [SpecMove]) -> Piece {
    var best = tree
    var index = 0
    while left > 0 {
      let candidates = best.smaller
      guard index < candidates.count else { return best }
      if test(candidates[index], moves) { best = candidates[index] } else { index += 1 }
    }
    return best
  }
}

extension Piece {
  /// The same with one part left out or made simpler, those that lack the most first.
  package var smaller: [Piece] {
    switch self {
    case .text, .plain: return []
    case .expression(let term): return term.smaller.map { .expression($0) }
    case .value(let term): return term.smaller.map { .value($0) }
    case .interpolation(let text, let term):
      return [.text("")] + term.smaller.map { .interpolation(text, $0) }
    case .mapping(let entries):
      let without = entries.indices.map { index -> Piece in
        var rest = entries
        rest.remove(at: index)
        return .mapping(rest)
      }
      return without
        + entries.indices.flatMap { index in
          entries[index].value.smaller.map { value in
            var changed = entries
            changed[index].value = value
            return .mapping(changed)
          }
        }
    case .sequence(let items):
      let without = items.indices.map { index -> Piece in
        var rest = items
        rest.remove(at: index)
        return .sequence(rest)
      }
      // The rules inside of a rule, in its place.
      let opened = items.indices.flatMap { index in
        items[index].rulesInside.map { inner -> Piece in
          .sequence(items[..<index] + inner + items[(index + 1)...])
        }
      }
      return without + opened
        + items.indices.flatMap { index in
          items[index].smaller.map { item in
            var changed = items
            changed[index] = item
            return .sequence(changed)
          }
        }
    }
  }

  private var rulesInside: [[Piece]] {
    ["do", "then", "else"].compactMap { key in
      if case .sequence(let rules)? = self[key] { rules } else { nil }
    }
  }
}

extension Term {
  /// Simpler expressions of the same type: a literal, a part, or the same with a simpler part.
  var smaller: [Term] {
    var found: [Term] = []
    if !isPlace, let literal = simplest, literal.text != text { found.append(literal) }
    for case .term(let part) in parts where part.type == type && !isPlace { found.append(part) }
    for index in parts.indices {
      guard case .term(let part) = parts[index] else { continue }
      for smaller in part.smaller {
        var changed = self
        changed.parts[index] = .term(smaller)
        found.append(changed)
      }
    }
    return found
  }

  private var simplest: Term? {
    switch type {
    case .bool: text == "false" ? nil : Term(type, "true")
    case .int: Term(type, "0")
    case .double: Term(type, "0.5")
    case .string: Term(type, "\"\"")
    case .list: Term(type, "[]")
    case .map: Term(type, "{}")
    default: nil
    }
  }
}
