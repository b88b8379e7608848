import Values
import YAML

/// The condition for a limit of values; nil if there is nothing to judge.
extension Condition {
  /// - Throws: The reason why a limit cannot be expressed.
  init?(_ limit: Schema.Limit, of schema: Schema, on type: TypeName) throws(Unjudged) {
    let keyword = limit.keyword.text
    switch type {
    case .plain("string"): try self.init(text: keyword, limit.value)
    case .plain("int"): try self.init(int: keyword, limit.value, schema)
    case .plain("double"): try self.init(double: keyword, limit.value, schema)
    case .list where keyword == "uniqueItems":
      guard limit.value.resolved == .bool(true) else { return nil }
      self.init { "size(\($0).distinct()) == size(\($0))" }
    case .list: try self.init(size: keyword, limit.value, ofWord: "Items")
    case .map: try self.init(size: keyword, limit.value, ofWord: "Properties")
    case .plain("bool"), .optional: return nil
    case .plain, .declared: throw Unjudged()
    }
  }

  /// A limit that cannot be expressed.
  struct Unjudged: Error {}

  private init?(text keyword: String, _ value: Scalar) throws(Unjudged) {
    guard keyword == "pattern" else {
      try self.init(size: keyword, value, ofWord: "Length")
      return
    }
    let pattern = value.text.quoted
    // Patterns of JavaScript may look ahead or back.
    guard Self.evaluate("\"\".matches(\(pattern))") != nil else { throw Unjudged() }
    self.init { "\($0).matches(\(pattern))" }
  }

  private init?(size keyword: String, _ value: Scalar, ofWord word: String) throws(Unjudged) {
    let sign: String
    switch keyword {
    case "min\(word)": sign = ">="
    case "max\(word)": sign = "<="
    default: return nil
    }
    guard let size = value.wholeNumber, size >= 0 else { throw Unjudged() }
    guard sign == "<=" || size > 0 else { return nil }
    self.init { "size(\($0)) \(sign) \(size)" }
  }

  private init?(int keyword: String, _ value: Scalar, _ schema: Schema) throws(Unjudged) {
    if keyword == "multipleOf" {
      guard let factor = value.wholeNumber, factor > 0 else { throw Unjudged() }
      guard factor > 1 else { return nil }
      self.init { "\($0) % \(factor) == 0" }
      return
    }
    guard let sign = Self.sign(of: keyword, value, schema) else { return nil }
    if let bound = value.wholeNumber {
      // The smallest int has no literal of its own.
      guard bound != .min else { return nil }
      self.init { "\($0) \(sign) \(bound)" }
      return
    }
    guard let bound = value.number else { throw Unjudged() }
    let isBelow = sign.hasPrefix(">")
    // A bound that every int meets needs no condition.
    if isBelow ? bound < -9.2e18 : bound > 9.2e18 { return nil }
    guard let whole = Int64(exactly: bound.rounded(isBelow ? .up : .down)) else { throw Unjudged() }
    let isWhole = Double(whole) == bound
    self.init { "\($0) \(isWhole ? sign : isBelow ? ">=" : "<=") \(whole)" }
  }

  private init?(double keyword: String, _ value: Scalar, _ schema: Schema) throws(Unjudged) {
    guard keyword != "multipleOf" else { throw Unjudged() }
    guard let sign = Self.sign(of: keyword, value, schema) else { return nil }
    guard let bound = value.number else { throw Unjudged() }
    self.init { "\($0) \(sign) \(bound)" }
  }

  /// The sign for a bound of numbers; nil for a keyword that sets none.
  private static func sign(of keyword: String, _ value: Scalar, _ schema: Schema) -> String? {
    // Up to draft 4, and so in OpenAPI 3.0, a boolean makes the other bound an exclusive one.
    func isExclusive(_ keyword: String) -> Bool {
      schema.limits.contains { $0.keyword.text == keyword && $0.value.resolved == .bool(true) }
    }
    if case .bool = value.resolved { return nil }
    switch keyword {
    case "minimum": return isExclusive("exclusiveMinimum") ? ">" : ">="
    case "maximum": return isExclusive("exclusiveMaximum") ? "<" : "<="
    case "exclusiveMinimum": return ">"
    case "exclusiveMaximum": return "<"
    default: return nil
    }
  }
}

extension Scalar {
  /// The number, if it is a whole one; `3.0` is.
  var wholeNumber: Int64? {
    switch resolved {
    case .int(let number): number
    case .double(let number) where abs(number) < 9e15: Int64(exactly: number)
    default: nil
    }
  }

  /// The number, if it is finite.
  var number: Double? {
    switch resolved {
    case .int(let number): Double(number)
    case .double(let number) where number.isFinite: number
    default: nil
    }
  }
}
