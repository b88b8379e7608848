import CEL
import SuasProgram
import YAML

/// Scalars: literals read by the declared type, and `${…}`.
extension ValueReader {
  func read(_ scalar: Scalar, as type: FieldType) -> CheckedTemplate? {
    sink.readings?.request(.value(type), at: scalar.range)
    if isLiteral { return readLiteral(scalar.text, scalar, as: type) }
    guard !takesText(type) || !reportIfCutOff(scalar) else { return nil }
    if takesText(type), case .optional = type { warnOfFamiliarNull(scalar) }
    guard scalar.text.holds(UInt8(ascii: "$")) else {
      if takesText(type) { warnOfFamiliarInterpolation(in: scalar) }
      return reportIfExpressionLike(scalar, as: type)
        ? nil : readLiteral(scalar.text, scalar, as: type)
    }
    guard let segments = segments(of: scalar) else { return nil }
    if takesText(type) { warnOfFamiliarInterpolation(in: scalar) }
    if let code = scalar.wholeExpression(segments) {
      return template(code, of: scalar, as: type)
    }
    if segments.contains(where: { if case .expression = $0 { true } else { false } }) {
      return reportIfJoined(segments, in: scalar) ? nil : readText(segments, of: scalar, as: type)
    }
    guard !reportIfExpressionLike(scalar, as: type) else { return nil }
    var text = ""
    for case .text(let part) in segments { text += part }
    return readLiteral(text, scalar, as: type)
  }

  /// Reads a node as text; any kind of scalar can be interpolated in it.
  func readText(_ node: Node, _ what: String) -> CheckedTemplate? {
    node.scalar(what, sink).flatMap(readPieces)
  }

  /// Reads a scalar as text: literal parts and expressions.
  func readPieces(_ scalar: Scalar) -> CheckedTemplate? {
    guard !reportIfCutOff(scalar), let segments = segments(of: scalar),
      !reportIfExpressionLike(scalar, as: .string),
      !reportIfJoined(segments, in: scalar)
    else { return nil }
    warnOfFamiliarInterpolation(in: scalar)
    return readText(segments, of: scalar, as: .string)
  }

  /// Reads a value without a declared type, and returns the type that it has.
  func readFree(_ node: Node) -> (template: CheckedTemplate, type: Type)? {
    if let (scalar, code) = wholeExpression(node) {
      return compile(code, of: scalar).map { (.computed($0, .proven), $0.provenType) }
    }
    return read(node, as: .any).map { ($0, .dyn) }
  }

  /// Returns the range of the code in a value that is a single `${…}`; nil for any other value.
  func wholeExpression(_ node: Node) -> (scalar: Scalar, code: Range<Int>)? {
    guard let scalar = node.scalar, let code = wholeExpression(in: scalar) else { return nil }
    return (scalar, code)
  }

  private func wholeExpression(in scalar: Scalar) -> Range<Int>? {
    guard case .success(let segments) = Interpolation.segments(of: scalar.text) else { return nil }
    return scalar.wholeExpression(segments)
  }

  /// Splits a scalar into text and expressions; nil if a `${` is not closed, which is reported.
  private func segments(of scalar: Scalar) -> [Interpolation.Segment]? {
    switch Interpolation.segments(of: scalar.text) {
    case .success(let segments): return segments
    case .failure(let unclosed):
      sink.report(
        .unclosedInterpolation(at: scalar.range(of: unclosed.offset..<unclosed.offset + 2)))
      return nil
    }
  }

  /// Reports a plain scalar that was meant to be an expression; returns true if it did.
  private func reportIfExpressionLike(_ scalar: Scalar, as type: FieldType) -> Bool {
    guard scalar.style == .plain, let meant = expressionLike(scalar.text, as: type) else {
      return false
    }
    sink.report(.looksLikeExpression(scalar, meant: meant))
    return true
  }

  /// Reports a plain scalar that YAML ends at a comment which was meant as a part of it; returns true if it did.
  private func reportIfCutOff(_ scalar: Scalar) -> Bool {
    guard scalar.style == .plain, let rest = scalar.comment else { return false }
    let whole = "\(scalar.text) \(rest)"
    let isExpression = scalar.text.hasOpenQuote && (try? environment.parse(whole)) != nil
    guard isExpression || rest.hasPrefix("#${") && wholeExpression(in: scalar) == nil else {
      return false
    }
    sink.report(.cutOff(scalar, whole: whole))
    return true
  }

  /// Warns of a value that is put into a text as other languages do.
  private func warnOfFamiliarInterpolation(in scalar: Scalar) {
    guard let usage = vocabulary?.usage, !usage.isFull else { return }
    if let meant = FamiliarInterpolation(scalar.text, path: pathInText) {
      usage.warn(.familiarInterpolation(meant, in: scalar))
    } else if holdsPrice(scalar.text) {
      usage.warn(.escapedInterpolation(at: scalar.range))
    }
  }

