import CEL
import Suas
import SuasScenario
import SuasSpec

/// Makes a way as short, and what is sent on it as simple, as it can be.
struct Shrinker {
  /// What a way leads to.
  enum Aim {
    case violation(ViolationKey)
    /// A goal, by its place.
    case goal(Int)
  }

  private let ground: Ground
  private let rehearsal: Rehearsal
  private let start: Rehearsal.Moment
  private let types: TypeTable
  /// Nil where none are made.
  private let identifiers: MadeIdentifiers?

  /// So many ways are tried for one aim.
  private static let budget = 20_000

  init(_ ground: Ground) throws(ActionError) {
    self.ground = ground
    rehearsal = try Rehearsal(ground.spec, from: ground.opening)
    start = rehearsal.moment
    types = ground.spec.typesOfEverything
    identifiers = MadeIdentifiers(on: ground)
  }

  /// - Parameter isShortest: Whether there is no shorter way, so that none is looked for.
  /// - Returns: the shortest way found on which nothing goes wrong before its end; nil where the way
  ///   does not lead there at all.
  func shrink(
    _ moves: [Rehearsal.Move], to aim: Aim, isShortest: Bool
  ) -> [Rehearsal.Move]? {
    guard var best = done(moves.map { Step(move: $0) }, to: aim) else { return nil }
    var left = Self.budget
    func attempt(_ steps: [Step]) -> [Step]? {
      guard left > 0, ground.deadline.ending == nil else { return nil }
      left -= 1
      return done(steps, to: aim)
    }
    while true {
      let shorter = isShortest ? best : shorten(best, attempt)
      let simpler = simplify(shorter, attempt)
      let isSame = simpler.map(\.move).isSame(as: best.map(\.move))
      best = simpler
      if isSame || left == 0 { return best.map(\.move) }
    }
  }

  /// Something that was done on a way.
  private struct Step {
    var move: Rehearsal.Move
    /// The ids that were made for it when it was done last, as a part of their sequence.
    var made: Range<Int> = 0..<0
  }

  /// Does some steps, and answers them as they were done, where they lead to what is aimed at and
  /// meet no violation before. What they send of ids that were made for steps before them is what
  /// is made for those now.
  private func done(_ steps: [Step], to aim: Aim) -> [Step]? {
    rehearsal.go(to: start)
    var done: [Step] = []
    var renamed: [String: String] = [:]
    for step in steps {
      let move = step.move.sending(renamed, ground.spec)
      let before = rehearsal.madeIdentifiers
      guard let errors = rehearsal.take(move) else { return nil }
      let made = before..<rehearsal.madeIdentifiers
      if made != step.made, let identifiers {
        identifiers.begin(made: max(made.upperBound, step.made.upperBound))
        for (old, new) in zip(step.made, made) { renamed[identifiers[old]] = identifiers[new] }
      }
      done.append(Step(move: move, made: made))
      guard let violation = errors.first(where: ground.isViolation) else { continue }
      guard case .violation(let key) = aim, done.count == steps.count else { return nil }
      return ViolationKey(violation) == key ? done : nil
    }
    guard case .goal(let place) = aim else { return nil }
    return ground.spec.plan.goals[place].holds(of: [.record(rehearsal.state)]) ? done : nil
  }

  /// Leaves steps out: many at once first, then fewer (Zeller's delta debugging).
  private func shorten(_ steps: [Step], _ attempt: ([Step]) -> [Step]?) -> [Step] {
    var best = steps
    var size = max(1, best.count / 2)
    while true {
      var offset = 0
      while offset < best.count - 1 {
        var shorter = best
        shorter.removeSubrange(offset..<min(offset + size, best.count - 1))
        if let done = attempt(shorter) { best = done } else { offset += size }
      }
      if size == 1 { return best }
      size /= 2
    }
  }

  /// Puts simpler values into payloads.
  private func simplify(_ steps: [Step], _ attempt: ([Step]) -> [Step]?) -> [Step] {
    var best = steps
    for index in steps.indices {
      guard case .dispatch(let action) = best[index].move else { continue }
      var payload = action.payload
      for slot in action.type.payload.fields.indices {
        for value in simpler(than: payload[slot], slot, of: action.type.payload) {
          var simpler = payload
          simpler[slot] = value
          var changed = best
          changed[index].move = .dispatch(ground.spec.action(of: action.type, sending: simpler))
          guard let done = attempt(changed) else { continue }
          best = done
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

extension Rehearsal.Move {
  /// The same with other texts in place of some in the payload.
  fileprivate func sending(_ renamed: [String: String], _ spec: CompiledSpec) -> Self {
    guard !renamed.isEmpty, case .dispatch(let action) = self,
      case .record(let payload) = Value.record(action.payload).replacing(renamed)
    else { return self }
    return .dispatch(spec.action(of: action.type, sending: payload))
  }
}

extension Value {
  /// The same with other texts in place of some.
  fileprivate func replacing(_ texts: [String: String]) -> Value {
    switch self {
    case .string(let text): return .string(texts[text] ?? text)
    case .list(let list): return .list(List(list.map { $0.replacing(texts) }))
    case .map(let map):
      var replaced = Map()
      for entry in map { replaced[entry.key.replacing(texts)] = entry.value.replacing(texts) }
      return .map(replaced)
    case .record(let record):
      return .record(Record(record.shape) { record[$0].replacing(texts) })
    default: return self
    }
  }
}
