internal import CYaml
public import YAML

/// Parses a text as one YAML document under the 1.2 core schema.
///
/// Tags, merge keys, duplicate keys, keys that are not scalars and further documents are errors. An
/// empty document is a null scalar with an empty range. Values may be nested 128 levels deep,
/// aliases may expand to 100,000 values in all, and a file may hold 1,500,000.
///
/// - Throws: All errors in the text, as far as it could be read.
public func parse(_ source: Source) throws(Diagnostics) -> Node {
  guard source.utf8.count <= Source.maximumSize else {
    throw Diagnostics([.fileTooLarge(source.name)])
  }
  let result = TextBytes.lending(source.utf8) { bytes -> Result<Node, Diagnostics> in
    let survey = TextSurvey(of: bytes)
    if let diagnostic = survey.diagnostic(in: source, bytes) {
      return .failure(Diagnostics([diagnostic]))
    }
    if let place = survey.oldLineBreak {
      return .failure(Diagnostics([.oldLineBreak(at: place, in: source, bytes)]))
    }
    return compose(source, bytes, MarkOffsets(bytes: bytes, isASCII: survey.isASCII))
  }
  do throws(Diagnostics) {
    return try result.get()
  } catch {
    throw error.naming(ConflictMarker(in: source))
  }
}

/// Builds the tree of a text that passed the survey.
private func compose(
  _ source: Source, _ bytes: TextBytes, _ offsets: MarkOffsets
) -> Result<Node, Diagnostics> {
  var composer = Composer(source: source, bytes: bytes)
  var reader = EventReader(bytes: bytes, offsets: offsets)
  defer { reader.close() }
  reader.read(into: &composer)
  guard reader.refusedEscape || composer.hasCutName || reader.hasFailedAtName(bytes) else {
    return composer.result()
  }
  let masked = MaskedText(bytes)
  return masked.isEmpty ? composer.result() : compose(source, bytes, masked)
}

/// Builds the tree of a text from a masked copy of it.
func compose(
  _ source: Source, _ bytes: TextBytes, _ masked: MaskedText
) -> Result<Node, Diagnostics> {
  TextBytes.lending(masked.bytes) { copy in
    var composer = Composer(source: source, bytes: bytes, masking: masked)
    var reader = EventReader(bytes: copy, offsets: MarkOffsets(bytes: copy))
    defer { reader.close() }
    reader.read(into: &composer)
    return composer.result()
  }
}

/// Runs libyaml on a text and passes its events on.
private struct EventReader {
  // libyaml's parser points into itself and must not move.
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private var offsets: MarkOffsets
  /// True if the text cannot be read because of an escape that denotes no character.
  private(set) var refusedEscape = false
  /// The place of libyaml's error, and the start of the part that it was reading.
  private var failure: (place: Int, context: Int)?

  init(bytes: TextBytes, offsets: MarkOffsets) {
    self.offsets = offsets
    parser = .allocate(capacity: 1)
    yaml_parser_initialize(parser)
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(parser, bytes.buffer.baseAddress, bytes.count)
  }

  func close() {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Reads the first document. Content after it is detected but not parsed.
  mutating func read(into composer: inout Composer) {
    // libyaml compares each %TAG with all earlier ones, which is slow; tags are refused anyway.
    if let directive = composer.tagDirective() {
      composer.fail(.tagDirective(at: SourceRange(composer.source, directive)))
      return
    }
    var event = yaml_event_t()
    while !composer.hasFailed {
      guard yaml_parser_parse(parser, &event) == 1 else {
        composer.fail(problem(in: composer.source))
        refusedEscape = parser.pointee.problem.map { String(cString: $0) } == Diagnostic.noCharacter
        return
      }
      defer { yaml_event_delete(&event) }
      let start = offsets.offset(of: event.start_mark.index)
      switch event.type {
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        let properties = properties(scalar.anchor, scalar.tag)
        let end = offsets.offset(of: event.end_mark.index)
        let value = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        let text = String(decoding: value, as: UTF8.self)
        composer.scalar(text, style: .init(scalar.style), start..<end, properties)
      case YAML_MAPPING_START_EVENT:
        let mapping = event.data.mapping_start
        let properties = properties(mapping.anchor, mapping.tag)
        composer.begin(
          .mapping, isFlow: mapping.style == YAML_FLOW_MAPPING_STYLE, at: start, properties)
      case YAML_SEQUENCE_START_EVENT:
        let sequence = event.data.sequence_start
        let properties = properties(sequence.anchor, sequence.tag)
        composer.begin(
          .sequence, isFlow: sequence.style == YAML_FLOW_SEQUENCE_STYLE, at: start, properties)
      case YAML_MAPPING_END_EVENT, YAML_SEQUENCE_END_EVENT:
        composer.end(at: offsets.offset(of: event.end_mark.index))
      case YAML_ALIAS_EVENT:
        let end = offsets.offset(of: event.end_mark.index)
        composer.alias(start..<end)
      case YAML_DOCUMENT_END_EVENT:
        composer.endDocument(at: offsets.offset(of: event.end_mark.index))
        return
      case YAML_STREAM_END_EVENT:
        return
      default:
        break
      }
    }
  }

  /// True if libyaml has failed at the name of an anchor or alias that it ends too early.
  func hasFailedAtName(_ bytes: TextBytes) -> Bool {
    guard let failure else { return false }
    return MaskedText.names(in: bytes).contains { name in
      name.lowerBound - 1...name.upperBound ~= failure.place
        || name.lowerBound - 1 == failure.context
    }
  }

  private func properties(
    _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?
  ) -> Composer.Properties? {
    if anchor == nil && tag == nil { return nil }
    return Composer.Properties(anchor: text(anchor))
  }

  private func text(_ name: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    name.map { String(cString: $0) }
  }

  /// The diagnostic for libyaml's error.
  private mutating func problem(in source: Source) -> Diagnostic {
    let parser = parser.pointee
    let problem = parser.problem.map { String(cString: $0) } ?? "the text cannot be read"
    let offset = offsets.offset(of: parser.problem_mark.index)
    failure = (offset, offsets.offset(of: parser.context_mark.index))
    let context = parser.context.map { words in
      let offset = offsets.offset(of: parser.context_mark.index)
      return (String(cString: words), SourceRange(source, offset..<offset))
    }
    return .syntax(
      problem: problem, at: SourceRange(source, offset..<offset), context: context)
  }
}

extension Scalar.Style {
  fileprivate init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}
