import RandomSpecs
import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasGenerate

/// Rules as steps, in no language yet.
@Suite("Steps of rules")
struct RuleStepTests {
  /// The steps of rules for an action with the fields `i`, `j`, `key` and `text`.
  private func function(_ rules: String) throws -> LoweredFunction {
    let text = """
      suas: 1
      types: { Todo: { title: string } }
      variants: { Load: { idle: {}, loaded: { cities: list(string) } } }
      states:
        App:
          todos: list(Todo) = []
          counts: map(string, int) = {}
          notes: map(string, string) = {}
          note: Todo?
          total: int = 0
          flag: bool = false
          load: { type: Load, default: idle }
          anything: any = null
      actions: { Act: { i: int, j: int, key: string, text: string } }
      rules:
        rename: { of: Todo, params: { to: string }, do: [{ set: title, value: "${to}" }] }
      reducers: { R: { state: App, on: { Act: \(rules) } } }
      """
    let spec = try CompiledSpec(Source(name: "steps.yaml", text: text))
    let lowering = try Lowering(Program(spec.checked))
    let reducer = try #require(spec.checked.reducers.first)
    let scope = LoweredReducer.scope(of: lowering.program.spec)
    return try LoweredReducer(reducer, scope, lowering, LoweredSharedRules(lowering))
      .handlers[0].function
  }

  @Test(
    "Rules become steps",
    arguments: [
      ("[{ set: total, value: 1 }]", ["set state.total"]),
      (
        "[{ append: todos, value: { title: '${action.text}' } }]", ["insert state.todos"]
      ),
      ("[{ remove-at: todos, index: '${action.i}' }]", ["rule", "  remove state.todos"]),
      (
        "[{ set: 'todos[action.i].title', value: a }]",
        [
          "rule", "  index index in state.todos",
          "  set state.todos[index].title",
        ]
      ),
      (
        "[{ increment: 'counts[action.key]', default: 0 }]",
        ["rule", "  add state.counts[action.key], made if it is missing"]
      ),
      (
        "[{ set: 'notes[action.key]', value: a }]", ["set state.notes[action.key]"]
      ),
      (
        "[{ clear: 'notes[action.key]' }]",
        ["rule", "  key in state.notes", "  set state.notes[action.key]"]
      ),
      (
        "[{ delete: 'counts[action.key]' }]",
        ["dropEntry state.counts[action.key], counts where it drops"]
      ),
      (
        "[{ update: todos, where: item.title == 'a', do: [{ set: item.title, value: b }] }]",
        ["for each index", "  set state.todos[index].title", "  count"]
      ),
      (
        "[{ use: rename, on: 'todos[action.i]', with: { to: b } }]",
        [
          "rule", "  index index in state.todos",
          "  call rule 0 on state.todos[index]",
        ]
      ),
      ("[{ fail: { code: no, message: x } }]", ["rule", "  refuse no"]),
    ])
  func steps(rules: String, outline: [String]) throws {
    #expect(try function(rules).steps.outline == outline)
  }

