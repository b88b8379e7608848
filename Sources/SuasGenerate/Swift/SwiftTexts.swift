import CEL
import SuasProgram
import YAML

/// Expressions as texts, for emitters that write no documents yet.
struct SwiftExpressions {
  private var printer: SwiftExpressionPrinter

  var names: SwiftNames { printer.names }
  var place: SourceRange {
    get { printer.place }
    set { printer.place = newValue }
  }

  init(names: SwiftNames, place: SourceRange) {
    printer = SwiftExpressionPrinter(names: names, place: place)
  }

  var inHead: SwiftExpressions {
    var head = self
    head.printer = printer.inHead
    return head
  }

  func trying(_ code: Code) throws(NotGenerated) -> String { try printer.trying(code).flatText }
  func heading(_ code: Code) throws(NotGenerated) -> String { try printer.heading(code).flatText }
  func text(
    _ code: Code, _ outer: SwiftPrecedence = .any
  ) throws(NotGenerated) -> String {
    try printer.document(code, outer).flatText
  }
  func dynamic(_ code: Code) throws(NotGenerated) -> String { try printer.dynamic(code).flatText }
  func dynamic(_ text: String, from type: ValueType) -> String {
    printer.dynamic(.name(text), from: type).flatText
  }
  func argument(_ code: Code) throws(NotGenerated) -> String { try printer.argument(code).flatText }
  func place(_ code: Code) throws(NotGenerated) -> String { try printer.place(code).flatText }
  func closure(_ variables: [String], _ body: Code) throws(NotGenerated) -> String {
    try printer.closure(variables, body).flatText
  }
}

extension SwiftNames {
  func type(_ type: ValueType) -> String { document(of: type).flatText }
  func literal(_ value: Value, _ type: ValueType) -> String {
    expression(value, type).document.flatText
  }
  func json(_ value: Value) -> String { jsonDocument(value).flatText }
  func jsonKey(_ value: Value) -> String { jsonKeyDocument(value).flatText }
  func made(_ layout: Layout, _ values: [String?]) -> String {
    construction(layout, values.map { $0.map { Document($0) } }).flatText
  }

  /// A constant or a made value where its type is known: the case of an enum stands alone.
  func typed(_ text: String, _ type: ValueType) -> String {
    switch type {
    case .enumeration, .record:
      let start = self.type(type)
      return text.hasPrefix(start + ".") && !text.hasPrefix(start + ".init")
        ? String(text.dropFirst(start.count)) : text
    default: return text
    }
  }
}
