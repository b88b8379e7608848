import CEL
import SuasProgram
import YAML

/// Shared rules: their records and parameters, their uses of each other, and their rules.
extension Checker {
  /// The maximum depth of rules nested in one another, those of used rules included.
  static let deepestRules = 64

  /// Returns the shared rules, each after those that it uses.
  ///
  /// - Parameter store: The store, which the rules can read.
  func checkSharedRules(
    with store: StoreShape, _ types: TypeTable, _ celTypes: CEL.Types
  ) -> [SharedRule] {
    guard !spec.sharedRules.isEmpty else { return [] }
    let declarations = spec.sharedRules
    let uses = declarations.map { $0.rules.uses }
    let indices = Dictionary(
      declarations.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    let graph = RecordGraph(uses.map { $0.compactMap { indices[$0.text] } })
    for group in graph.groups where graph.isRecursive[group[0]] {
      reportRecursion(in: group, uses, indices)
    }
    let ended = graph.order.filter { !graph.isRecursive[$0] }
    guard reportDepth(in: ended, indices) else { return [] }
    defer { survey.owner = nil }
    let base = base(of: store, types, celTypes, isForReducers: false)
    return ended.compactMap { check(declarations[$0], base) }
  }

  /// Checks a shared rule, after those that it uses.
  @discardableResult
  func check(_ declaration: SharedRuleDeclaration, _ base: Scope.Base) -> SharedRule? {
    let types = base.vocabulary.types
    guard let record = record(of: declaration, types) else { return nil }
    reportHidingParameters(of: declaration, record)
    let parameters = declaration.parameters.compactMap { field in
      resolve(field.type).map { check(field, default: field.default, type: $0, types) }
    }
    guard parameters.count == declaration.parameters.count else { return nil }
    var scope = Scope(state: record, initial: nil, base)
    if spec.marksSensitiveValues, mayBeSensitive(record, types) { scope.hideState() }
    usage.watch(declaration.parameters.map(\.name))
    defer { usage.warnOfUnread(of: "the rule '\(declaration.name.text)'") }
    for (parameter, written) in zip(parameters, declaration.parameters) {
      scope.warnOfHiding(written.name)
      let slot = scope.bind(
        parameter.name, parameter.type.cel, meaning: .value(parameter.type))
      // Any rule may pass a sensitive value.
      if spec.marksSensitiveValues { scope.hide(slot: slot) }
    }
    sink.readings?.enter(declaration.name.text, parameters: parameters.lazy.map(\.name))
    defer { sink.readings?.leave() }
    survey.owner = .sharedRule(declaration.name.text)
    usage.forgetStore()
    let rules = scope.check(declaration.rules)
    sharedRules.add(
      SharedRules.Signature(
        name: declaration.name, record: record, parameters: parameters, index: sharedRules.count,
        readsStore: usage.readsStore,
        written: rules.flatMap(sharedRules.fieldsWritten)))
    return SharedRule(
      name: declaration.name.text, place: declaration.name.range, record: record,
      parameters: parameters, rules: rules ?? [])
  }

  /// True if a record may lie in a sensitive field of a record or payload.
  private func mayBeSensitive(_ record: RecordType, _ types: TypeTable) -> Bool {
    let payloads = spec.sensitivePayloadTypes.map(FieldType.record)
    return types.recordsInSensitiveFields.union(types.recordsInside(payloads)).contains(record.name)
  }

  private func record(of declaration: SharedRuleDeclaration, _ types: TypeTable) -> RecordType? {
    let name = declaration.record
    sink.note(name, .type, requesting: .record, isKnown: types.records[name.text] != nil)
    if let record = types.records[name.text], !record.isVariant { return record }
    let known = spec.records.lazy.filter { $0.section == .types || $0.section == .states }
    let isOtherType =
      types.records[name.text] != nil || types.enums[name.text] != nil
      || TypeResolver.builtin.contains { $0.0 == name.text }
    sink.report(
      isOtherType
        ? .notARecordOfRules(name, at: name.range)
        : .unknownType(name.text, among: known.map(\.name.text), at: name.range))
    return nil
  }

  private func reportHidingParameters(of declaration: SharedRuleDeclaration, _ record: RecordType) {
    for parameter in declaration.parameters {
      if Scope.reservedInSharedRules.contains(parameter.name.text) {
        sink.report(.reservedParameter(parameter.name))
      } else if record.shape.slot(of: parameter.name.text) != nil {
        sink.report(
          .parameterHidesField(parameter.name, of: declaration.name, record.name))
      }
    }
  }

  /// Reports the rules of a group that lead back to themselves, with the shortest way.
  private func reportRecursion(in group: [Int], _ uses: [[Name]], _ indices: [String: Int]) {
    guard let start = group.min() else { return }
    let members = Set(group)
    var origins: [Int: (rule: Int, use: Name)] = [:]
    var queue = [start]
    var next = 0
    while next < queue.count {
      let rule = queue[next]
      next += 1
      for use in uses[rule] {
        guard let other = indices[use.text], members.contains(other), origins[other] == nil else {
          continue
        }
        origins[other] = (rule, use)
        queue.append(other)
      }
    }
    var chain: [(name: String, use: Name)] = []
    var rule = start
    repeat {
      guard let origin = origins[rule] else { return }
      chain.append((spec.sharedRules[origin.rule].name.text, origin.use))
      rule = origin.rule
    } while rule != start
    sink.report(.recursiveRules(spec.sharedRules[start].name, chain.reversed()))
  }

  /// Reports the first rule that is nested too deeply; returns true if there is none.
  private func reportDepth(in order: [Int], _ indices: [String: Int]) -> Bool {
    var depths = [Int](repeating: 0, count: spec.sharedRules.count)
    for index in order {
      let declaration = spec.sharedRules[index]
      depths[index] = declaration.rules.depth { indices[$0].map { depths[$0] } ?? 0 }
      guard depths[index] <= Self.deepestRules else {
        sink.report(.tooDeepRules(declaration.name, limit: Self.deepestRules))
        return false
      }
    }
    return true
  }
}

extension [Rule] {
  /// The names of the shared rules that the rules, and those nested in them, use.
  var uses: [Name] {
    flatMap { rule in
      ((rule.verb as? UseVerb).map { [$0.name] } ?? []) + rule.verb.ruleLists.flatMap(\.uses)
    }
  }

  /// The depth of rules nested in one another.
  ///
  /// - Parameter used: Returns the depth of a shared rule.
  fileprivate func depth(_ used: (String) -> Int) -> Int {
    map { rule in
      let inner = (rule.verb as? UseVerb).map { used($0.name.text) } ?? 0
      return 1 + (rule.verb.ruleLists.map { $0.depth(used) }.max() ?? 0) + inner
    }.max() ?? 0
  }
}
