import CEL
import Locking
import Suas
import SuasExplore
import SuasScenario
import SuasSpec
import Testing
import YAMLSyntax

@testable import SuasMutate

/// Verdicts on the mutants of small specs, compared with those of a search that tries all sequences
/// of actions on stores and shares no code with the other one.
@Suite struct BruteForceTests {
  static let specs = [
    """
    suas: 1
    enums: { Light: [red, amber, green] }
    states: { Crossing: { north: Light = red, east: Light = red, isNight: bool = false } }
    actions: { Change: { toGreen: bool }, Night: { on: bool }, Set: { light: Light } }
    reducers:
      CrossingReducer:
        state: Crossing
        on:
          Change:
            - set: north
              value: green
              when: action.toGreen && !isNight && (east == "red" || north == "amber")
            - set: north
              value: '${north == "green" ? "amber" : "red"}'
              unless: action.toGreen || north == "red" && isNight
          Night:
            - set: isNight
              value: ${action.on}
            - if: isNight
              then: [{ set: east, value: amber }]
              else: [{ set: east, value: red }]
          Set:
            - match: east
              cases:
                red: [{ set: east, value: '${action.light}', when: north == "red" }]
                amber: [{ fail: { code: no-way, message: No }, when: action.light == "green" }]
              else:
                - set: east
                  value: red
    listeners:
      north: { stateKey: Crossing, filter: old.north != new.north }
      handled: { stateKey: Crossing }
    invariants:
      never-both: store.Crossing.north != "green" || store.Crossing.east != "green"

    """,
    """
    suas: 1
    states:
      Door: { isOpen: bool = false, isLocked: bool = false, tries: int = 0 }
    actions: { Open: {}, Close: {}, Lock: { force: bool }, Try: {} }
    reducers:
      DoorReducer:
        state: Door
        on:
          Open:
            - fail: { code: locked, message: Locked }
              when: isLocked
            - set: isOpen
              value: true
              when: isOpen || !isLocked
          Close:
            - set: isOpen
              value: false
          Lock:
            - toggle: isLocked
              when: '!isOpen || action.force && isOpen'
            - set: tries
              value: 0
              unless: isLocked && tries > 2
          Try:
            - increment: tries
              when: tries < 3 && isLocked
    listeners: { handled: { stateKey: Door } }

    """,
    """
    suas: 1
    variants: { Load: { idle: {}, busy: { again: bool = false }, done: { well: bool } } }
    states: { Job: { load: Load = idle, runs: int = 0 } }
    actions: { Start: {}, Finish: { well: bool } }
    reducers:
      JobReducer:
        state: Job
        on:
          Start:
            - match: load
              cases:
                busy: [{ set: load.busy.again, value: true }]
              else:
                - set: load
                  value: { busy: {} }
                - increment: runs
                  when: runs < 2 || runs < 1
          Finish:
            - if: has(load.busy) && load.busy.again
              then: [{ set: load, value: { busy: {} } }]
              else:
                - set: load
                  value: { done: { well: "${action.well}" } }
                  when: has(load.busy)
    middleware:
      - name: well
        on: [Finish]
        when: action.well || store.Job.runs > 5
        do: [next]
    listeners: { handled: { stateKey: Job } }

    """,
    """
    suas: 1
    enums: { Size: [small, large] }
    states:
      Box: { items: 'list(Size) = []', last: Size = small, full: bool = false, even: bool = true }
    actions: { Put: { size: Size, front: bool }, Take: { all: bool }, Turn: {} }
    reducers:
      BoxReducer:
        state: Box
        on:
          Put:
            - append: items
              value: ${action.size}
              when: size(items) < 2 && !action.front
            - prepend: items
              value: ${action.size}
              unless: size(items) >= 2 || !action.front
            - set: last
              value: ${action.size}
            - set: full
              value: ${size(items) == 2}
            - set: even
              value: ${size(items) % 2 == 0}
          Take:
            - remove-at: items
              index: 0
              when: size(items) > 0 && !action.all
            - clear: items
              when: action.all
            - set: full
              value: false
            - set: even
              value: ${size(items) != 1}
          Turn:
            - move: items
              from: 0
              to: 1
              when: full && !even || full && even
    listeners:
      full: { stateKey: Box, filter: old.full != new.full }

    """,
  ]

