/// A statement of a function of rules.
struct TypeScriptStatement {
  enum Form {
    /// Puts another record in the place of the last one.
    case assignment(of: String, TypeScriptExpression)
    case other(Document)
  }

  let form: Form
  /// True if it names a value for the statements after it.
  var binds = false
  /// The record that comes next or null, if the statement only assigns one that counts.
  var choice: TypeScriptExpression?
  /// True if what follows cannot be reached.
  var ends = false

  init(_ form: Form) { self.form = form }

  init(_ document: Document, binds: Bool = false, ends: Bool = false) {
    form = .other(document)
    self.binds = binds
    self.ends = ends
  }

  var document: Document {
    switch form {
    case .assignment(let name, let value): "\(value.assigned(to: "\(name: name)"));"
    case .other(let document): document
    }
  }

  /// The value of an assignment; nil for another statement.
  var assigned: TypeScriptExpression? {
    if case .assignment(_, let value) = form { value } else { nil }
  }
}
