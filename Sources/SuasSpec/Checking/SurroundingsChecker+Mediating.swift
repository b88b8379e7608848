import CEL
import YAML

/// Middleware.
extension SurroundingsChecker {
  func checkMiddleware() -> [CheckedMiddleware] {
    // An effect that is handed on where `async` is behind is never taken.
    var isAsyncAhead = spec.middleware.contains { $0.isAsync }
    return spec.middleware.compactMap { declaration in
      switch declaration {
      case .builtIn(let name):
        if declaration.isAsync { isAsyncAhead = false }
        if let builtIn = CheckedMiddleware.BuiltIn(rawValue: name.text) {
          return .builtIn(builtIn)
        }
        findings.report(
          .unknownBuiltIn(name, among: CheckedMiddleware.BuiltIn.allCases.map(\.rawValue)))
        return nil
      case .declared(let middleware):
        return check(middleware, isAsyncAhead: isAsyncAhead).map { .declared($0) }
      }
    }
  }

  private func check(
    _ middleware: DeclaredMiddleware, isAsyncAhead: Bool
  ) -> CheckedMiddleware.Declared? {
    if CheckedMiddleware.BuiltIn(rawValue: middleware.name.text) != nil {
      findings.report(.builtInName(middleware.name))
    }
    let named = middleware.actions.map { actions(named: $0, among: actions) }
    var reader = reader([store(as: "store"), payload(of: named ?? actions), actionType])
    var condition: (program: Program, place: SourceRange)?
    if let syntax = middleware.condition {
      guard let program = self.condition(syntax, reader) else { return nil }
      condition = (program, syntax.range)
      if let expression = reader.parse(syntax, reporting: false) {
        reader = reader.with(reader.environment.assuming(expression, is: true))
      }
    }
    let steps = middleware.steps.compactMap { step -> CheckedMiddleware.Step? in
      switch step {
      case .next(nil): return .next(nil, middleware.name.range)
      case .next(let condition?):
        return guardian(condition, reader).map {
          .next($0.guardian, condition.expression.range)
        }
      case .dispatch(let declaration):
        return dispatch(declaration, reader).map { .dispatch($0) }
      case .replace(let declaration):
        if !isAsyncAhead, spec.effects.contains(where: { $0.name.text == declaration.action.text })
        {
          findings.report(.effectAfterAsync(declaration.action))
        }
        return dispatch(declaration, reader).map { .replace($0) }
      }
    }
    return CheckedMiddleware.Declared(
      name: middleware.name.text, actions: named.map { Set($0.map(\.id)) },
      condition: condition, steps: steps)
  }

  /// Effects need what takes them.
  func reportMissingAsync() {
    guard let effect = spec.effects.first, !spec.middleware.contains(where: \.isAsync) else {
      return
    }
    findings.report(.asyncMissing(for: effect.name))
  }
}

extension MiddlewareDeclaration {
  fileprivate var isAsync: Bool {
    if case .builtIn(let name) = self { name.text == "async" } else { false }
  }
}
