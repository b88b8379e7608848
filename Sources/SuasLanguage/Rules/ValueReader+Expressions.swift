import CEL
import SuasProgram
import YAML

/// Expressions, compiled against the names in scope; issues are reported at their place.
extension ValueReader {
  /// Compiles an expression whose value must have a certain type.
  package func expression(_ syntax: ExpressionSyntax, as type: Type) -> CheckedExpression? {
    guard let expression = compile(syntax) else { return nil }
    return isAssignable(expression.type, to: type, at: syntax.range) ? expression : nil
  }

  /// Checks a parsed expression, whose value must have a certain type.
  func expression(parsed expression: Expr, of syntax: ExpressionSyntax, as type: Type)
    -> CheckedExpression?
  {
    guard let checked = check(expression, syntax) else { return nil }
    return isAssignable(checked.type, to: type, at: syntax.range) ? checked : nil
  }

  /// Checks a parsed part of an expression; the part's value must have a certain type.
  func expression(_ part: Expr, in syntax: ExpressionSyntax, as type: Type)
    -> CheckedExpression?
  {
    let syntax = ExpressionSyntax(part.range, of: syntax.scalar)
    guard let checked = check(part, syntax) else { return nil }
    return isAssignable(checked.type, to: type, at: syntax.range) ? checked : nil
  }

  /// Compiles an expression whose value is assigned to a place of a certain type.
  func template(_ syntax: ExpressionSyntax, as type: FieldType) -> CheckedTemplate? {
    compile(syntax.code, of: syntax.scalar, as: type).flatMap { fit($0, to: type) }
  }

  /// Compiles a `${…}` that is a whole value.
  func template(_ code: Range<Int>, of scalar: Scalar, as type: FieldType)
    -> CheckedTemplate?
  {
    compile(code, of: scalar, as: type).flatMap { fit($0, to: type) }
  }

  func parse(_ syntax: ExpressionSyntax, reporting: Bool = true) -> Expr? {
    if reporting { sink.readings?.note(syntax, self) }
    do throws(Issues) {
      return try environment.parse(
        syntax.scalar.text.utf8Part(syntax.code), offsetBy: syntax.code.lowerBound)
    } catch {
      if reporting { report(error, parsing: syntax) }
      return nil
    }
  }

  /// Returns the meaning of a path in the spec.
  func meaning(of syntax: ExpressionSyntax) -> Vocabulary.Meaning? {
    parse(syntax, reporting: false).flatMap { vocabulary?.meaning(of: $0, in: syntax.scalar) }
  }

  /// Returns the type in the spec of the value that a path leads to, if it is known.
  func type(of syntax: ExpressionSyntax) -> FieldType? {
    parse(syntax, reporting: false).flatMap { vocabulary?.type(of: $0, in: syntax.scalar) }
  }

  /// Returns the meaning in the spec of the elements of the list or map that a path leads to.
  func element(of syntax: ExpressionSyntax) -> Vocabulary.Meaning? {
    parse(syntax, reporting: false).flatMap { vocabulary?.element(of: $0, in: syntax.scalar) }
  }

  /// Returns the meaning in the spec of the keys of the map that a path leads to.
  func key(of syntax: ExpressionSyntax) -> Vocabulary.Meaning? {
    parse(syntax, reporting: false).flatMap { vocabulary?.key(of: $0, in: syntax.scalar) }
  }

  package func compile(_ syntax: ExpressionSyntax) -> CheckedExpression? {
    compile(syntax.code, of: syntax.scalar)
  }

  /// - Parameter type: The type that the value is assigned to, if it is known.
  func compile(_ code: Range<Int>, of scalar: Scalar, as type: FieldType? = nil)
    -> CheckedExpression?
  {
    let syntax = ExpressionSyntax(code, of: scalar)
    do throws(Issues) {
      let expression = try environment.parse(
        scalar.text.utf8Part(code), offsetBy: code.lowerBound)
      return check(expression, syntax, as: type)
    } catch {
      sink.readings?.note(syntax, self, expected: type)
      report(error, parsing: syntax)
      return nil
    }
  }

  /// Returns the reader for expressions that are evaluated only if a condition has a certain
  /// result: a value that cannot be null then counts as one that is never null.
  func assuming(_ condition: ExpressionSyntax, is truth: Bool = true) -> ValueReader {
    guard let expression = parse(condition, reporting: false) else { return self }
    return with(environment.assuming(expression, is: truth))
  }

  private func check(
    _ expression: Expr, _ syntax: ExpressionSyntax, as type: FieldType? = nil
  ) -> CheckedExpression? {
    do throws(Issues) {
      let tree = try environment.check(expression)
      sink.readings?.note(syntax, self, expected: type, expression, tree)
      let count = sink.count
      vocabulary?.note(expression, in: syntax.scalar, sink, as: type)
      warnOfUnguardedCases(in: tree, of: syntax.scalar)
      warnOfInterpolations(in: expression, of: syntax.scalar)
      for (operand, isNegated) in tree.root.absentNullComparisons {
        let text = String(syntax.scalar.text.utf8Slice(operand.range))
        sink.report(
          .absenceIsNotNull(
            text, isNegated: isNegated, at: syntax.scalar.range(of: operand.range)))
      }
      return sink.count == count ? CheckedExpression(tree: tree, syntax: syntax) : nil
    } catch {
      sink.readings?.note(syntax, self, expected: type)
      report(error, of: expression, in: syntax.scalar)
      return nil
    }
  }

