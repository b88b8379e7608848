import CEL
import Suas
import SuasSpec
import Testing
import YAML

@testable import SuasScenario

/// The order of actions and notifications (guarantees 1 and 7 of `Store.dispatch`), for the
/// declarations of a spec.
@Suite struct OrderTests {
  /// Returns the events on a stage in words: `Add` reached the reducers, `>list` was notified, the
  /// error `!failed` occurred.
  static func eventLog(
    _ yaml: String, _ act: (Stage, CompiledSpec) throws -> Void
  ) throws -> [String] {
    let spec = try CompiledSpec(Source(name: "order.yaml", text: yaml))
    let stage = Stage(
      spec, clock: .epoch, seed: 0, initial: spec.store.reducers.map(\.initial), keepsLog: true)
    try act(stage, spec)
    return stage.eventLog.log.map { entry in
      switch entry {
      case .action(let action, _, _): action.name
      case .reset: "reset"
      case .restart: "restart"
      case .notified(let name, _): ">\(name)"
      case .requested(let request): "?\(request.name)"
      case .met(let met): "!\(met.error.code)"
      }
    }
  }

  /// Returns the events that one action leads to.
  static func order(of action: String, in yaml: String) throws -> String {
    try eventLog(yaml) { stage, spec in
      stage.eventLog.beginStep(on: stage.state)
      let dispatch = CheckedStep.Act.dispatch(try spec.action(action), times: 1)
      #expect(stage.perform(dispatch) == nil)
    }.joined(separator: " ")
  }

  /// Declarations with actions that count, and actions that are only logged.
  static let states = """
    suas: 1
    states: { Count: { n: int = 0 }, Log: { lines: int = 0 } }
    actions: { Start: , React: , Before: , After: , InnerBefore: , InnerAfter: , Late: , Chained: , Fail: }
    reducers:
      Counting: { state: Count, on: { Start: [{ increment: n }], React: [{ increment: n }] } }
      Logging:
        state: Log
        on:
          Before: &log [{ increment: lines }]
          After: *log
          InnerBefore: *log
          InnerAfter: *log
          Late: *log
          Chained: *log
          Fail: [{ fail: no }]

    """

