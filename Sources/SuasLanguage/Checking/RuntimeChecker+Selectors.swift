import CEL
import SuasProgram
import YAML

/// Checks of selectors: a selector is checked after those that it reads.
extension RuntimeChecker {
  /// Returns the selectors in the order of their declaration, and the way to read each of them.
  func checkSelectors() -> (selectors: [CheckedSelector], readings: [SelectorReading]) {
    let declarations = spec.selectors
    let indices = Dictionary(
      declarations.enumerated().map { ($1.name.text, $0) }, uniquingKeysWith: { first, _ in first })
    let used = declarations.map { declaration in
      declaration.selectedNames(readerOfStore()).compactMap { indices[$0] }
    }
    var order = SelectorOrder(uses: used)
    for problem in order.find() { sink.report(problem, declarations) }
    var checked = [CheckedSelector?](repeating: nil, count: declarations.count)
    let known = SelectorMeanings(declarations.lazy.map { ($0.name.text, FieldType.any) })
    var readings = declarations.map { SelectorReading(unsound: $0.name.text) }
    defer {
      survey.owner = nil
      checker.usage.selectorReader = .other
    }
    for index in order.sorted where !order.unsound.contains(index) {
      let seen = Set(used[index]).sorted().map { readings[$0] }
      guard
        let (selector, reading) = adding(seen, meanings: known).check(declarations[index])
      else { continue }
      checked[index] = selector
      readings[index] = reading
      known[reading.name] = reading.meaning
    }
    return (checked.compactMap(\.self), readings)
  }

  /// Checks a selector anew.
  ///
  /// - Parameter readings: The ways to read the selectors of the spec.
  func check(_ declaration: SelectorDeclaration, among readings: [SelectorReading]) {
    let names = Set(declaration.selectedNames(readerOfStore()))
    let meanings = SelectorMeanings(readings.lazy.map { ($0.name, $0.meaning) })
    _ = adding(readings.filter { names.contains($0.name) }, meanings: meanings).check(declaration)
  }

  private func check(
    _ declaration: SelectorDeclaration
  ) -> (CheckedSelector, SelectorReading)? {
    var reader = readerOfStore()
    survey.owner = .selector(declaration.name.text)
    checker.usage.selectorReader = .selector(declaration.name.text)
    let condition = declaration.condition.map { test($0, reader, .selectorGuard, "'when'") }
    if case .some(nil) = condition { return nil }
    if let syntax = declaration.condition { reader = reader.assuming(syntax) }
    var valueReader = FreeValueReader(reader, "the value of '\(declaration.name.text)'")
    guard let value = valueReader.read(declaration.value) else { return nil }
    let isExpression = reader.wholeExpression(declaration.value) != nil
    let selector = CheckedSelector(
      name: declaration.name.text, place: declaration.name.range,
      condition: condition ?? nil, value: value.plain,
      point: survey.add(
        .selector(hasGuard: declaration.condition != nil),
        "selector '\(declaration.name.text)'", at: declaration.name.range),
      type: isExpression ? types.fieldType(of: value.type) : .any)
    return (
      selector,
      SelectorReading(
        selector.name, as: value.record, value.type, meaning: selector.type,
        if: selector.condition, shapes: valueReader.shapes, point: selector.point)
    )
  }
}

/// Reads a value without a declared type, in which mappings become records of their own.
private struct FreeValueReader {
  /// A value with mappings as maps and as records, and the type of the latter.
  typealias Reading = (plain: CheckedTemplate, record: CheckedTemplate, type: Type)

  private let reader: ValueReader
  private let name: String
  private(set) var shapes: [Shape] = []

  init(_ reader: ValueReader, _ name: String) {
    self.reader = reader
    self.name = name
  }

  mutating func read(_ node: Node) -> Reading? { read(node, name) }

  private mutating func read(_ node: Node, _ name: String) -> Reading? {
    switch node.content {
    case .mapping(let entries): return read(entries, name)
    case .sequence(let nodes):
      let elements = nodes.map { read($0, name) }
      let sound = elements.compactMap(\.self)
      guard sound.count == elements.count else { return nil }
      let type = sound.first?.type ?? .dyn
      return (
        .sequence(sound.map(\.plain)), .sequence(sound.map(\.record)),
        .list(sound.allSatisfy { $0.type == type } ? type : .dyn)
      )
    case .scalar:
      guard let (template, type) = reader.readFree(node) else { return nil }
      if type != .dyn { return (template, template, type) }
      switch template {
      case .text: return (template, template, .string)
      case .constant(let value) where value != .null: return (template, template, value.knownType)
      default: return (template, template, .dyn)
      }
    }
  }

