import CEL
import Suas
import SuasScenario
import SuasSpec

/// Makes a way to a violation as short, and what is sent on it as simple, as it can be.
struct Shrinker {
  private let ground: Ground
  private let rehearsal: Rehearsal
  private let start: Rehearsal.Moment
  private let types: TypeTable

  /// So many ways are tried for one violation.
  private static let budget = 20_000

  init(_ ground: Ground) throws(ActionError) {
    self.ground = ground
    rehearsal = try Rehearsal(ground.spec, from: ground.opening)
    start = rehearsal.moment
    types = ground.spec.typesOfEverything
  }

  /// - Returns: the shortest way found on which nothing goes wrong before the violation; nil where
  ///   the way does not lead there at all.
  func shrink(_ moves: [Rehearsal.Move], to error: ActionError) -> [Rehearsal.Move]? {
    let key = ViolationKey(error)
    var left = Self.budget
    func reproduces(_ moves: [Rehearsal.Move]) -> Bool {
      left -= 1
      return left > 0 && leads(moves, to: key)
    }
    guard reproduces(moves) else { return nil }
    var best = moves
    while true {
      let shorter = shorten(best, reproduces)
      let simpler = simplify(shorter, reproduces)
      if simpler.isSame(as: best) || left <= 0 { return simpler }
      best = simpler
    }
  }

  /// Whether the last of some moves meets the violation, and those before it meet none.
  private func leads(_ moves: [Rehearsal.Move], to key: ViolationKey) -> Bool {
    rehearsal.go(to: start)
    for (index, move) in moves.enumerated() {
      guard let errors = rehearsal.take(move) else { return false }
      let violation = errors.first(where: ground.isViolation)
      if index + 1 == moves.count { return violation.map { ViolationKey($0) == key } ?? false }
      if violation != nil { return false }
    }
    return false
  }

  /// Leaves moves out: many at once first, then fewer (Zeller's delta debugging).
  private func shorten(
    _ moves: [Rehearsal.Move], _ reproduces: ([Rehearsal.Move]) -> Bool
  ) -> [Rehearsal.Move] {
    var best = moves
    var size = max(1, best.count / 2)
    while true {
      var offset = 0
      while offset < best.count - 1 {
        var shorter = best
        shorter.removeSubrange(offset..<min(offset + size, best.count - 1))
        if reproduces(shorter) { best = shorter } else { offset += size }
      }
      if size == 1 { return best }
      size /= 2
    }
  }

  /// Puts simpler values into payloads.
  private func simplify(
    _ moves: [Rehearsal.Move], _ reproduces: ([Rehearsal.Move]) -> Bool
  ) -> [Rehearsal.Move] {
    var best = moves
    for (index, move) in moves.enumerated() {
      guard case .dispatch(let action) = move else { continue }
      var payload = action.payload
      for slot in action.type.payload.fields.indices {
        for value in simpler(than: payload[slot], slot, of: action.type.payload) {
          var simpler = payload
          simpler[slot] = value
          var changed = best
          changed[index] = .dispatch(ground.spec.action(of: action.type, sending: simpler))
          guard reproduces(changed) else { continue }
          best = changed
          payload = simpler
          break
        }
      }
    }
    return best
  }

  /// What is simpler than a value, the simplest first: what need not be written at all, then what
  /// is tried before it everywhere.
  private func simpler(than value: Value, _ slot: Int, of type: RecordType) -> [Value] {
    let field = type.fields[slot]
    guard !field.hasLateDefault, field.default != value else { return [] }
    let source = ValueSource(types: types, profile: Profile(), now: ground.opening.clock)
    let usual = source.choices(ofField: slot, of: type, 0).all
    return (field.default.map { [$0] } ?? []) + usual.prefix { $0 != value }
  }
}

extension [Rehearsal.Move] {
  /// Whether both are the same moves.
  fileprivate func isSame(as other: Self) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { left, right in
        switch (left, right) {
        case (.dispatch(let left), .dispatch(let right)): left.isSame(as: right)
        // Nothing but payloads is ever made simpler.
        default: true
        }
      }
  }
}
