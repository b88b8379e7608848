/// A statement of a function of rules.
struct KotlinStatement {
  enum Form {
    /// Puts another record in the place of the last one.
    case assignment(of: String, KotlinExpression)
    case other(Document)
  }

  let form: Form
  /// The estimated size of its code.
  let size: Int
  /// True if it puts another record in the place of the last one, or something inside of it does.
  var writes = false
  /// The names that it gives to values, for the statements after it.
  var names: [String] = []
  /// The record that comes next or null, if the statement only assigns one that counts.
  var choice: KotlinExpression?
  /// True if the code after the statements cannot be reached.
  var ends = false

  var document: Document {
    switch form {
    case .assignment(let name, let value): value.assigned(to: "\(name: name)")
    case .other(let document): document
    }
  }

  /// The value of an assignment; nil for another statement.
  var assigned: KotlinExpression? {
    if case .assignment(_, let value) = form { value } else { nil }
  }
}

/// The statements of a function or between braces.
struct KotlinBlock {
  var statements: [KotlinStatement]
  /// The types of the names that the statements can read.
  let types: [String: Document]

  var size: Int { statements.reduce(0) { $0 + $1.size } }
  var writes: Bool { statements.contains(where: \.writes) }
  var documents: [Document] { statements.map(\.document) }
}
