import CEL
import Suas
import SuasScenario
import SuasSpec

/// The states of a search and which leads to which, in as few bytes as that takes: what the promises
/// under `always-reachable` are judged on.
struct MoveGraph {
  /// The states that the expansion of one piece of work led to.
  struct Successors: Sendable {
    /// The keys, one state after the other.
    var keys: [StateKey] = []
    /// For each expanded state, the number of keys up to its last one.
    var ends: [Int] = []
    /// For each expanded state, true if something led where the search does not go on.
    var leadsOn: [Bool] = []
  }

  /// The role of a state for a way out.
  struct Role: OptionSet, Sendable {
    let rawValue: UInt8
    /// The way begins in the state.
    static let origin = Role(rawValue: 1)
    /// The way ends in it.
    static let end = Role(rawValue: 2)
  }

  /// The number of ways out.
  private let ways: Int
  private let mostBytes: Int
  private var numbers: [StateKey: UInt32] = [:]
  /// The roles of each state, one for each way out.
  private var roles: ContiguousArray<Role> = []
  private var targets: ContiguousArray<UInt32> = []
  /// For each expanded state, the number of targets up to its last one.
  private var ends: ContiguousArray<Int> = []
  /// The expanded states from which something led where the search did not go on.
  private var open: [UInt32] = []
  /// True if the graph did not fit into its memory, and is empty.
  private(set) var isTooLarge = false

  init(ways: Int, mostBytes: Int) {
    self.ways = ways
    self.mostBytes = mostBytes
  }

  /// Adds the next state, numbered in the order of the calls.
  mutating func add(_ key: StateKey, _ roles: [Role]) {
    guard !isTooLarge else { return }
    numbers[key] = UInt32(numbers.count)
    self.roles += roles
  }

  /// Adds what the next expanded states lead to, once the new states among that have been added.
  mutating func add(_ successors: Successors) {
    var begin = 0
    for (end, leadsOn) in zip(successors.ends, successors.leadsOn) where !isTooLarge {
      let places = successors.keys[begin..<end].map { numbers[$0] }
      if leadsOn || places.contains(nil) { open.append(UInt32(ends.count)) }
      targets += Set(places.compactMap(\.self)).sorted()
      ends.append(targets.count)
      begin = end
    }
    if bytes > mostBytes {
      self = MoveGraph(ways: ways, mostBytes: mostBytes)
      isTooLarge = true
    }
  }

  /// The memory that the graph takes while it is judged, in bytes: a place in the table of numbers,
  /// and each move in both directions.
  private var bytes: Int {
    numbers.capacity * 32 + roles.capacity + (targets.capacity + targets.count) * 4
      + ends.capacity * 8 + numbers.count * 10
  }

  /// The judgement of a way out.
  struct Judgement {
    /// The states from which nothing leads to its end, in the order in which they were found.
    var closed: [Int] = []
    /// The number of states of which that is not known.
    var undecided = 0
  }

  /// Judges all ways out.
  func judgements() -> [Judgement] {
    let sources = self.sources()
    return (0..<ways).map { way in
      let count = numbers.count
      func has(_ role: Role, _ state: Int) -> Bool { roles[state * ways + way].contains(role) }
      var leads = [Bool](repeating: false, count: count)
      sources.spread(from: (0..<count).filter { has(.end, $0) }, &leads)
      var mayLead = leads
      sources.spread(from: open.map(Int.init) + Array(ends.count..<count), &mayLead)
      var judgement = Judgement()
      for state in 0..<count where has(.origin, state) && !leads[state] {
        if mayLead[state] { judgement.undecided += 1 } else { judgement.closed.append(state) }
      }
      return judgement
    }
  }

  /// The moves against their direction.
  private struct Sources {
    /// For each state, the number of moves that lead to those before it.
    var begins: ContiguousArray<Int>
    var states: ContiguousArray<UInt32>

    /// Marks the states that lead to some states, these included.
    func spread(from start: [Int], _ marks: inout [Bool]) {
      var waiting = start.filter { !marks[$0] }
      for state in waiting { marks[state] = true }
      while let state = waiting.popLast() {
        for source in states[begins[state]..<begins[state + 1]].lazy.map(Int.init)
        where !marks[source] {
          marks[source] = true
          waiting.append(source)
        }
      }
    }
  }

  private func sources() -> Sources {
    var begins = ContiguousArray(repeating: 0, count: numbers.count + 1)
    for target in targets { begins[Int(target) + 1] += 1 }
    for state in begins.indices.dropFirst() { begins[state] += begins[state - 1] }
    var places = begins
    var states = ContiguousArray<UInt32>(repeating: 0, count: targets.count)
    var begin = 0
    for (state, end) in ends.enumerated() {
      for target in targets[begin..<end].lazy.map(Int.init) {
        states[places[target]] = UInt32(state)
        places[target] += 1
      }
      begin = end
    }
    return Sources(begins: begins, states: states)
  }
}

extension SearchContext {
  /// Returns what a machine's current state is to each way out.
  func roles<M: Machine>(of machine: M) -> [MoveGraph.Role] {
    let slots: ContiguousArray<Value> = [.record(machine.store), .record(machine.pending)]
    return spec.plan.waysOut.map { way in
      var role: MoveGraph.Role = way.begins(on: slots) ? .origin : []
      if way.holds(of: slots) { role.insert(.end) }
      return role
    }
  }
}

extension PlannedCondition {
  /// Returns true if the condition is promised of the state in the slots.
  fileprivate func begins(on slots: ContiguousArray<Value>) -> Bool {
    guard let origin else { return true }
    var frame = Frame(slots: slots, budget: Frame.standardBudget)
    return (try? origin.evaluateBool(&frame)) ?? false
  }
}