  private mutating func read(_ entries: [Node.Entry], _ name: String) -> Reading? {
    var parts: [(key: String, value: Reading)] = []
    for entry in entries {
      guard let value = read(entry.value, "\(name).\(entry.key.text)") else { continue }
      parts.append((entry.key.text, value))
    }
    guard parts.count == entries.count else { return nil }
    let shape = Shape(
      name: name, fields: parts.map { Shape.Field(name: $0.key, type: $0.value.type) })
    shapes.append(shape)
    return (
      .entries(parts.map { (.string($0.key), $0.value.plain) }),
      .fields(parts.map(\.value.record), of: shape), .record(name)
    )
  }
}

extension Value {
  /// The type of a scalar.
  fileprivate var knownType: Type {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    default: .dyn
    }
  }
}

/// The order in which selectors can be checked.
private struct SelectorOrder {
  /// A reason for which selectors cannot be checked.
  enum Problem {
    /// The selectors that lead back to the first of them.
    case circle([Int])
    case tooDeep(Int)
  }

  /// The greatest number of selectors that build on one another.
  static let deepest = 64

  let uses: [[Int]]
  private(set) var sorted: [Int] = []
  private(set) var unsound: Set<Int> = []
  private var heights: [Int?]
  private var problems: [Problem] = []

  init(uses: [[Int]]) {
    self.uses = uses
    heights = Array(repeating: nil, count: uses.count)
  }

  mutating func find() -> [Problem] {
    var path: [Int] = []
    for index in uses.indices { visit(index, &path) }
    return problems
  }

  private mutating func visit(_ index: Int, _ path: inout [Int]) {
    guard heights[index] == nil else { return }
    if let start = path.firstIndex(of: index) {
      problems.append(.circle(Array(path[start...])))
      unsound.formUnion(path[start...])
      return
    }
    guard path.count < Self.deepest else {
      if problems.isEmpty { problems.append(.tooDeep(index)) }
      unsound.insert(index)
      return
    }
    path.append(index)
    for used in uses[index] { visit(used, &path) }
    path.removeLast()
    let height = 1 + (uses[index].compactMap { heights[$0] }.max() ?? 0)
    if height > Self.deepest {
      if problems.isEmpty { problems.append(.tooDeep(index)) }
      unsound.insert(index)
    }
    heights[index] = height
    sorted.append(index)
  }
}

extension DiagnosticSink {
  fileprivate func report(_ problem: SelectorOrder.Problem, _ selectors: [SelectorDeclaration]) {
    switch problem {
    case .circle(let indices): report(.recursiveSelector(indices.map { selectors[$0].name }))
    case .tooDeep(let index):
      report(.tooDeepSelector(selectors[index].name, limit: SelectorOrder.deepest))
    }
  }
}

extension SelectorDeclaration {
  /// The names of the selectors that the expressions of this one read.
  fileprivate func selectedNames(_ reader: ValueReader) -> [String] {
    var names: [String] = []
    if let condition, let expression = reader.parse(condition, reporting: false) {
      expression.collectSelectedNames(&names)
    }
    value.forEachScalar { scalar in
      guard scalar.text.holds(UInt8(ascii: "$")),
        case .success(let segments) = Interpolation.segments(of: scalar.text)
      else { return }
      for case .expression(let code) in segments {
        let syntax = ExpressionSyntax(code, of: scalar)
        reader.parse(syntax, reporting: false)?.collectSelectedNames(&names)
      }
    }
    return names
  }
}

extension Node {
  fileprivate func forEachScalar(_ body: (Scalar) -> Void) {
    switch content {
    case .scalar(let scalar): body(scalar)
    case .sequence(let nodes): for node in nodes { node.forEachScalar(body) }
    case .mapping(let entries): for entry in entries { entry.value.forEachScalar(body) }
    }
  }
}

extension Expr {
  /// Collects the names that are selected from `selected`.
  fileprivate func collectSelectedNames(_ names: inout [String]) {
    if case .select(let operand, let name, _) = kind, case .ident("selected") = operand.kind {
      names.append(name.text)
    }
    for child in allChildren { child.collectSelectedNames(&names) }
  }
}