  /// The path that is meant by a name in a text: the name itself, or a field of the action.
  func pathInText(_ name: String) -> String? {
    if isInScope(name) { return name }
    guard case .record(let action)? = environment.type(ofVariable: "action"),
      environment.types[action]?.slot(of: name) != nil
    else { return nil }
    return "action.\(name)"
  }

  /// True if a text has one `$${name}` in it, at its beginning or after a blank, as for a price.
  private func holdsPrice(_ text: String) -> Bool {
    guard text.holds(UInt8(ascii: "$")) else { return false }
    let bytes = Array(text.utf8)
    let places = bytes.indices.filter { bytes[$0...].starts(with: "$${".utf8) }
    guard places.count == 1, let place = places.first,
      place == 0 || bytes[place - 1].isBlank
    else { return false }
    return pathInText(
      String(decoding: bytes[(place + 3)...].prefix(while: \.isWord), as: UTF8.self)) != nil
  }

  /// Warns of a word that other languages have for null, in a place for null or a text.
  private func warnOfFamiliarNull(_ scalar: Scalar) {
    guard scalar.style == .plain, FamiliarWords.nulls.contains(scalar.text) else { return }
    vocabulary?.usage.warn(.familiarNull(scalar))
  }

  /// True for a type in whose places any text can stand.
  private func takesText(_ type: FieldType) -> Bool {
    type.unwrapped == .string || type.unwrapped == .any
  }

  /// Reports a plain scalar that joins `${…}` with quoted texts, as CEL does; returns true if it did.
  private func reportIfJoined(_ segments: [Interpolation.Segment], in scalar: Scalar) -> Bool {
    guard scalar.style == .plain, let whole = Interpolation.joined(segments, of: scalar.text)
    else { return false }
    sink.report(.joinsInterpolations(scalar, as: whole))
    return true
  }

  /// Reads text that contains expressions.
  private func readText(
    _ segments: [Interpolation.Segment], of scalar: Scalar, as type: FieldType
  ) -> CheckedTemplate? {
    var type = type
    if case .optional(let wrapped) = type { type = wrapped }
    let fit: Fit
    switch type {
    case .string, .any: fit = .proven
    case .enumeration: fit = judging(type)
    default:
      sink.report(
        .typeMismatch("text stands where \(type.withArticle) is needed", at: scalar.range))
      return nil
    }
    var pieces: [CheckedTemplate.Piece] = []
    var isSound = true
    for segment in segments {
      switch segment {
      case .text(let text): pieces.append(.text(text))
      case .expression(let code):
        guard let expression = compile(code, of: scalar) else {
          isSound = false
          continue
        }
        guard expression.type.canBeInterpolated else {
          sink.report(.cannotBeText(expression.type, at: scalar.range(of: code)))
          isSound = false
          continue
        }
        pieces.append(.computed(expression))
      }
    }
    guard isSound else { return nil }
    let text = CheckedTemplate.text(pieces, fit)
    guard let constantFailure else { return text }
    return evaluate(text, constantFailure, at: scalar.range).map(CheckedTemplate.constant)
  }

  private func readLiteral(_ text: String, _ scalar: Scalar, as type: FieldType) -> CheckedTemplate?
  {
    if scalar.resolved != .null, case .record(let name) = type.unwrapped,
      let record = types.records[name], record.isVariant
    {
      if record.shape.slot(of: text) != nil {
        sink.readings?.mention(Symbol(.field, text, in: name), at: scalar)
      }
      return readCase(named: text, of: record, at: scalar.range)
    }
    return readConstant(text, scalar, as: type).map(CheckedTemplate.constant)
  }