  /// Warns of the cases in a path that no test shows to be present.
  func warnOfUnguardedCases(in path: Expr, of scalar: Scalar) {
    guard let tree = try? environment.check(path) else { return }
    warnOfUnguardedCases(in: tree, of: scalar)
  }

  private func warnOfUnguardedCases(
    in tree: CheckedExpr, of scalar: Scalar
  ) {
    guard let usage = vocabulary?.usage else { return }
    for reading in tree.unguardedCases {
      usage.warn(
        .unguardedCase(
          reading, as: scalar.text.utf8Part(reading.range), at: scalar.range(of: reading.range)))
    }
  }

  /// Reports why a text is no expression, with the one that was meant by operators of other languages.
  private func report(_ issues: Issues, parsing syntax: ExpressionSyntax) {
    let correction = sink.isFull ? nil : correction(of: syntax)
    for issue in issues.items {
      var diagnostic = Diagnostic(issue, at: syntax.scalar.range(of: issue.range))
      if let arrow = arrowHelp(syntax) { diagnostic.help = [arrow] }
      if let correction {
        diagnostic.help = ["write \(correction.shown)"]
        diagnostic.fixes = correction.fix.map { [$0] } ?? []
      }
      sink.report(diagnostic)
    }
  }

  /// The expression that was meant by operators of other languages, as it is to be written, and the edit that does so.
  private func correction(of syntax: ExpressionSyntax)
    -> (shown: String, fix: Diagnostic.Fix?)?
  {
    let (scalar, code) = (syntax.scalar, syntax.code)
    guard scalar.isShort,
      let meant = environment.translation(of: scalar.text.utf8Part(code))
    else { return nil }
    let whole = String(
      scalar.text.utf8Slice(0..<code.lowerBound) + meant
        + scalar.text.utf8Slice(code.upperBound..<scalar.text.utf8.count))
    if scalar.range.text.contains("\n") { return (meant, nil) }
    let isPlain = scalar.style == .plain && ScalarText(whole).isPlain
    let written = isPlain ? whole : ScalarText(whole).readable
    // A colon ends what YAML takes for a key.
    return (
      scalar.style == .plain && !isPlain ? written : meant,
      Diagnostic.Fix(scalar.range, replacement: written)
    )
  }

  /// The help for a condition on `item` that is written as a function, `x => condition`.
  private func arrowHelp(_ syntax: ExpressionSyntax) -> String? {
    let parts = syntax.scalar.text.utf8Part(syntax.code).split(
      separator: "=>", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].filter { !" ()".contains($0) }
    guard parts.count == 2, isInScope("item"), name.isPlainName,
      case let body = parts[1].drop(while: { $0 == " " }),
      (try? environment.parse(String(body))) != nil
    else { return nil }
    return "write \(body)" + (name == "item" ? "" : ", and beside it 'as: \(name)'")
  }

  /// Warns of the texts in an expression that put values into them, as only texts around expressions do.
  private func warnOfInterpolations(in expression: Expr, of scalar: Scalar) {
    guard let usage = vocabulary?.usage, !usage.isFull else { return }
    for literal in expression.texts {
      guard
        let meant = FamiliarInterpolation(literal.text, readsOwn: true, path: pathInText)
      else { continue }
      let sum = meant.parts.map { part in
        switch part {
        case .text(let text): return text.quoted
        case .path(let path):
          let isText = (try? environment.check(environment.parse(path)))?.type == .string
          return isText ? path : "string(\(path))"
        }
      }
      usage.warn(
        .interpolationInExpression(
          meant.first, sum: sum.joined(separator: " + "), at: scalar.range(of: literal.range)))
    }
  }

  /// Returns true if a text is a case of an enum, which is noted; another one is reported.
  ///
  /// - Parameter isQuoted: True if the text may be a literal of an expression.
  func isCase(_ text: String, of name: String, at range: SourceRange, isQuoted: Bool) -> Bool {
    guard let type = types.enums[name], type.has(text) else {
      sink.readings?.request(.value(.enumeration(name)), at: range)
      sink.report(.unknownCase(text, of: name, among: types.enums[name]?.cases ?? [], at: range))
      return false
    }
    if isQuoted {
      mentionCase(text, of: name, inLiteralAt: range)
    } else {
      sink.readings?.mention(Symbol(.enumCase, text, in: name), at: range)
    }
    return true
  }

  /// Notes a case of an enum that is written as a text in an expression.
  private func mentionCase(_ text: String, of name: String, inLiteralAt range: SourceRange) {
    guard let journal = sink.readings,
      range.upperBound - range.lowerBound == text.utf8.count + 2
    else { return }
    journal.mention(
      Symbol(.enumCase, text, in: name),
      at: SourceRange(range.source, range.lowerBound + 1..<range.upperBound - 1))
  }

