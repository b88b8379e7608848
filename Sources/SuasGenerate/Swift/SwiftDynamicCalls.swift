import CEL
import SuasProgram
import YAML

/// Functions of expressions whose overload is chosen by the values that they get.
///
/// A program has such a function for each function of the library that it calls in this way.
struct SwiftDynamicCalls {
  let names: SwiftNames

  /// A function for all overloads with one number of parameters.
  private struct Dispatcher {
    let function: Function
    let overloads: [Overload]
    let name: String
  }

  /// Writes the functions that a program calls; nothing if it calls none.
  func write(for program: [SwiftFile], to code: inout SwiftCode) throws(NotGenerated) {
    let symbols = program.reduce(into: Set<Symbol>()) { $0.formUnion($1.symbols) }
    let used = Self.dispatchers.filter { dispatcher in
      symbols.contains(symbol(dispatcher.function.name, dispatcher.overloads))
    }
    if used.isEmpty { return }
    code.line("/// Functions whose arguments decide, when they run, on what they do.")
    try code.block("enum \(names.fixed.of("Dynamic")) {") { code throws(NotGenerated) in
      for (index, dispatcher) in used.enumerated() {
        if index > 0 { code.line() }
        try write(dispatcher, to: &code)
      }
    }
  }

  /// The name of the function for overloads of a function of the library.
  static func name(_ function: String, _ overloads: [Overload]) -> String {
    let name = operators[function] ?? SwiftNames.member(function.replacing(".", with: " "))
    // An address is made from a text here; the function that returns a network's address is another
    // one.
    return overloads.first?.id == "cidr_ip" ? "addressOf" : name
  }

  /// The function for overloads of a function of the library.
  func symbol(_ function: String, _ overloads: [Overload]) -> Symbol {
    Symbol("\(names.fixed.of("Dynamic")).\(Self.name(function, overloads))", in: "DynamicCalls")
  }

  private static let operators = [
    "_+_": "add", "_-_": "subtract", "_*_": "multiply", "_/_": "divide", "_%_": "remainder",
    "-_": "negate", "!_": "not", "@in": "isIn",
  ]

  private static let dispatchers: [Dispatcher] = {
    var names: [String] = []
    for name in Library.tables.flatMap(\.functions).map(\.name)
    where !others.contains(name) && !names.contains(name) {
      names.append(name)
    }
    return names.compactMap { Library.standard.functions[$0] }.flatMap(dispatchers)
  }()

  /// The functions that are written in other ways.
  private static let others: Set<String> = [
    "_==_", "_!=_", "_[_]", "_<_", "_<=_", "_>_", "_>=_", "or", "orValue",
  ]

  private static func dispatchers(of function: Function) -> [Dispatcher] {
    var groups: [(name: String, overloads: [Overload])] = []
    for overload in function.overloads {
      let name = name(function.name, [overload])
      let count = overload.parameters.count
      if let index = groups.firstIndex(where: {
        $0.name == name && $0.overloads[0].parameters.count == count
      }) {
        groups[index].overloads.append(overload)
      } else {
        groups.append((name, [overload]))
      }
    }
    return groups.map { Dispatcher(function: function, overloads: $0.overloads, name: $0.name) }
  }

  /// The type of all results; if they differ, the type of values whose types are known only at run
  /// time.
  private func result(_ dispatcher: Dispatcher) -> ValueType {
    let first = dispatcher.overloads[0].result
    let isSame = first.isScalar && dispatcher.overloads.allSatisfy { $0.result == first }
    return isSame ? ValueType(first) : .any
  }

  /// The type of the result of a call with overloads of a function.
  func result(_ function: String, _ overloads: [Overload]) -> ValueType {
    let name = Self.name(function, overloads)
    let dispatcher = Self.dispatchers.first {
      $0.name == name && $0.overloads[0].parameters.count == overloads[0].parameters.count
    }
    return dispatcher.map(result) ?? .any
  }

