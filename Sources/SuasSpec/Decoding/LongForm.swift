import YAML

/// The long form of a field whose default is a list or mapping with something in it, which has no
/// place after `=`.
///
///     ranges: list(Range) = [{ from: 1 }]
///     ranges: { type: list(Range), default: [{ from: 1 }] }
struct LongForm {
  /// `{ type: …, default: … }`, which stands in block and flow alike.
  let text: String

  static let reason = "a default after '=' is a scalar, [] or {}"

  /// Nil where the text is no type with such a default.
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
    guard let tree = try? YAML.parse(Source(name: "", text: text)),
      let value = tree.mapping?.last?.value, tree.mapping?.count == 2,
      value.sequence?.isEmpty == false || value.mapping?.isEmpty == false
    else { return nil }
  }
}
