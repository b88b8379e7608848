import SuasLanguage
import YAML

extension Diagnostic.Code {
  package static let notExpressed = Self("not-expressed")
}

/// Documents that are refused.
extension Diagnostic {
  static func noSchema(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongDocument, "this is no schema", at: range.start,
      help: [
        "a JSON Schema has 'type', '$defs' or the like, an OpenAPI document 'components: { schemas }'"
      ])
  }

  static func noSchemas(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongDocument, "the document has no schemas with names", at: range.start,
      help: ["they stand under 'components: { schemas }'"])
  }

  static func withoutTypes(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .wrongDocument, "no schema here has properties or cases, for which a type is declared",
      at: range.start)
  }

  static func tooManySchemas(_ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .typeTooLarge, "the schemas refer to each other too often", at: range.start,
      help: ["'--only' takes some of them"])
  }

  static func notASpec(_ diagnostic: Diagnostic, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      diagnostic.code, "the types would be no spec: \(diagnostic.message)", at: range.start,
      help: ["'--only' takes some of them"])
  }
}

/// Warnings about parts of schemas that a spec cannot express.
extension Diagnostic {
  private static func notExpressed(
    _ message: String, _ range: SourceRange, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      .notExpressed, message, at: range, severity: .warning, help: help.map { [$0] } ?? [])
  }

  static func notASchema(_ node: Node) -> Diagnostic {
    notExpressed("a schema cannot be \(node.kindName): this becomes 'any'", node.range)
  }

  static func unknownKind(_ node: Node) -> Diagnostic {
    notExpressed("this is no type of JSON", node.range)
  }

  static func outsideReference(_ range: SourceRange) -> Diagnostic {
    notExpressed(
      "this leads out of the document, and becomes 'any'", range,
      help: "put what it refers to into the document")
  }

  static func noTarget(_ reference: Scalar) -> Diagnostic {
    notExpressed("this leads nowhere in the document, and becomes 'any'", reference.range)
  }

  static func circle(_ reference: Scalar) -> Diagnostic {
    notExpressed("a schema refers to itself here, which adds nothing to it", reference.range)
  }

  static func endless(_ range: SourceRange) -> Diagnostic {
    notExpressed("this holds itself without a record between: it becomes 'any' there", range.start)
  }

  static func tooDeepSchema(_ range: SourceRange) -> Diagnostic {
    notExpressed("this is nested too deep, and becomes 'any'", range.start)
  }

  static func contradiction(_ range: SourceRange) -> Diagnostic {
    notExpressed("no value is all of this: only the first part counts", range.start)
  }

  static func noValue(_ range: SourceRange) -> Diagnostic {
    notExpressed("no value meets this schema: it becomes 'any'", range)
  }

  static func severalKinds(_ range: SourceRange) -> Diagnostic {
    notExpressed("values of several kinds become 'any'", range.start)
  }

  static func joinedObjects(_ choice: Schema.Choice) -> Diagnostic {
    let what = choice.keyword.isEmpty ? "alternatives" : "'\(choice.keyword)'"
    return notExpressed(
      "\(what) of objects: one record has the fields of all, of which a value has some",
      choice.range,
      help: "a variant reads objects that have one property, whose name is the case")
  }

  static func severalRecords(_ range: SourceRange) -> Diagnostic {
    notExpressed(
      "records that stand for each other in one that is joined become 'any'", range.start)
  }

  static func unjudgedChoice(_ choice: Schema.Choice) -> Diagnostic {
    let what = choice.keyword.isEmpty ? "the alternatives" : "'\(choice.keyword)'"
    return notExpressed("conditions that only a part of \(what) has are not judged", choice.range)
  }

  static func notACase(_ text: String, at range: SourceRange) -> Diagnostic {
    notExpressed("'\(text)' cannot be a case, so the texts are judged by a condition", range)
  }

  static func notAField(_ key: Scalar) -> Diagnostic {
    notExpressed(
      "'\(key.text)' cannot be the name of a field, and is left out", key.range,
      help:
        "names are made of letters, digits and '_', begin with no digit, and are no words of CEL")
  }

  static func onlySent(_ key: Scalar) -> Diagnostic {
    notExpressed("'\(key.text)' is only sent, so no response has it: it is left out", key.range)
  }

  static func passedOver(_ range: SourceRange) -> Diagnostic {
    notExpressed("what a record has besides its properties is passed over", range.start)
  }

  static func tuple(_ keyword: Scalar) -> Diagnostic {
    notExpressed("the elements of a list have one type: they become 'any'", keyword.range)
  }

  static func unjudged(_ keyword: Scalar) -> Diagnostic {
    notExpressed("'\(keyword.text)' is not judged here", keyword.range)
  }

  static func unjudgedNames(_ keyword: Scalar) -> Diagnostic { unjudgedNames(keyword.range) }

  static func unjudgedNames(_ range: SourceRange) -> Diagnostic {
    notExpressed(
      "the names of properties are not judged, unless they are those of an enum", range.start)
  }

  static func unjudgedValues(_ range: SourceRange) -> Diagnostic {
    notExpressed("that these are the only values is not judged", range.start)
  }

  static func unjudgedField(_ key: Scalar) -> Diagnostic {
    notExpressed("the conditions on '\(key.text)' are not judged", key.range)
  }

  static func tooLongCondition(_ range: SourceRange) -> Diagnostic {
    notExpressed("a condition as long as this is not judged", range.start)
  }

  static func unsigned(_ range: SourceRange) -> Diagnostic {
    notExpressed(
      "an int ends at 9223372036854775807: beyond, the response is a failure", range.start)
  }

  static func unfitDefault(_ range: SourceRange) -> Diagnostic {
    notExpressed("this default is left out: it does not fit, or has fields", range)
  }

  static func tooLongChain(_ range: SourceRange) -> Diagnostic {
    notExpressed("records are in one another too deep: this becomes 'any'", range)
  }
}

extension SourceRange {
  /// The place where the range begins, for what takes many lines.
  fileprivate var start: SourceRange {
    let line = source.line(around: lowerBound)
    return SourceRange(
      source: source, lowerBound: lowerBound,
      upperBound: min(upperBound, max(lowerBound, line.upperBound)))
  }
}
