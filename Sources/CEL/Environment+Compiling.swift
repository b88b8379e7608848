extension Environment {
  /// A frame with the values of variables by their names; variables without a value are null, and
  /// names that belong to no variable are ignored.
  public func frame(_ values: [String: Value], budget: Int = Frame.defaultBudget) -> Frame {
    var slots = ContiguousArray(repeating: Value.null, count: slotCount)
    for (name, value) in values {
      if case .slot(let slot)? = variables[name]?.place { slots[slot] = value }
    }
    return Frame(slots: slots, budget: budget)
  }

  /// Parses the expression that `text` is.
  ///
  /// - Parameter offset: Where it begins in a larger text, in UTF-8 bytes; all ranges are the
  ///   larger text's.
  package func parse(
    _ text: String, offsetBy offset: Int = 0, expandsMacros: Bool = true
  ) throws(Issues) -> Expr {
    var parser = Parser(text, offsetBy: offset, expandsMacros: expandsMacros) { variant, name in
      contents(ofCase: name, in: variant)
    }
    return try parser.parse()
  }

  /// Returns the expression that a text with `??` or `?.` means, which other languages have for what may be
  /// missing; nil for any other text.
  package func translation(of text: String) -> String? {
    guard let translated = Translation(text)?.text, translated != text,
      (try? parse(translated)) != nil
    else { return nil }
    return translated
  }

  /// The name of the record that is the contents of a variant's case.
  private func contents(ofCase name: String, in variant: String) -> String? {
    guard let shape = candidates(variant).lazy.compactMap({ types[$0] }).first, shape.isVariant,
      let slot = shape.slot(of: name), case .record(let contents) = shape.fields[slot].type.nonNull
    else { return nil }
    return contents
  }

  /// Resolves every name in an expression, and checks its types.
  package func check(_ expr: Expr) throws(Issues) -> CheckedExpr {
    var checker = Checker(self)
    return try checker.check(expr)
  }

  /// Resolves the names of an expression without a look at its types, which are left to run time
  /// (CEL spec, "Overview": checking is optional).
  package func resolve(_ expr: Expr) throws(Issues) -> CheckedExpr {
    var checker = Checker(self, isLenient: true)
    return try checker.check(expr)
  }

  /// Plans the evaluation.
  package func plan(_ expr: CheckedExpr) -> ExpressionPlan { ExpressionPlan(planning: expr) }

  /// Compiles the expression that `text` is, or says everything that is wrong with it.
  ///
  /// If `text` is a part of a larger text, `offset` is its start there in UTF-8 bytes, and the ranges
  /// of issues and errors refer to the larger text.
  public func compile(_ text: String, offsetBy offset: Int = 0) throws(Issues) -> ExpressionPlan {
    plan(try check(try parse(text, offsetBy: offset)))
  }
}
