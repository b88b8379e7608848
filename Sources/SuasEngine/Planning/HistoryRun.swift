import CEL
import Suas
import SuasProgram

/// The part of a reducer's run on an action that concerns its history.
///
/// The action begins here before its rules and ends here after them; the part of the history, which
/// follows in the same action, then applies the change.
final class HistoryRun {
  private let plan: HistoryPlan
  private let limits: Limits
  /// The state before the action, unless the action cannot change the history.
  private(set) var stateBefore: Record?
  private var change: HistoryChange?
  /// True if the action went to another state of the history.
  private var hasMoved = false

  init(_ plan: HistoryPlan, within limits: Limits) {
    self.plan = plan
    self.limits = limits
  }

  /// Begins an action. It makes a move at once; nothing is known yet of any other action.
  ///
  /// - Parameters:
  ///   - store: The whole store before the action, which only a move reads.
  ///   - probe: The observer of moves, if there is one.
  /// - Returns: true if the state is replaced by another one.
  func begin(
    _ rules: Int, on state: Inout<Record>, _ payload: Borrow<Record>, in store: Record?,
    _ probe: Probe?
  ) -> Bool {
    let distance: Int64
    switch plan.roles[rules] {
    case .ignore: return false
    case .record:
      stateBefore = state.pointee
      return false
    case .clear:
      change = history(in: store).flatMap(HistoryChange.init(clearing:))
      if change != nil { note(rules, probe) }
      return false
    case .move(let by): distance = by
    case .jump(let field):
      guard case .int(let by) = payload.pointee[field] else { return false }
      distance = by
    }
    guard let history = history(in: store),
      let move = HistoryMove(by: distance, in: history, from: state.pointee)
    else {
      return false
    }
    stateBefore = state.pointee
    hasMoved = true
    change = .replacement(move.history)
    state.pointee = move.present
    note(rules, probe)
    return true
  }

  private func note(_ rules: Int, _ probe: Probe?) {
    if let probe, let outcome = plan.outcomes[rules] { probe.note(outcome) }
  }

  private func history(in store: Record?) -> Record? {
    guard case .record(let history)? = store?[plan.slot] else { return nil }
    return history
  }

  /// Ends an action whose rules have run; returns the error for which the action is refused.
  func end(
    _ rules: Int, on state: Inout<Record>, _ payload: Borrow<Record>
  ) -> ActionError? {
    guard case .record(let group) = plan.roles[rules], let stateBefore,
      stateBefore != state.pointee
    else {
      return nil
    }
    guard let group else {
      change = .entry(stateBefore, group: .null)
      return nil
    }
    var frame = Frame(slots: [.record(payload.pointee)], budget: limits.cost)
    do throws(EvaluationError) {
      change = .entry(stateBefore, group: try group.value.evaluate(&frame))
      return nil
    } catch {
      return ActionError(error, at: group.place)
    }
  }

  /// The state before the action, if the history replaced it; nil if only rules changed it.
  var replacedState: Record? { hasMoved ? stateBefore : nil }

  /// Forgets the action before.
  func forget() { (stateBefore, change, hasMoved) = (nil, nil, false) }

  /// Changes the history as the action says.
  ///
  /// - Returns: false if it stays as it is.
  func apply(to history: Inout<Record>) -> Bool {
    guard let change = change.take() else { return false }
    return change.apply(to: history, limit: plan.limit)
  }
}

/// The change of a history by an action.
enum HistoryChange {
  case replacement(Record)
  /// An entry for the state before the action.
  case entry(Record, group: Value)

  /// The change of a history that is emptied; nil if it is empty.
  init?(clearing history: Record) {
    let lists = HistoryLists(history)
    guard lists.past.count + lists.future.count > 0 else { return nil }
    self = .replacement(HistoryLists(past: List(), future: List()).record(like: history))
  }

  /// - Returns: false if the history stays as it is.
  fileprivate func apply(to history: Inout<Record>, limit: Int) -> Bool {
    switch self {
    case .replacement(let new):
      history.pointee = new
      return true
    case .entry(let state, let group):
      var lists = HistoryLists(history.pointee)
      let isOfLastEntry =
        group != .null && lists.past.count > 0
        && history.pointee[CheckedHistory.groupSlot] == group
      if isOfLastEntry {
        guard lists.future.count > 0 else { return false }
      } else {
        lists.past.append(.record(state))
        let excess = lists.past.count - limit
        if excess == 1 {
          lists.past.remove(at: 0)
        } else if excess > 1 {
          lists.past = lists.past.slice(excess..<lists.past.count)
        }
      }
      lists.future = List()
      history.pointee = lists.record(like: history.pointee, group: group)
      return true
    }
  }
}

/// A move from the present state to another one of a history.
struct HistoryMove {
  let history: Record
  let present: Record

  /// Moves by a number of states, at most to the end; back if it is negative; nil if there is
  /// nothing to go to.
  init?(by distance: Int64, in history: Record, from present: Record) {
    var lists = HistoryLists(history)
    let state =
      distance < 0
      ? Self.go(distance.magnitude, from: present, along: &lists.past, leaving: &lists.future)
      : Self.go(distance.magnitude, from: present, along: &lists.future, leaving: &lists.past)
    guard let state else { return nil }
    self.present = state
    self.history = lists.record(like: history)
  }

  private static func go(
    _ steps: UInt64, from present: Record, along ahead: inout List, leaving behind: inout List
  ) -> Record? {
    var state: Record?
    for _ in 0..<min(Int(clamping: steps), ahead.count) {
      guard case .record(let next) = ahead.remove(at: ahead.count - 1) else { return nil }
      behind.append(.record(state ?? present))
      state = next
    }
    return state
  }
}

/// The two lists of a history, nearest last.
private struct HistoryLists {
  var past: List
  var future: List

  init(past: List, future: List) {
    self.past = past
    self.future = future
  }

  init(_ history: Record) {
    self.init(
      past: history[CheckedHistory.pastSlot].list, future: history[CheckedHistory.futureSlot].list)
  }

  /// Returns these lists as a history of the same type as another one.
  func record(like history: Record, group: Value = .null) -> Record {
    Record(history.shape, [.list(past), .list(future), group])
  }
}

extension Value {
  fileprivate var list: List { if case .list(let list) = self { list } else { List() } }
}