  /// Reads a literal as a value of the expected type.
  private func readConstant(_ text: String, _ scalar: Scalar, as type: FieldType) -> Value? {
    switch (type, scalar.resolved) {
    case (.optional, .null), (.any, .null):
      return .null
    case (.optional(let wrapped), _):
      return readConstant(text, scalar, as: wrapped)
    case (.any, .bool(let value)), (.bool, .bool(let value)):
      return .bool(value)
    case (.any, .int(let value)), (.int, .int(let value)):
      return .int(value)
    case (.any, .double) where scalar.isIntegerOutOfRange,
      (.int, .double) where scalar.isIntegerOutOfRange:
      sink.report(.integerOutOfRange(scalar))
      return nil
    case (.any, .double(let value)), (.double, .double(let value)):
      return .double(value)
    case (.double, .int(let value)):
      return .double(Double(value))
    case (.any, .outOfRange), (.double, .outOfRange), (.int, .outOfRange):
      sink.report(.outOfRange(scalar))
      return nil
    case (.any, .string):
      return .string(text)
    case (.string, let resolved) where resolved != .null:
      return .string(text)
    case (.timestamp, let resolved) where resolved != .null:
      guard let timestamp = Timestamp(text) else {
        sink.report(.notATimestamp(text, at: scalar.range))
        return nil
      }
      return .timestamp(timestamp)
    case (.duration, let resolved) where resolved != .null:
      guard let duration = CEL.Duration(text) else {
        sink.report(.notADuration(text, at: scalar.range))
        return nil
      }
      return .duration(duration)
    case (.enumeration(let name), let resolved) where resolved != .null:
      guard let type = types.enums[name] else { return nil }
      guard type.has(text) else {
        report(.unknownCase(text, of: name, among: type.cases, at: scalar.range), for: scalar)
        return nil
      }
      sink.readings?.mention(Symbol(.enumCase, text, in: name), at: scalar)
      return .string(text)
    default:
      report(.unfit(scalar, for: type), for: scalar)
      return nil
    }
  }

  /// Reports a text that does not fit its place, with the help to mark it if it is an expression.
  func report(_ diagnostic: Diagnostic, for scalar: Scalar) {
    var diagnostic = diagnostic
    if !isLiteral, scalar.resolved == .string, !scalar.range.text.contains("\n"),
      let meant = meantExpression(scalar.text)
    {
      let written = scalar.marking(meant)
      diagnostic.help.append("an expression stands in ${ }: write \(written)")
      diagnostic.fixes.append(Diagnostic.Fix(scalar.range, replacement: written))
    }
    sink.report(diagnostic)
  }

  /// The expression that a text is, if it mentions a name in scope; `not`, `and` and `or` stand for the signs
  /// that CEL has for them.
  private func meantExpression(_ text: String) -> String? {
    let negation = "not "
    let isNegated = text.hasPrefix(negation)
    let written = isNegated ? String(text.dropFirst(negation.count)) : text
    let translated = environment.translation(of: written)
    let readings = [written, written.withOperatorsForWords, translated ?? written].lazy
      .compactMap { reading in
        (try? environment.parse(reading)).map { (text: reading, expression: $0) }
      }
    guard let (operand, expression) = readings.first, mentionsName(expression) else { return nil }
    if !isNegated { return operand }
    if case .ident = expression.kind { return "!\(operand)" }
    return "!(\(operand))"
  }

  /// True if an expression mentions a name in scope.
  private func mentionsName(_ expression: Expr) -> Bool {
    switch expression.kind {
    case .ident(let name): isInScope(name)
    case .comprehension(let it): mentionsName(it.range)
    default: expression.children.contains(where: mentionsName)
    }
  }

  /// The name in scope that an expression is.
  private func nameInScope(_ expression: Expr) -> String? {
    if case .ident(let name) = expression.kind, isInScope(name) { name } else { nil }
  }

  func isInScope(_ name: String) -> Bool {
    environment.declares(name) || vocabulary?[name] != nil
  }

  /// Returns the name in scope that a text, if it is CEL, selects from, indexes or calls; or, where the text
  /// would be taken as such, joins with a quoted text or tests; and the expression that is meant.
  private func expressionLike(_ text: String, as type: FieldType) -> MeantExpression? {
    guard text.utf8.contains(where: "\"'.[(=&|?<>".utf8.contains), !isCase(text, of: type) else {
      return nil
    }
    let text = environment.translation(of: text) ?? text
    guard let expression = try? environment.parse(text) else { return nil }
    if let name = accessedName(in: expression) { return MeantExpression(code: text, name: name) }
    if case .call(let function, nil, let arguments) = expression.kind, arguments.isEmpty {
      switch function.text {
      case "uuid": return MeantExpression(code: text, name: "uuid")
      case "now": return MeantExpression(code: "now", name: "now")
      default: break
      }
    }
    guard takesText(type) else { return nil }
    if let name = testedName(in: expression) { return MeantExpression(code: text, name: name) }
    // What is only shown to people may well be named like a part of a state.
    guard type == .any else { return nil }
    return stateKey(in: expression).map {
      MeantExpression(code: "store.\(text)", name: $0, isStateKey: true)
    }
  }

  /// True if a text is a case of a type as other languages write it: behind a dot, and what is before it.
  private func isCase(_ text: String, of type: FieldType) -> Bool {
    guard let dot = text.lastIndex(of: ".") else { return false }
    let name = String(text[dot...].dropFirst())
    switch type.unwrapped {
    case .enumeration(let type): return types.enums[type]?.has(name) ?? false
    case .record(let type):
      return types.records[type].map { $0.isVariant && $0.shape.slot(of: name) != nil } ?? false
    default: return false
    }
  }

