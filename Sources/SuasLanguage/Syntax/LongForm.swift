import LibYAML
import SuasProgram
import YAML

/// The long form of a field whose default is a non-empty list or mapping, which cannot follow `=`.
///
///     ranges: list(Range) = [{ from: 1 }]
///     ranges: { type: list(Range), default: [{ from: 1 }] }
struct LongForm {
  /// `{ type: …, default: … }`, which is valid in both block and flow style.
  package let text: String

  static let reason = "a default after '=' is a scalar, [] or {}"

  /// Nil if the text is not a type with such a default.
  init?(of field: String) {
    let source = Source(name: "", text: field)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: field.utf8.count)
    var parser = TypeParser(Scalar(field, style: .plain, at: range))
    guard let (_, start) = try? parser.parseField(), let start else { return nil }
    let written = String(field.utf8Slice(start..<field.utf8.count))
    guard written.hasPrefix("[") || written.hasPrefix("{") else { return nil }
    var type = field.utf8Slice(0..<start)
    while let last = type.last, last == "=" || last == " " { type.removeLast() }
    let shown = type.contains(",") ? "\"\(type)\"" : String(type)
    text = "{ type: \(shown), default: \(written) }"
    guard let tree = try? LibYAML.parse(Source(name: "", text: text)),
      let value = tree.mapping?.last?.value, tree.mapping?.count == 2,
      value.sequence?.isEmpty == false || value.mapping?.isEmpty == false
    else { return nil }
  }
}