  @Test(
    "Middleware from left to right, reducers, listeners, what they asked for, then what follows next, innermost first"
  )
  func oneDispatch() throws {
    let order = try Self.order(
      of: "Start",
      in: Self.states + """
        middleware:
          - { name: outer, on: [Start], do: [{ dispatch: Before }, next, { dispatch: After }] }
          - { name: inner, on: [Start], do: [{ dispatch: InnerBefore }, next, { dispatch: InnerAfter }] }
          - { name: reacting, on: [React], do: [next, { dispatch: Late }] }
        listeners:
          first: { stateKey: Count, do: [{ dispatch: React, when: new.n == 1 }, { dispatch: Chained, when: new.n == 2 }] }
          second: { stateKey: Count, do: [{ dispatch: Late, when: new.n == 1 }] }
          log: { stateKey: Log }
        """)
    #expect(
      order == """
        Before >log InnerBefore >log Start >first >second \
        React >first >second Late >log \
        Late >log Chained >log \
        InnerAfter >log After >log
        """)
  }

  @Test("Each 'next' runs the same rest of the chain, with the same action or another")
  func nextAgain() throws {
    let order = try Self.order(
      of: "Start",
      in: Self.states + """
        middleware:
          - { name: twice, on: [Start], do: [next, next, { next: Late }, { next: same, when: store.Count.n > 1 }] }
          - { name: below, on: [Start, Late], do: [{ dispatch: Before }, next] }
        listeners: { count: { stateKey: Count } }
        """)
    #expect(
      order == "Before Start >count Before Start >count Before Late Before Start >count")
  }

  @Test("A refused action does not stop the steps around it")
  func refused() throws {
    let order = try Self.order(
      of: "Start",
      in: Self.states + """
        middleware:
          - { name: outer, on: [Start], do: [{ dispatch: Fail }, next, { dispatch: After }] }
        listeners:
          first: { stateKey: Count, do: [{ dispatch: Fail }, { dispatch: Late }] }
        """)
    #expect(order == "Fail !failed Start >first Fail !failed Late After")
  }

  @Test("An error in a listener's expressions affects only that listener")
  func failingListener() throws {
    let order = try Self.order(
      of: "Start",
      in: Self.states + """
        selectors: { share: { value: "${10 / (store.Count.n - 1)}" } }
        listeners:
          before: { stateKey: Count }
          filtering: { stateKey: Count, filter: 10 / (new.n - 1) > 1 }
          selecting: { selector: share }
          reacting: { stateKey: Count, do: [{ dispatch: Late }, { dispatch: After, when: 10 / (new.n - 1) > 1 }] }
          after: { stateKey: Count }
        """)
    #expect(
      order == "Start >before !division-by-zero !division-by-zero !division-by-zero >after")
  }

  @Test("An error in a middleware's expressions ends its run, and keeps the steps already done")
  func failingMiddleware() throws {
    let order = try Self.order(
      of: "Start",
      in: Self.states + """
        middleware:
          - name: failing
            on: [Start]
            do: [{ dispatch: Before }, next, { dispatch: After, when: 1 / (store.Count.n - 1) > 0 }, next]
        """)
    #expect(order == "Before Start !division-by-zero")
  }

  @Test("A listener that is added again comes last, one that is there stays where it is")
  func addedAgain() throws {
    let order = try Self.eventLog(
      Self.states + "listeners: { a: {}, b: { stateKey: Count }, c: { stateKey: Count } }"
    ) { stage, spec in
      let start = CheckedStep.Act.dispatch(try spec.action("Start"), times: 1)
      for act in [
        .unlisten(0), start, .listen(1), .listen(0), start, .unlisten(2), .unlisten(2), start,
      ] {
        stage.eventLog.beginStep(on: stage.state)
        #expect(stage.perform(act) == nil)
      }
    }
    #expect(order.joined(separator: " ") == "Start >b >c Start >b >c >a Start >b >a")
  }

  @Test("A reset notifies the listeners of changed keys, and bypasses middleware")
  func reset() throws {
    let order = try Self.eventLog(
      Self.states + """
        middleware: [{ name: all, do: [{ dispatch: Before, unless: actionType == "Before" }, next] }]
        listeners: { count: { stateKey: Count, filter: changed } }
        """
    ) { stage, spec in
      for act in [.dispatch(try spec.action("Start"), times: 1), CheckedStep.Act.reset] {
        stage.eventLog.beginStep(on: stage.state)
        #expect(stage.perform(act) == nil)
      }
    }
    #expect(order == ["Before", "Start", ">count", "reset", ">count"])
  }

  @Test("A loop of reactions stops at 64, with its chain shown")
  func loop() throws {
    let yaml = Self.states + "listeners: { again: { stateKey: Count, do: [{ dispatch: React }] } }"
    let spec = try CompiledSpec(Source(name: "order.yaml", text: yaml))
    let stage = Stage(
      spec, clock: .epoch, seed: 0, initial: spec.store.reducers.map(\.initial))
    let start = CheckedStep.Act.dispatch(try spec.action("Start"), times: 1)
    #expect(stage.perform(start) == nil)
    let error = try #require(stage.eventLog.firstError?.error)
    #expect(error.code == "dispatch-depth-exceeded")
    #expect(error.message.contains("Start → React → React"))
    #expect(stage.eventLog.step.actions.count == 64)
  }

  static let branching = [
    "listeners: { again: { stateKey: Count, do: [{ dispatch: React }, { dispatch: React }] } }",
    "middleware: ["
      + (0..<30).map { "{ name: twice-\($0), do: [next, next] }" }.joined(separator: ", ") + "]",
  ]

  @Test("Reactions that branch at each depth are ended", arguments: branching)
  func branches(section: String) throws {
    let spec = try CompiledSpec(Source(name: "order.yaml", text: Self.states + section))
    let stage = Stage(
      spec, clock: .epoch, seed: 0, initial: spec.store.reducers.map(\.initial))
    let start = CheckedStep.Act.dispatch(try spec.action("Start"), times: 1)
    #expect(stage.perform(start) == nil)
    #expect(stage.eventLog.firstError?.error.code == "cost-exceeded")
  }
}
