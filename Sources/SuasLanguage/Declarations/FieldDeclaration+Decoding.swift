import LibYAML
import SuasProgram
import YAML

extension FieldDeclaration {
  /// The long form of a field.
  package static let form = MappingForm<SpecValueKind>(
    "a field",
    [
      .required("type", .type, "The type."),
      .optional("default", .value, "What it holds where nothing is written."),
      .description,
      .optional("where", .expression, "A condition on `self`."),
      .optional("samples", .values, "Values worth trying."),
      .optional("sensitive", .flag, "Whether its values are kept out of logs."),
    ])

  /// Reads the fields of a record; an empty node has none.
  static func list(
    _ node: Node, _ what: @autoclosure () -> String, _ sink: DiagnosticSink, help: String? = nil
  ) -> [FieldDeclaration]? {
    node.entries(as: what(), into: sink, help: help)?.compactMap { entry in
      Name(declaring: entry.key, "a field", sink).flatMap {
        FieldDeclaration($0, entry.value, under: entry.key, sink)
      }
    }
  }

  /// Reads `TYPE`, `TYPE = DEFAULT`, or the long form.
  private convenience init?(
    _ name: Name, _ node: Node, under key: Scalar, _ sink: DiagnosticSink
  ) {
    switch node.content {
    case .scalar(let scalar):
      guard let (type, written) = Self.typeAndDefault(scalar, sink) else { return nil }
      self.init(name: name, type: type, default: written)
    case .mapping:
      var mapping = MappingReader(node, Self.form, under: key, into: sink)
      let type = mapping.require("type")
      let written = mapping.value("default")
      let condition = mapping.value("where").flatMap { ExpressionSyntax($0, "'where'", sink) }
      let samples = mapping.value("samples").map { $0.items("the samples", sink) } ?? []
      let isSensitive = mapping.flag("sensitive") ?? false
      let description = mapping.text("description")
      mapping.finish { Self.help($0.key.text) }
      guard let type = type.flatMap({ TypeSyntax($0, besides: "default", sink) }) else {
        return nil
      }
      self.init(
        name: name, type: type, default: written, condition: condition, samples: samples,
        isSensitive: isSensitive, description: description)
    case .sequence:
      sink.report(
        .wrongKind(
          node, "a field's type",
          help: "the type of a list is 'list(TYPE)'; an enum with its cases stands under 'enums'"))
      return nil
    }
  }

  /// The way to say what other schemas have a key for.
  private static func help(_ key: String) -> String? {
    switch key {
    case "nullable", "optional", "required": "a value that may be null has the type 'T?'"
    case "min", "max", "minimum", "maximum", "minLength", "maxLength", "pattern":
      "a condition on the value stands under 'where', with 'self' for the value"
    case "enum": "an enum with its cases stands under 'enums', and its name under 'type'"
    case "items": "the type of a list is 'list(TYPE)'"
    default: nil
    }
  }

  /// Reads `TYPE`, or `TYPE = DEFAULT`.
  ///
  /// - Parameter key: The key that the default has in the long form.
  package static func typeAndDefault(
    _ scalar: Scalar, _ sink: DiagnosticSink, key: String = "default"
  ) -> (type: TypeSyntax, default: Node?)? {
    var parser = TypeParser(scalar)
    do throws(TypeParser.SyntaxError) {
      let (type, defaultStart) = try parser.parseField()
      let written = defaultStart.map { Node(parsing: scalar, from: $0, sink, key) }
      if case .some(nil) = written { return nil }
      return (type, written ?? nil)
    } catch {
      sink.report(.notAType(expected: error.expected, in: scalar, at: error.range))
      return nil
    }
  }
}

extension TypeSyntax {
  /// - Parameter key: The key beside the type under which a default stands; nil if there is none.
  init?(_ node: Node, besides key: String? = nil, _ sink: DiagnosticSink) {
    guard case .scalar(let scalar) = node.content else {
      let item = node.sequence.flatMap { $0.count == 1 ? $0[0].scalar?.text : nil }
      sink.report(.wrongKind(node, "a type", help: item.map { "write list(\($0))" }))
      return nil
    }
    var parser = TypeParser(scalar)
    do throws(TypeParser.SyntaxError) {
      self = try parser.parseWhole()
    } catch {
      var diagnostic = Diagnostic.notAType(expected: error.expected, in: scalar, at: error.range)
      if let key, let (type, written) = LongForm.divided(scalar.text) {
        let entries = LongForm.entries(type, key, written)
        let isRead = (try? LibYAML.parse(Source(name: "", text: "{ \(entries) }"))) != nil
        if !written.isEmpty, isRead {
          Self.separate(scalar, entries, type, "\(key): \(written)", in: &diagnostic)
        }
      }
      sink.report(diagnostic)
      return nil
    }
  }

  /// Adds the help and the edit that give the default beside a type a line of its own, or in braces a place
  /// after the type.
  private static func separate(
    _ scalar: Scalar, _ entries: String, _ type: String, _ written: String,
    in diagnostic: inout Diagnostic
  ) {
    let reason = "beside a type the default has its own key"
    let lead = scalar.range.lead
    let indentation = lead.prefix { $0 == " " || $0 == "-" }.count
    let replacement: String
    if lead.contains("{") {
      diagnostic.help = ["\(reason): \(entries)"]
      replacement = String(entries.dropFirst("type: ".count))
    } else {
      diagnostic.help = ["\(reason): write type: \(type), and below it \(written)"]
      guard lead.dropFirst(indentation).hasPrefix("type:") else { return }
      replacement = "\(type)\n\(String(repeating: " ", count: indentation))\(written)"
    }
    diagnostic.fixes = [Diagnostic.Fix(scalar.range, replacement: replacement)]
  }
}

extension Node {
  /// Parses the rest of a scalar as a value: a default after `=`.
  fileprivate init?(
    parsing scalar: Scalar, from start: Int, _ sink: DiagnosticSink, _ valueKey: String
  ) {
    let end = scalar.text.utf8.count
    let range = scalar.range(of: start..<end)
    let text = scalar.text.utf8Slice(start..<end)
    // A word or a number needs no YAML parser.
    if text.isPlainWord {
      self.init(.scalar(Scalar(String(text), style: .plain, at: range)), at: range)
      return
    }
    switch text == "[]" ? .sequence([]) : Self.content(of: text, in: range.source) {
    case .scalar(let parsed) where start < end:
      self.init(.scalar(Scalar(parsed.text, style: parsed.style, at: range)), at: range)
    case .sequence(let nodes) where nodes.isEmpty:
      self.init(.sequence([]), at: range)
    case .mapping(let entries) where entries.isEmpty:
      self.init(.mapping([]), at: range)
    default:
      let longForm = LongForm(of: scalar.text)?.text
      sink.report(
        .notADefault(
          longForm?.replacing(", default: ", with: ", \(valueKey): ", maxReplacements: 1),
          key: valueKey, at: range))
      return nil
    }
  }

  /// Parses a part of a source as a text of its own.
  private static func content(of text: Substring, in source: Source) -> Content? {
    (try? LibYAML.parse(Source(name: source.name, text: String(text))))?.content
  }
}

extension Substring {
  /// True if the text begins with an ASCII letter or digit, and has only these, `_` and `.` in it.
  fileprivate var isPlainWord: Bool {
    guard let first = utf8.first, first != UInt8(ascii: "_"), first != UInt8(ascii: ".") else {
      return false
    }
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }
}