  // MARK: Code

  private static let parameters = ["first", "second", "third", "fourth"]

  private func write(
    _ dispatcher: Dispatcher, to code: inout SwiftCode
  ) throws(NotGenerated) {
    let parameters = Array(Self.parameters.prefix(dispatcher.overloads[0].parameters.count))
    let result = result(dispatcher)
    let list = parameters.map { "_ \($0): \(SwiftRuntime.value)" as Document }
    let sign = dispatcher.function.name.asWritten
    let values = parameters.joined(separator: ", ")
    let isOne = parameters.count == 1
    code.line("/// `\(sign)` of values of any types.")
    try code.block(
      SwiftSyntax.function(
        "static func \(dispatcher.name)", list,
        "throws(Failure) -> \(names.document(of: result))")
    ) { code throws(NotGenerated) in
      code.line("switch \(isOne ? values : "(\(values))") {")
      var known: Set<Document> = []
      for overload in dispatcher.overloads {
        let patterns = zip(overload.parameters, parameters).map(pattern)
        let pattern = isOne ? patterns[0] : "(" + patterns.joined(separator: ", ") + ")"
        guard known.insert(pattern).inserted else { continue }
        code.line("case \(pattern):")
        let value = try body(overload, dispatcher.function.name, parameters, result)
        code.line(("return " + value).indented)
      }
      code.line("default:")
      let failure = Symbol(".noMatchingOverload", in: "Dynamic")
      code.line("  throw \(failure)(\(SwiftNames.quoted(sign)), [\(values)])")
      code.line("}")
    }
  }

  private func pattern(_ type: Type, _ name: String) -> Document {
    switch type {
    case .bool: ".bool(let \(name))"
    case .int: ".int(let \(name))"
    case .uint: ".uint(let \(name))"
    case .double: ".double(let \(name))"
    case .string: ".string(let \(name))"
    case .bytes: ".\(Symbol("bytes", in: "Bytes"))(let \(name))"
    case .timestamp: ".timestamp(let \(name))"
    case .duration: ".duration(let \(name))"
    case .list: ".array(let \(name))"
    case .map: ".object(let \(name))"
    case .type: ".type(let \(name))"
    case .abstract(let type, _):
      type.wrappedOptional
        ? ".optional(let \(name))"
        : ".\(SwiftRuntime.opaque)(let \(name) as \(names.document(of: .opaque(type))))"
    case .null, .dyn, .parameter, .nullable, .record: "let \(name)"
    }
  }

  private func body(
    _ overload: Overload, _ name: String, _ parameters: [String], _ result: ValueType
  ) throws(NotGenerated) -> Document {
    let source = Source(name: "", text: "")
    let expressions = SwiftExpressionPrinter(
      names: names, place: SourceRange(source: source, lowerBound: 0, upperBound: 0))
    var arguments: [LoweredExpression] = []
    for (type, parameter) in zip(overload.parameters, parameters) {
      let value: ValueType =
        switch type {
        case .list: .list(.any)
        case .map: .map(key: .any, value: .any)
        default: ValueType(type)
        }
      arguments.append(LoweredExpression(.local(Local(parameter)), value, canFail: false))
    }
    let onList = SwiftLibrary.dynamicForms[overload.id]
    let type = onList?.result ?? ValueType(overload.result)
    let canFail = onList != nil || !Lowering.isTotal(overload.id)
    let call = LoweredExpression(.call(overload, name, arguments), type, canFail: canFail)
    guard result == .any else { return try expressions.trying(call) }
    return (canFail ? "try " : "") + (try expressions.dynamic(call))
  }
}

extension String {
  /// The name of a function as expressions write it: `_+_` is `+`.
  fileprivate var asWritten: String {
    if self == "@in" { return "in" }
    return contains("_") && !contains(where: \.isLetter) ? filter { $0 != "_" } : self
  }

  fileprivate var wrappedOptional: Bool { self == "optional_type" }
}