  @Test("Of 200 mutants, none that some actions tell apart is called equivalent")
  func agreement() throws {
    var (labelled, equivalent) = (0, 0)
    for text in Self.specs {
      let project = try Project(text)
      let files = try SpecFiles(of: project.spec)
      for mutant in try project.result().mutants {
        let mutated = try #require(files.mutated(by: mutant.mutation, in: 0))
        let differs = BruteForce(project.spec, mutated).differs
        labelled += 1
        let lines = mutant.mutation.document.lines.new.joined(separator: " ")
        switch mutant.fate {
        case .equivalent:
          equivalent += 1
          #expect(!differs, "\(lines)")
        case .survived(let witness, _):
          #expect(differs, "\(lines)")
          let isConfirmed = witness.isConfirmed
          #expect(isConfirmed, "\(lines), after \(witness.lines)")
        case .undecided, .killed, .broken: Issue.record("\(mutant.fate): \(lines)")
        }
      }
    }
    #expect(labelled >= 200)
    #expect(equivalent >= 10)
  }
}

/// Two specs on whose stores the same actions are dispatched, in all orders, until no pair of states
/// is new.
private struct BruteForce {
  private let specs: [CompiledSpec]

  init(_ old: CompiledSpec, _ new: CompiledSpec) { specs = [old, new] }

  private typealias Sending = (name: String, payload: [String: Value])

  /// All actions with all payloads: of bools and of the cases of enums.
  private var sendings: [Sending] {
    specs[0].checked.actions.flatMap { action -> [Sending] in
      var payloads: [[String: Value]] = [[:]]
      for field in action.payload.fields {
        let values: [Value]
        switch field.type {
        case .bool: values = [true, false]
        case .enumeration(let name):
          values = (specs[0].checked.types.enums[name]?.cases ?? []).map(Value.string)
        default: values = []
        }
        payloads = payloads.flatMap { payload in
          values.map { payload.merging([field.name: $0]) { $1 } }
        }
      }
      return payloads.map { (action.name, $0) }
    }
  }

  var differs: Bool {
    var seen: Set<[String]> = []
    var waiting: [[Sending]] = [[]]
    while !waiting.isEmpty {
      let path = waiting.removeFirst()
      let runs = specs.map { run(path, on: $0) }
      if runs[0].log != runs[1].log || runs[0].state != runs[1].state { return true }
      guard seen.insert(runs.map(\.state)).inserted else { continue }
      waiting += sendings.map { path + [$0] }
    }
    return false
  }

  /// Dispatches actions on a new store, and returns its state and what listeners were told.
  private func run(_ path: [Sending], on spec: CompiledSpec) -> (state: String, log: [String]) {
    let log = Mutex<[String]>([])
    let runtime = SpecRuntime(
      spec, host: SpecHost(clock: VirtualClock(startingAt: .epoch), makeLogger: { nil }, seed: 0))
    let store = Suas.createStore(reducer: spec.reducer, middleware: runtime.middleware)
    runtime.observe(
      SpecRuntime.Observer(notified: { name, value in
        log.withLock { $0.append("\(name): \(value)") }
      }))
    store.addErrorListener { error in
      log.withLock { $0.append("\(error.code): \(error.message)") }
    }
    runtime.attach(to: store)
    for sending in path {
      if let action = try? spec.action(sending.name, sending.payload) {
        store.dispatch(action: action)
      }
    }
    return ("\(Value.record(spec.store.record(of: store.state)))", log.withLock(\.self))
  }
}
