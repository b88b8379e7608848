import YAML

extension FieldDeclaration {
  /// Reads the fields of a record; nothing is none.
  static func list(
    _ node: Node, _ what: @autoclosure () -> String, _ findings: Findings
  ) -> [FieldDeclaration]? {
    node.entries(as: what(), into: findings)?.compactMap { entry in
      Name(declaring: entry.key, "a field", findings).flatMap {
        FieldDeclaration($0, entry.value, under: entry.key, findings)
      }
    }
  }

  /// Reads `TYPE`, `TYPE = DEFAULT`, or the long form.
  private convenience init?(
    _ name: Name, _ node: Node, under key: Scalar, _ findings: Findings
  ) {
    switch node.content {
    case .scalar(let scalar):
      var parser = TypeParser(scalar)
      do throws(TypeParser.Failure) {
        let (type, defaultStart) = try parser.parseField()
        let written = defaultStart.map { Node(parsing: scalar, from: $0, findings) }
        if case .some(nil) = written { return nil }
        self.init(name: name, type: type, default: written ?? nil)
      } catch {
        findings.report(.notAType(expected: error.expected, at: error.range))
        return nil
      }
    case .mapping:
      var mapping = MappingReader(node, as: "a field", under: key, into: findings)
      let type = mapping.require("type")
      let written = mapping.value("default")
      let condition = mapping.value("where").flatMap { ExpressionSyntax($0, "'where'", findings) }
      let samples = mapping.value("samples").map { $0.items("the samples", findings) } ?? []
      let description = mapping.text("description")
      mapping.finish()
      guard let type = type.flatMap({ TypeSyntax($0, findings) }) else { return nil }
      self.init(
        name: name, type: type, default: written, condition: condition, samples: samples,
        description: description)
    case .sequence:
      findings.report(.wrongKind(node, "a field's type"))
      return nil
    }
  }
}

extension TypeSyntax {
  init?(_ node: Node, _ findings: Findings) {
    guard case .scalar(let scalar) = node.content else {
      findings.report(.wrongKind(node, "a type"))
      return nil
    }
    var parser = TypeParser(scalar)
    do throws(TypeParser.Failure) {
      self = try parser.parseWhole()
    } catch {
      findings.report(.notAType(expected: error.expected, at: error.range))
      return nil
    }
  }
}

extension Node {
  /// The value that the rest of a scalar writes: a default after `=`.
  fileprivate init?(parsing scalar: Scalar, from start: Int, _ findings: Findings) {
    let end = scalar.text.utf8.count
    let range = scalar.range(of: start..<end)
    let text = scalar.text.utf8Slice(start..<end)
    // YAML has nothing to say about a word or a number.
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
      findings.report(.notADefault(LongForm(of: scalar.text)?.text, at: range))
      return nil
    }
  }

  /// What a part of a source is as a text of its own.
  private static func content(of text: Substring, in source: Source) -> Content? {
    (try? YAML.parse(Source(name: source.name, text: String(text))))?.content
  }
}

extension Substring {
  /// Whether the text begins with a letter or a digit, and has but these, `_` and `.` in it.
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
