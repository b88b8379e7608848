import CEL
import YAML

/// A constant or a function of a spec.
package enum Definition: Sendable {
  case constant(CheckedConstant)
  case function(CheckedFunction)

  package var name: String {
    switch self {
    case .constant(let constant): constant.name
    case .function(let function): function.name
    }
  }

  /// The place of the name.
  package var place: SourceRange {
    switch self {
    case .constant(let constant): constant.place
    case .function(let function): function.place
    }
  }

  package var noun: String {
    switch self {
    case .constant: "constant"
    case .function: "function"
    }
  }
}

package struct CheckedConstant: Sendable {
  package let name: String
  package let type: FieldType
  package let value: Value
  package let place: SourceRange

  package init(name: String, type: FieldType, value: Value, place: SourceRange) {
    self.name = name
    self.type = type
    self.value = value
    self.place = place
  }
}

package struct CheckedFunction: Sendable {
  package let name: String
  package let parameters: [(name: String, type: FieldType)]
  /// The type that the spec declares for the result; nil if it declares none.
  package let returns: FieldType?
  /// The type of the result, if the spec says or shows it.
  package let result: FieldType?
  /// The type of the result as expressions see it.
  package let resultSeen: Type
  package let body: CheckedExpression
  package let place: SourceRange

  package init(
    name: String, parameters: [(name: String, type: FieldType)], returns: FieldType?,
    result: FieldType?, resultSeen: Type, body: CheckedExpression, place: SourceRange
  ) {
    self.name = name
    self.parameters = parameters
    self.returns = returns
    self.result = result
    self.resultSeen = resultSeen
    self.body = body
    self.place = place
  }
}