  @Test(
    "A test within rules is left out if one around them has shown its answer",
    arguments: [
      (
        "if: 'has(store.App.note)', then: [{ if: 'has(store.App.note)', then: [{ toggle: flag }] }]",
        ["if", "  toggle state.flag", "  count"]
      ),
      (
        "if: 'note != null', then: [{ if: 'note != null', then: [{ toggle: flag }] }]",
        ["if", "  toggle state.flag", "  count"]
      ),
      (
        "if: 'note != null', then: [{ clear: note }, { if: 'note != null', then: [{ toggle: flag }] }]",
        ["if", "  set state.note", "  if", "    toggle state.flag", "  count"]
      ),
      (
        """
        for-each: '${todos}', do: [{ if: 'note != null', then:
          [{ clear: note }, { for-each: '${todos}', do: [{ toggle: flag, when: note != null }, { clear: note }] }] }]
        """,
        [
          "for each", "  if", "    set state.note", "    for each", "      if",
          "        toggle state.flag", "      set state.note", "    count",
        ]
      ),
      (
        "match: '${store.App.load}', cases: { idle: [{ toggle: flag, when: has(store.App.load.idle) }], loaded: [] }",
        ["choose by store.App.load", "case", "  toggle state.flag", "  count", "case"]
      ),
      (
        """
        match: '${store.App.load}', cases: { idle: [], loaded: [{ match: '${store.App.load}', cases:
          { idle: [{ set: total, value: 1 }], loaded: [{ toggle: flag, when: 'size(item.cities) > 1' }] } }] }
        """,
        [
          "choose by store.App.load", "case", "case with loaded", "  if", "    toggle state.flag",
          "    count",
        ]
      ),
      (
        """
        match: load, cases: { idle: [], loaded: [{ match: load, cases:
          { idle: [{ set: total, value: 1 }], loaded: [{ toggle: flag }] } }] }
        """,
        ["choose by state.load", "case", "case", "  toggle state.flag", "  count"]
      ),
    ])
  func knownCases(rule: String, outline: [String]) throws {
    #expect(try function("[{ \(rule) }]").steps.outline == outline)
  }

  @Test(
    "Rules that always run stand in the block around them, and name nothing as another rule does",
    arguments: [
      "when: true, set: 'notes[action.text + action.key]', value: a",
      "if: true, then: [{ set: 'notes[action.text + action.key]', value: a }]",
      "if: false, then: [], else: [{ set: 'notes[action.text + action.key]', value: a }]",
    ])
  func sharedBlocks(rule: String) throws {
    let twice = try function("[{ \(rule) }, { increment: 'counts[action.key + action.text]' }]")
    #expect(
      twice.steps.outline == [
        "let key", "set state.notes[key]", "rule", "  let countsKey", "  key in state.counts",
        "  add state.counts[countsKey]",
      ])
  }

  @Test("In the steps of random specs, no block names two things alike")
  func names() throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      var maker = SpecMaker(seed: seed)
      guard let spec = try? SpecTrial.compile(maker.make().tree.document) else { continue }
      let rules: LoweredRules
      do throws(NotGenerated) {
        rules = try LoweredRules(Lowering(Program(spec.checked)))
      } catch {
        continue
      }
      let handlers = rules.reducers.values.flatMap(\.handlers).map(\.function)
      for function in handlers + rules.shared.functions.compactMap(\.self) {
        var names = Set(function.parameters.map(\.name))
        #expect(function.steps.nameTakenTwice(&names) == nil, "seed \(seed)")
      }
    }
  }

  @Test(
    "Steps know whether they fail after they wrote, and how that is undone",
    arguments: [
      ("[{ set: total, value: 1 }]", StepFacts.Undoing.needless),
      ("[{ remove-at: todos, index: '${action.i}' }]", .needless),
      ("[{ increment: total }, { set: total, value: 1 }]", .needless),
      ("[{ set: total, value: 1 }, { increment: total }]", .copy),
      ("[{ append: todos, value: { title: a } }, { increment: total }]", .notes),
    ])
  func undoing(rules: String, undoing: StepFacts.Undoing) throws {
    #expect(try function(rules).steps.facts.undoing == undoing)
  }
}

extension Steps {
  /// A name of a local that a block has, or one around it, where the local is named.
  fileprivate func nameTakenTwice(_ names: inout Set<String>) -> String? {
    for step in steps {
      if case .rule(_, let steps) = step {
        if let name = steps.nameTakenTwice(&names) { return name }
        continue
      }
      var inside = names
      // A loop over places has its test name the place, too.
      for local in Set(step.locals) where !inside.insert(local.name).inserted { return local.name }
      for inner in step.inner {
        var visible = inside
        if let name = inner.nameTakenTwice(&visible) { return name }
      }
      switch step {
      case .choose, .loop: break
      default: names = inside
      }
    }
    return nil
  }
}
