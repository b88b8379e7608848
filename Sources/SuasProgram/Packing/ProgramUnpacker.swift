import CEL
import YAML

/// Reads a checked spec that a ``ProgramPacker`` wrote.
///
/// The numbers in the spec that it returns are sound: every index belongs to its table. A
/// ``ProgramVerifier`` judges whether the types are sound.
package final class ProgramUnpacker {
  let input: Unpacker
  private var sources: [Source] = []
  private(set) var records: [RecordType] = []
  var types = TypeTable()
  private let lateTypes = LateTypes()
  private var readings: [Int: SelectorReading] = [:]
  /// The number of actions, and of actions and effects together.
  private(set) var actionCount = 0
  private(set) var dispatchableCount = 0
  private(set) var sharedRuleCount = 0
  /// The number after the largest one by which an outcome of the coverage was referred to.
  private var outcomeEnd = 0
  /// The texts of the trees whose places were judged, by the roots of these.
  private var judgedTexts: [ObjectIdentifier: String] = [:]

  /// Returns the checked spec that some bytes hold.
  ///
  /// - Throws: A fault if they hold none.
  package static func unpack(_ bytes: [UInt8]) throws(UnpackingFault) -> CheckedSpec {
    let unpacker = ProgramUnpacker(try Unpacker(bytes))
    let spec = try unpacker.spec()
    guard unpacker.input.isAtEnd else { throw UnpackingFault("something follows its end") }
    try ProgramVerifier(spec).verify()
    return spec
  }

  private init(_ input: Unpacker) { self.input = input }

  private func spec() throws(UnpackingFault) -> CheckedSpec {
    let name = try optional { () throws(UnpackingFault) in try input.text() }
    try readSources()
    let declarations = try declarations()
    let declared = try readTypes()
    let definitions = try readDefinitions()
    try readConstraints(declared)
    let actions = try readActions()
    let internals = Set(try array { () throws(UnpackingFault) in try input.int() })
    let (effectActions, responses) = try readEffectActions(after: actions)
    dispatchableCount = actions.count + effectActions.count
    let states = try array { () throws(UnpackingFault) in
      CheckedReducer(
        name: try input.text(), stateKey: try input.text(), state: try record(),
        initial: try input.record(), isHistory: try input.flag())
    }
    input.types = types.cel.adding(
      [StoreShape(states).shape] + (actions + effectActions).map(\.payload.shape)
        + responses.map(\.shape) + RecordType.ofErrors.map(\.shape))
    try readSelectorReadings()
    let readings = self.readings.sorted { $0.key < $1.key }.map(\.value)
    input.types = input.types.adding(readings.flatMap(\.shapes))
    let sharedRules = try array { () throws(UnpackingFault) -> SharedRule in
      defer { sharedRuleCount += 1 }
      return try sharedRule()
    }
    let reducers = try readReducers(states)
    let selectors = try array { () throws(UnpackingFault) in try selector() }
    let listeners = try array { () throws(UnpackingFault) in
      try listener(reducers.count, selectors.count)
    }
    let middleware = try array { () throws(UnpackingFault) in try self.middleware() }
    var parts = zip(effectActions, responses).makeIterator()
    let effects = try array { () throws(UnpackingFault) -> CheckedEffect in
      guard let (action, response) = parts.next() else { throw .index }
      return try effect(action, response)
    }
    input.types = input.types.adding([PendingShape(effects.lazy.map(\.name)).shape])
    let invariants = try conditions(.invariant)
    let transitions = try conditions(.transition)
    let atRest = try conditions(.rest)
    let goals = try conditions(.goal)
    let waysOut = try conditions(.wayOut)
    let saved = try optional { () throws(UnpackingFault) in try self.saved(reducers) }
    let coverage = try coverage(of: sources)
    guard effects.count == effectActions.count, outcomeEnd <= coverage.outcomeCount else {
      throw .index
    }
    let idleFields = try array { () throws(UnpackingFault) in
      (try input.text(), Set(try array { () throws(UnpackingFault) in try input.int() }))
    }
    return CheckedSpec(
      name: name, declarations: declarations, types: types, definitions: definitions,
      actions: actions, internalActions: internals, sharedRules: sharedRules, reducers: reducers,
      selectors: selectors, store: StoreShape(reducers, readings), listeners: listeners,
      middleware: middleware, effects: effects, invariants: invariants, transitions: transitions,
      atRest: atRest, goals: goals, waysOut: waysOut, saved: saved, coverage: coverage,
      idleFields: Dictionary(idleFields, uniquingKeysWith: { $1 }),
      evaluatedSelectors: Set(try array { () throws(UnpackingFault) in try input.text() }),
      readsClock: try input.flag(), makesIdentifiers: try input.flag(),
      warnings: try warnings())
  }

  @inline(__always)
  func array<Item>(
    _ item: () throws(UnpackingFault) -> Item
  ) throws(UnpackingFault) -> [Item] {
    try input.array(item)
  }

  @inline(__always)
  func optional<Item>(
    _ item: () throws(UnpackingFault) -> Item
  ) throws(UnpackingFault) -> Item? {
    try input.optional(item)
  }

  private func declarations() throws(UnpackingFault) -> Declarations {
    Declarations(
      description: try optional { () throws(UnpackingFault) in try input.text() },
      try array { () throws(UnpackingFault) -> Declarations.Entry in
        guard let kind = Declarations.Kind(rawValue: try input.byte()) else { throw .kind }
        let (owner, name, place) = (try input.text(), try input.text(), try self.place())
        return Declarations.Entry(
          kind, name, of: owner, at: place,
          try optional { () throws(UnpackingFault) in try input.text() })
      })
  }

  // MARK: Places

  private func readSources() throws(UnpackingFault) {
    sources = try array { () throws(UnpackingFault) in try source() }
  }

  func source() throws(UnpackingFault) -> Source {
    let (name, text) = (try input.text(), try input.content())
    guard text.count <= Source.maximumSize, String(utf8: text) != nil else {
      throw UnpackingFault("a file is too large or not UTF-8")
    }
    return Source(name: name, validated: text)
  }

  func place() throws(UnpackingFault) -> SourceRange {
    let source = sources[try input.int(below: sources.count)]
    let range = try input.range()
    guard source.hasBoundary(range.lowerBound), source.hasBoundary(range.upperBound) else {
      throw .index
    }
    return SourceRange(source, range)
  }

  /// Reads the number of the first of some outcomes of the coverage.
  func point(outcomes: Int = 1) throws(UnpackingFault) -> Int {
    let point = try input.int(below: 1 << 32)
    outcomeEnd = max(outcomeEnd, point + outcomes)
    return point
  }

  // MARK: Types

  /// Returns the indices of the records that the spec declares.
  private func readTypes() throws(UnpackingFault) -> [Int] {
    let enums = try readEnums()
    types.enums = Dictionary(enums.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    types.allowDefinitions()
    for record in RecordType.ofErrors { input.note(record.shape) }
    let declared = try readRecords(into: &types)
    try ProgramVerifier.verify(records, types)
    types.findTraits(of: declared.map { records[$0].name })
    input.types = types.cel
    return declared
  }

  func readEnums() throws(UnpackingFault) -> [EnumType] {
    try array { () throws(UnpackingFault) in
      EnumType(
        name: try input.text(), cases: try array { () throws(UnpackingFault) in try input.text() })
    }
  }

  /// Reads records into a table that has their enums; returns the indices of the declared ones.
  func readRecords(into types: inout TypeTable) throws(UnpackingFault) -> [Int] {
    var declared: [Int] = []
    let count = try input.count()
    types.reserveCapacity(types.records.count + min(count, Unpacker.trustedCount))
    for _ in 0..<count {
      let (name, isVariant, isDeclared) = (try input.text(), try input.flag(), try input.flag())
      let fields = try array { () throws(UnpackingFault) in try field() }
      let record = RecordType(
        name: name, fields: fields, isVariant: isVariant, enums: types.enums)
      records.append(record)
      input.note(record.shape)
      guard isDeclared else { continue }
      declared.append(records.count - 1)
      types.insert(record)
    }
    return declared
  }

  func field() throws(UnpackingFault) -> RecordType.Field {
    var field = RecordType.Field(
      name: try input.text(), type: try fieldType(),
      default: try optional { () throws(UnpackingFault) in try input.value() })
    field.samples = try array { () throws(UnpackingFault) in try input.value() }
    field.lateDefault = try optional { () throws(UnpackingFault) in
      try input.flag() ? .now : .uuid
    }
    field.isSensitive = try input.flag()
    return field
  }

  func record() throws(UnpackingFault) -> RecordType {
    records[try input.int(below: records.count)]
  }

  func fieldType() throws(UnpackingFault) -> FieldType {
    try input.nested { () throws(UnpackingFault) in try plainFieldType() }
  }

  private func plainFieldType() throws(UnpackingFault) -> FieldType {
    switch try input.byte() {
    case 0: .bool
    case 1: .int
    case 2: .double
    case 3: .string
    case 4: .timestamp
    case 5: .duration
    case 6: .any
    case 7: .list(try fieldType())
    case 8: .map(key: try fieldType(), value: try fieldType())
    case 9: .optional(try fieldType())
    case 10: .enumeration(try input.text())
    case 11: .record(try input.text())
    case 12: .partial(try input.text())
    default: throw .kind
    }
  }

  // MARK: Definitions

  private func readDefinitions() throws(UnpackingFault) -> [Definition] {
    var definitions: [Definition] = []
    for _ in 0..<(try input.count()) {
      let constant = CheckedConstant(
        name: try input.text(), type: try fieldType(), value: try input.value(),
        place: try place())
      types.define(constant)
      definitions.append(.constant(constant))
    }
    let count = try input.count()
    var functions: [Int: CheckedFunction] = [:]
    for _ in 0..<count {
      let index = try input.int(below: count)
      functions[index] = try function()
    }
    types.lend(to: lateTypes)
    for index in 0..<count {
      guard let function = functions[index] else { throw .index }
      definitions.append(.function(function))
    }
    return definitions
  }

  private func function() throws(UnpackingFault) -> CheckedFunction {
    let name = try input.text()
    let parameters = try array { () throws(UnpackingFault) in
      (name: try input.text(), type: try fieldType())
    }
    let returns = try optional { () throws(UnpackingFault) in try fieldType() }
    let result = try optional { () throws(UnpackingFault) in try fieldType() }
    let convertsResult = try input.flag()
    let body = try expression()
    let place = try place()
    try ProgramVerifier.verify(body, [FieldType](parameters.map(\.type)))
    let defined = lateTypes.define(
      name, parameters, body, returning: returns, convertsResult: convertsResult, types)
    guard let defined else { throw .tooDeep }
    let function = CheckedFunction(
      name: name, parameters: parameters, returns: returns, result: result,
      resultSeen: defined.result, body: body, place: place)
    input.functions[name] = defined
    types.define(function, as: defined)
    return function
  }

  private func readConstraints(_ declared: [Int]) throws(UnpackingFault) {
    guard try input.count() == records.count else { throw .index }
    var constrained: Set<Int> = []
    for index in records.indices {
      let count = try input.count()
      guard count > 0 else { continue }
      let record = records[index]
      var fields = record.fields
      for _ in 0..<count {
        let slot = try input.int(below: fields.count)
        let condition = try expression()
        try ProgramVerifier.verify(condition, [fields[slot].type], as: .bool)
        fields[slot].constraint = Constraint(condition)
      }
      records[index] = RecordType(constraining: record, to: fields)
      constrained.insert(index)
    }
    for index in declared where constrained.contains(index) { types.insert(records[index]) }
    // Only now is it known which types have constraints in them.
    if !constrained.isEmpty { types.findTraits(of: declared.map { records[$0].name }) }
    types.lend(to: lateTypes)
  }

  // MARK: Actions and states

  private func readActions() throws(UnpackingFault) -> [CheckedAction] {
    let payloads = try array { () throws(UnpackingFault) in try record() }
    let names = try array { () throws(UnpackingFault) in try input.text() }
    guard payloads.count == names.count else { throw .index }
    actionCount = names.count
    return names.indices.map {
      CheckedAction(id: $0, name: names[$0], payload: payloads[$0])
    }
  }

  private func readEffectActions(
    after actions: [CheckedAction]
  ) throws(UnpackingFault) -> (actions: [CheckedAction], responses: [RecordType]) {
    var effects: [CheckedAction] = []
    var responses: [RecordType] = []
    for index in 0..<(try input.count()) {
      effects.append(
        CheckedAction(
          id: actions.count + index, name: try input.text(), payload: try record()))
      responses.append(try record())
    }
    return (effects, responses)
  }

  private func readReducers(
    _ states: [CheckedReducer]
  ) throws(UnpackingFault) -> [CheckedReducer] {
    var rest = states.makeIterator()
    let reducers = try array { () throws(UnpackingFault) -> CheckedReducer in
      guard let state = rest.next() else { throw .index }
      return try rules(of: state)
    }
    guard reducers.count == states.count else { throw .index }
    return reducers
  }

  // MARK: Expressions and values

  func expression() throws(UnpackingFault) -> CheckedExpression {
    let (tree, syntax) = (try input.expression(), try syntax())
    try judgePlaces(of: tree, in: syntax.scalar.text)
    return CheckedExpression(tree: tree, syntax: syntax)
  }

  /// Judges whether every part of a tree is a part of its text; a tree that is referred to again has
  /// the same text.
  private func judgePlaces(of tree: CheckedExpr, in text: String) throws(UnpackingFault) {
    if let judged = judgedTexts.updateValue(text, forKey: ObjectIdentifier(tree.root)) {
      guard judged == text else { throw .index }
    } else {
      guard tree.root.isPart(of: text) else { throw .index }
    }
  }

  private func syntax() throws(UnpackingFault) -> ExpressionSyntax {
    let styles = Scalar.Style.allCases
    let scalar = Scalar(
      try input.text(), style: styles[try input.int(below: styles.count)], at: try place())
    let code = try input.range()
    guard scalar.text.hasBoundaries(code) else { throw .index }
    return ExpressionSyntax(code, of: scalar)
  }

  func template() throws(UnpackingFault) -> CheckedTemplate {
    try input.nested { () throws(UnpackingFault) in try plainTemplate() }
  }

  private func plainTemplate() throws(UnpackingFault) -> CheckedTemplate {
    switch try input.byte() {
    case 0: .constant(try input.value())
    case 1: .computed(try expression(), try fit())
    case 2: .text(try array { () throws(UnpackingFault) in try piece() }, try fit())
    case 3: .list(try array { () throws(UnpackingFault) in try template() })
    case 4: .map(try array { () throws(UnpackingFault) in (try input.value(), try template()) })
    case 5: .record(try input.shape(), try array { () throws(UnpackingFault) in try template() })
    default: throw .kind
    }
  }

  func piece() throws(UnpackingFault) -> CheckedTemplate.Piece {
    switch try input.byte() {
    case 0: .text(try input.text())
    case 1: .computed(try expression())
    default: throw .kind
    }
  }

  func fit() throws(UnpackingFault) -> Fit {
    switch try input.byte() {
    case 0: .proven
    case 1: .judged(try fieldType(), types)
    case 2: .payload(of: try input.text(), try fieldType(), types)
    case 3: .hiding(try input.nested { () throws(UnpackingFault) in try fit() })
    default: throw .kind
    }
  }

  func test() throws(UnpackingFault) -> CheckedTest {
    CheckedTest(
      expression: try expression(), place: try place(), point: try point(outcomes: 2))
  }

  func condition() throws(UnpackingFault) -> CheckedGuard? {
    try optional { () throws(UnpackingFault) in
      CheckedGuard(test: try test(), isNegated: try input.flag())
    }
  }

  // MARK: Selectors as expressions read them

  private func readSelectorReadings() throws(UnpackingFault) {
    let count = try input.count()
    input.host = { [unowned self] code in
      switch code.kind {
      case 1: return CurrentTime.shared
      case 2: return NewIdentifier.shared
      case 3: return readings[code.first].map { SelectedValue($0, ofStoreIn: code.second) }
      default: return nil
      }
    }
    for _ in 0..<count {
      let index = try input.int(below: count)
      let name = try input.text()
      let shapes = try array { () throws(UnpackingFault) in try input.shape() }
      input.types = input.types.adding(shapes)
      let (type, meaning) = (try input.type(), try fieldType())
      let condition = try optional { () throws(UnpackingFault) in try test() }
      let template = try template()
      // A reading is planned when it is made.
      let verifier = ValueVerifier(types.cel)
      if let condition { try verifier.verify(condition.expression, [verifier.storeType]) }
      try verifier.verify(template, type, [verifier.storeType])
      readings[index] = SelectorReading(
        name, as: template, type, meaning: meaning, if: condition, shapes: shapes,
        point: try point())
    }
    guard readings.count == count else { throw .index }
  }
}

extension UnpackingFault {
  static let index = UnpackingFault("a number refers to nothing")
  static let kind = UnpackingFault("there is no such kind")
}

extension Source {
  /// True if an offset lies between characters of the text.
  fileprivate func hasBoundary(_ offset: Int) -> Bool {
    offset == utf8.count || offset < utf8.count && utf8[offset] & 0xC0 != 0x80
  }
}

extension CheckedExpr.Node {
  /// True if the node and its parts are parts of a text.
  fileprivate func isPart(of text: String) -> Bool {
    guard text.hasBoundaries(range) else { return false }
    let parts = if case .comprehension(let it) = kind { it.parts } else { children }
    return parts.allSatisfy { $0.isPart(of: text) }
  }
}

extension String {
  /// True if a range of UTF-8 offsets begins and ends between characters of the text.
  fileprivate func hasBoundaries(_ range: Range<Int>) -> Bool {
    guard range.upperBound <= utf8.count else { return false }
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return start.samePosition(in: unicodeScalars) != nil
      && end.samePosition(in: unicodeScalars) != nil
  }
}
