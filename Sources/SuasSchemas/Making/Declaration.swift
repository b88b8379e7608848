import YAML

/// A type that is declared for a schema.
struct Declaration {
  enum Body {
    case choice([String])
    case record([Field])
    case variant([(name: String, fields: [Field])])
  }

  struct Field {
    let name: String
    var value: ValueType
    var `default`: Literal?
    var description: String?
    var isSensitive = false
    let range: SourceRange
  }

  let name: String
  var body: Body
  var description: String?
  /// The number of the named schema to which it belongs.
  let group: Int
}

extension Declaration {
  /// The fields of a record, or of all cases.
  var fields: [Field] {
    switch body {
    case .choice: []
    case .record(let fields): fields
    case .variant(let cases): cases.flatMap(\.fields)
    }
  }

  /// Changes each field.
  mutating func update(_ change: (inout Field) -> Void) {
    switch body {
    case .choice: break
    case .record(var fields):
      for index in fields.indices { change(&fields[index]) }
      body = .record(fields)
    case .variant(var cases):
      for index in cases.indices {
        for field in cases[index].fields.indices { change(&cases[index].fields[field]) }
      }
      body = .variant(cases)
    }
  }
}

/// A value that is written in a spec.
struct Literal {
  let draft: Draft
  /// The value as an expression.
  let expression: String
  /// The value in the short form of a field, behind `=`; nil if it asks for the long form.
  var short: String?
}
