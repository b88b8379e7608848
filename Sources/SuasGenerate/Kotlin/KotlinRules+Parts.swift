import CEL
import SuasProgram

/// The functions that hold parts of the rules for an action, which are too many for one method.
final class KotlinPartFunctions {
  private let name: String
  private let names: KotlinNames
  private(set) var functions: [[String]] = []
  private var count = 1

  /// - Parameter name: The name of the function for the action.
  init(of name: String, _ names: KotlinNames) {
    self.name = name
    self.names = names
  }

  fileprivate func nextName() -> String {
    count += 1
    return KotlinNames.member("\(name)Part\(count)")
  }

  /// Drops functions of rules that are divided in another way.
  fileprivate func drop(from index: Int) { functions.removeSubrange(index...) }

  fileprivate func add(_ function: [String]) { functions.append(function) }

  /// The estimated bytes of code that a line becomes.
  fileprivate func size(of line: String) -> Int {
    let copies = line.components(separatedBy: ".copy(").count - 1
    return line.utf8.count + copies * names.largestCopy
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
  }
}

extension KotlinRules {
  /// Writes rules one after the other, in functions of their own if they are too many.
  mutating func write(_ rules: [CheckedRule]) throws(NotGenerated) {
    let outer = scope
    defer { scope = outer }
    let (former, wasEnded, formerParts) = (writer, isEnded, parts.functions.count)
    let limit = isWhole ? KotlinPieces.length : partSize
    var sizes: [Int] = []
    for rule in rules where !isEnded {
      let start = writer.lines.count
      try write(rule)
      sizes.append(writer.lines[start...].reduce(0) { $0 + parts.size(of: $1) })
    }
    guard sizes.reduce(0, +) > limit else { return }
    let isOnly = isWhole && rules.count == 1
    if isOnly, partSize < 200 { return }
    (writer, isEnded, scope) = (former, wasEnded, outer)
    parts.drop(from: formerParts)
    guard isOnly else { return try write(rules, of: sizes, limit) }
    // What is inside of the only rule is divided further.
    partSize /= 10
    defer { partSize *= 10 }
    try write(rules)
  }

  /// Writes rules as calls of functions that hold several of them; what binds names stays here.
  private mutating func write(
    _ rules: [CheckedRule], of sizes: [Int], _ limit: Int
  ) throws(NotGenerated) {
    var some: [CheckedRule] = []
    var size = 0
    for (rule, more) in zip(rules, sizes) {
      let binds = if case .bind = rule.operation { true } else { false }
      if !some.isEmpty, binds || size + more > limit {
        try writePart(some)
        (some, size) = ([], 0)
      }
      if binds {
        try write(rule)
      } else {
        some.append(rule)
        size += more
      }
    }
    if !some.isEmpty { try writePart(some) }
  }

  /// Writes rules as the call of a function.
  mutating func writePart(_ rules: [CheckedRule]) throws(NotGenerated) {
    let counting = program.spec.counting(rules)
    var inner = self
    inner.writer = KotlinWriter(depth: 2)
    inner.mark = nil
    inner.isWhole = true
    let name = parts.nextName()
    let function = try KotlinFunction(rules, counting, named: rootName, inner, depth: 1)
    let type = expressions.names.typeText(root.type)
    var parameters: [String] = []
    var arguments: [String] = []
    for local in [(name: function.parameter, type: type, argument: rootName)] + locals
    where function.body.contains(where: { $0.mentionsName(local.name) }) {
      parameters.append("\(local.name): \(local.type)")
      arguments.append(local.argument)
    }
    parts.add(
      function.lines("private fun \(name)", parameters: parameters, result: type, depth: 1))
    let call = "\(name)(\(arguments.joined(separator: ", ")))"
    switch counting {
    case .never: writer.line(call)
    case .always:
      writer.line("\(rootName) = \(call)")
      noteCounted()
    case .sometimes:
      writer.block("\(call)?.let {") { writer in
        writer.line("\(rootName) = it")
        if let mark { writer.line("\(mark) = true") }
      }
    }
  }

  /// The locals that rules can read besides the record, in the order of their names.
  private var locals: [(name: String, type: String, argument: String)] {
    var types: [String: String] = [:]
    for code in scope.slots.values {
      for (local, type) in code.locals {
        types[KotlinNames.local(local)] = type.map { expressions.names.typeText($0) } ?? "Int"
      }
    }
    return types.filter { $0.key != rootName }.sorted { $0.key < $1.key }.map {
      (name: $0.key, type: $0.value, argument: $0.key)
    }
  }
}

extension Code {
  /// The locals that the code of a name reads, with their types; that of a position has none.
  fileprivate var locals: [(Local, ValueType?)] {
    switch kind {
    case .local(let local): [(local, type)]
    case .position(let local): [(local, nil)]
    case .field(let inner, _), .contents(let inner, _, _), .known(let inner),
      .unwrapped(let inner), .dynamic(.openedMember(let inner, _)):
      inner.locals
    case .element(let inner, let key), .entry(let inner, let key), .opened(let inner, let key),
      .dynamic(.opened(let inner, let key)):
      inner.locals + key.locals
    default: []
    }
  }
}