  private func isAssignable(
    _ found: Type, to type: Type, at range: @autoclosure () -> SourceRange
  ) -> Bool {
    if found == type || found == .dyn || type == .dyn { return true }
    sink.report(.unassignable(found, "\(type)", at: range()))
    return false
  }

  /// Returns the run-time check of a value that is assigned to a place of a certain type.
  func judging(_ type: FieldType) -> Fit {
    action.map { .payload(of: $0, type, types) } ?? .judged(type, types)
  }

  /// Fits a constant to a type; nil if it does not fit, which has been reported.
  private func fit(_ constant: Value, to type: FieldType, at range: SourceRange) -> CheckedTemplate?
  {
    if case .enumeration(let name) = type, case .string(let text) = constant,
      !isCase(text, of: name, at: range, isQuoted: true)
    {
      return nil
    }
    do throws(EvaluationError) {
      return .constant(try types.fit(constant, to: type))
    } catch {
      sink.report(Diagnostic(misfit: error, at: range))
      return nil
    }
  }

  /// Fits an expression's value to a type, checked at run time unless proven; nil if it cannot fit.
  func fit(_ expression: CheckedExpression, to type: FieldType) -> CheckedTemplate? {
    let range = expression.range
    if let constant = expression.constant {
      guard case .type = constant else { return fit(constant, to: type, at: range) }
    }
    if type.unwrapped == .any, expression.type.holdsOptional {
      sink.report(misfit(expression, type))
      return nil
    }
    if type.unwrapped == .any, let map = types.mapWithoutTextKeys(in: expression.type) {
      sink.report(.notLikeJSON(map, in: expression.type, at: range))
      return nil
    }
    if let constantFailure {
      return evaluate(.computed(expression, .proven), constantFailure, at: range)
        .flatMap { fit($0, to: type, at: range) }
    }
    switch expression.type.fit(to: type) {
    case .always:
      // A value that a guard has shown not to be null may have changed by the time it is used.
      let isWhole = type == .any ? expression.type.isLikeJSON : type.isWhatCELSees
      let isProven =
        expression.isProven && isWhole && !types.isUnbounded(type) && !environment.narrowsNull
      return .computed(expression, isProven ? .proven : judging(type))
    case .sometimes:
      return .computed(expression, judging(type))
    case .never:
      if case .nullable(let wrapped) = expression.type, wrapped.fit(to: type) != .never {
        sink.report(.mayBeNull(expression.type, type, at: range))
        return nil
      }
      sink.report(misfit(expression, type))
      return nil
    }
  }

  /// The diagnostic for an expression whose value never fits a type.
  private func misfit(_ expression: CheckedExpression, _ type: FieldType) -> Diagnostic {
    var diagnostic = Diagnostic.unassignable(
      expression.type, type.withArticle, at: expression.range)
    let words = expression.range.text.split(separator: ".").map(String.init)
    if words.count == 2, let written = literal(of: words[1], in: words[0]) {
      diagnostic.help = [Teaching.variantLiteral(written).wording]
    }
    return diagnostic
  }
}

extension Type {
  /// True if a value of the type is, or holds, one that may be absent, which no state has.
  fileprivate var holdsOptional: Bool {
    wrapped != nil || parameters.contains(where: \.holdsOptional)
  }

  enum Fitting { case always, sometimes, never }

  /// Decides, as far as the checker can know, whether values of the type fit a field's type.
  func fit(to type: FieldType) -> Fitting {
    if self == type.cel || type == .any { return .always }
    switch (self, type) {
    case (.dyn, _): return .sometimes
    case (.null, .optional): return .always
    case (_, .optional(let wrapped)): return fit(to: wrapped)
    case (.list(let found), .list(let element)): return found.fit(to: element)
    case (.map(let foundKey, let found), .map(let key, let value)):
      let keys = foundKey.fit(to: key)
      let values = found.fit(to: value)
      if keys == .never || values == .never { return .never }
      return keys == .always && values == .always ? .always : .sometimes
    default: return .never
    }
  }
}

extension Expr {
  /// The texts in the expression.
  fileprivate var texts: [(text: String, range: Range<Int>)] {
    if case .literal(.string(let text)) = kind { return [(text, range)] }
    return allChildren.flatMap(\.texts)
  }
}

extension CheckedExpr.Node {
  /// The values that may be absent and are compared with null, which they never are; true for `!=`.
  fileprivate var absentNullComparisons: [(operand: CheckedExpr.Node, isNegated: Bool)] {
    if case .comprehension(let it) = kind { return it.parts.flatMap(\.absentNullComparisons) }
    if case .call(let name, _, let operands) = kind, name == "_==_" || name == "_!=_",
      operands.count == 2
    {
      for (operand, other) in [(operands[0], operands[1]), (operands[1], operands[0])] {
        if operand.type.wrapped != nil, other.type == .null {
          return [(operand, name == "_!=_")]
        }
      }
    }
    return children.flatMap(\.absentNullComparisons)
  }
}
