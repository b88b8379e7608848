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
    guard let (type, written) = Self.divided(field),
      written.hasPrefix("[") || written.hasPrefix("{")
    else { return nil }
    text = "{ \(Self.entries(type, "default", written)) }"
    guard let tree = try? LibYAML.parse(Source(name: "", text: text)),
      let value = tree.mapping?.last?.value, tree.mapping?.count == 2,
      value.sequence?.isEmpty == false || value.mapping?.isEmpty == false
    else { return nil }
  }

  /// The type and the default of a text `TYPE = DEFAULT`; nil for another text.
  static func divided(_ field: String) -> (type: String, default: String)? {
    var parser = TypeParser(field)
    guard let (_, start) = try? parser.parseField(), let start else { return nil }
    var type = field.utf8Slice(0..<start)
    while let last = type.last, last == "=" || last == " " { type.removeLast() }
    return (String(type), String(field.utf8Slice(start..<field.utf8.count)))
  }

  /// The entries of a mapping in flow style for a type and a default.
  static func entries(_ type: String, _ key: String, _ written: String) -> String {
    "type: \(type.contains(",") ? "\"\(type)\"" : type), \(key): \(written)"
  }
}