  /// Returns the state key from which a path begins, without the `store` before it.
  private func stateKey(in expression: Expr) -> String? {
    guard case .record(let name)? = environment.type(ofVariable: "store"),
      let store = environment.types[name], case .select(let operand, let field, _) = expression.kind
    else { return nil }
    guard case .ident(let key) = operand.kind else { return stateKey(in: operand) }
    guard let slot = store.slot(of: key), case .record(let state) = store.fields[slot].type,
      environment.types[state]?.slot(of: field.text) != nil
    else { return nil }
    return key
  }

  /// Returns the name in scope of an operator that joins it with a quoted text, or tests it, as hardly
  /// any text does.
  private func testedName(in expression: Expr) -> String? {
    guard expression.joinsText || expression.isTest else { return nil }
    return expression.children.firstValue { operand in
      guard case .ident(let name) = operand.kind else { return testedName(in: operand) }
      return isInScope(name) ? name : nil
    }
  }

  /// Returns the name in scope that a selection, an index, a method call or a macro begins with, or
  /// the first such name among the parts of an operator or the arguments of a function.
  private func accessedName(in expression: Expr) -> String? {
    if let operand = expression.operand {
      guard case .ident(let name) = operand.kind else { return accessedName(in: operand) }
      return isInScope(name) ? name : nil
    }
    if case .call(let function, nil, let arguments) = expression.kind {
      guard environment.hasFunction(function.text) else { return nil }
      if environment.definesFunction(function.text) { return function.text }
      // An operator may well stand between words.
      if !function.text.hasPrefix("_"), let name = arguments.firstValue(nameInScope) { return name }
    }
    return expression.children.firstValue(accessedName)
  }
}

/// An expression that was meant by a text.
struct MeantExpression {
  let code: String
  /// The name in it that shows so.
  let name: String
  /// True if the name is a state key, which is in scope as a part of `store` alone.
  var isStateKey = false
}

extension Expr {
  /// True if the expression is a comparison, a condition, or what joins them.
  fileprivate var isTest: Bool {
    switch kind {
    case .and, .or, .conditional: true
    case .call(let name, nil, let operands):
      ["_==_", "_!=_", "_<=_", "_>=_"].contains(name.text)
        || ["_<_", "_>_"].contains(name.text) && operands.contains(where: \.isNumber)
    default: false
    }
  }

  private var isNumber: Bool {
    switch kind {
    case .literal(.int), .literal(.double): true
    default: false
    }
  }

  /// The operand of a selection, an index, a method call or a macro; nil for another expression.
  fileprivate var operand: Expr? {
    switch kind {
    case .select(let operand, _, _), .has(let operand, _), .index(let operand, _, _),
      .call(_, let operand?, _):
      operand
    case .comprehension(let it): it.range
    default: nil
    }
  }
}

extension Type {
  /// True if a value of the type can be interpolated in text.
  var canBeInterpolated: Bool {
    switch self {
    case .list, .map, .record, .null, .type, .nullable: false
    default: true
    }
  }
}

extension String {
  /// True if a double quote in the text is not closed.
  fileprivate var hasOpenQuote: Bool {
    split(separator: "\"", omittingEmptySubsequences: false).count.isMultiple(of: 2)
  }

  /// The text with CEL's operators in the places of `and` and `or` outside of quoted texts.
  fileprivate var withOperatorsForWords: String {
    var result = ""
    var quote: Character?
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if !result.isEmpty { result += " " }
      switch (word, quote) {
      case ("and", nil): result += "&&"
      case ("or", nil): result += "||"
      default: result += word
      }
      for character in word where character == "'" || character == "\"" {
        if quote == nil {
          quote = character
        } else if quote == character {
          quote = nil
        }
      }
    }
    return result
  }
}

extension Scalar {
  /// The comment that stands behind the scalar, from its `#` to the end of the line.
  fileprivate var comment: Substring? {
    let bytes = range.source.utf8
    var start = range.upperBound
    while start < bytes.count, bytes[start].isBlank { start += 1 }
    guard start > range.upperBound, start < bytes.count, bytes[start] == UInt8(ascii: "#") else {
      return nil
    }
    let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
    return Substring(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Returns the range of the code in a scalar that is a single `${…}`; nil for any other text.
  fileprivate func wholeExpression(_ segments: [Interpolation.Segment]) -> Range<Int>? {
    guard case .expression(let code)? = segments.first,
      segments.dropFirst().allSatisfy(isBlockEnd)
    else { return nil }
    return code
  }

  /// True if a segment is only the line breaks at the end of a block scalar, which nobody means.
  fileprivate func isBlockEnd(_ segment: Interpolation.Segment) -> Bool {
    guard style == .literal || style == .folded, case .text(let text) = segment else {
      return false
    }
    return text.allSatisfy(\.isNewline)
  }
}
