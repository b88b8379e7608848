import CEL
import SuasProgram

/// Constants and expressions as texts on one line, for rules.
extension KotlinNames {
  func typeText(_ type: ValueType) -> String { self.type(type).flatText }
  func fieldTypeText(_ type: ValueType) -> String { fieldType(type).flatText }
  func literal(_ value: Value, _ type: ValueType) -> String {
    constant(value, type).document().flatText
  }
  func copied(_ record: String, _ layout: Layout, _ fields: [(Layout.Field, String)]) -> String {
    copied(
      KotlinExpression(Document(record)), layout,
      fields.map { ($0, KotlinExpression(text: $1)) }
    ).document().flatText
  }
}

extension KotlinExpressions {
  func text(
    _ code: Code, _ outer: KotlinStrength = .any, isAlone: Bool = false
  ) throws(NotGenerated) -> String {
    let expression = try expression(code, isAlone: isAlone || outer == .postfix)
    return names.qualifying(expression.document(outer)).flatText
  }
}

extension KotlinExpression {
  /// An expression that was printed before.
  init(text: String) {
    self.init(Document(text))
    isUntypedEmpty = text == "emptyList()" || text == "emptyMap()"
  }
}

extension KotlinNames {
  func made(_ layout: Layout, _ values: [String?]) -> String {
    made(layout, values.map { $0.map(KotlinExpression.init(text:)) }).document().flatText
  }
}

extension KotlinPieces {
  static func list(_ elements: [String]) -> String {
    let list: Document = list(elements.map { Document($0) })
    return list.flatText
  }

  static func divides(_ terms: [String]) -> Bool { divides(terms.map { Document($0) }) }
}
