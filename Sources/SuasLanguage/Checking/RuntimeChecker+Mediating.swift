import CEL
import SuasProgram
import YAML

/// Middleware.
extension RuntimeChecker {
  func checkMiddleware() -> [CheckedMiddleware] {
    // An effect that is handed on after `async` is never taken.
    var isAsyncAhead = spec.middleware.contains { $0.isAsync }
    return spec.middleware.compactMap { declaration in
      switch declaration {
      case .builtIn(let name):
        if declaration.isAsync { isAsyncAhead = false }
        if let builtIn = BuiltInMiddleware(rawValue: name.text) {
          return .builtIn(builtIn)
        }
        sink.report(
          .unknownBuiltIn(name, among: BuiltInMiddleware.allCases.map(\.rawValue)))
        return nil
      case .declared(let middleware):
        return check(middleware, isAsyncAhead: isAsyncAhead).map { .declared($0) }
      }
    }
  }

  private func check(
    _ middleware: DeclaredMiddleware, isAsyncAhead: Bool
  ) -> CheckedMiddleware.Declared? {
    if BuiltInMiddleware(rawValue: middleware.name.text) != nil {
      sink.report(.builtInName(middleware.name))
    }
    survey.owner = .middleware(middleware.name.text)
    defer { survey.owner = nil }
    let named = middleware.actions.map { actions(named: $0, among: actions) }
    let names = [payload(of: named ?? actions), actionType]
    var reader = readerOfStore(names, readsClock: true)
    let refusal = RecordType.refusal(isSensitive: spec.marksSensitiveValues).shape
    let error = Variable(name: "error", type: .record(refusal.name))
    let refusals = readerOfStore(names + [error], adding: [refusal], readsClock: true)
    var condition: CheckedTest?
    if let syntax = middleware.condition {
      condition = test(syntax, reader, .middlewareGuard, "'when'")
      guard condition != nil else { return nil }
      reader = reader.assuming(syntax)
    }
    let steps = middleware.steps.compactMap { step -> CheckedMiddleware.Step? in
      switch step {
      case .next(let condition, let place, let onRefused):
        return guardian(condition, reader).map {
          .next(
            $0.guardian, condition?.expression.range ?? place,
            point: survey.add(.step, "step", at: place),
            onRefused: outcome(onRefused, refusals))
        }
      case .react(let declaration):
        return reaction(declaration, reader).map { .react($0) }
      case .replace(let declaration, let onRefused):
        if !isAsyncAhead, spec.effects.contains(where: { $0.name.text == declaration.action.text })
        {
          sink.report(.effectAfterAsync(declaration.action))
        }
        return dispatch(declaration, reader).map {
          .replace($0, onRefused: outcome(onRefused, refusals))
        }
      }
    }
    let outcomes = steps.outcomes
    let point = survey.add(
      .middleware, "middleware '\(middleware.name.text)'", at: middleware.name.range, outcomes)
    return CheckedMiddleware.Declared(
      name: middleware.name.text, actions: named.map { Set($0.map(\.id)) },
      condition: condition, steps: steps, point: point,
      stopping: outcomes.firstIndex(of: .stopped).map { point + $0 })
  }

  /// Reports a spec that has effects, but not the `async` middleware that takes them.
  func reportMissingAsync() {
    guard let effect = spec.effects.first, !spec.middleware.contains(where: \.isAsync) else {
      return
    }
    sink.report(.asyncMissing(for: effect.name, isFirst: spec.middleware.isEmpty))
  }
}

extension MiddlewareDeclaration {
  var isAsync: Bool {
    if case .builtIn(let name) = self { name.text == "async" } else { false }
  }
}

extension [CheckedMiddleware.Step] {
  /// The possible outcomes for an action on which the steps run.
  fileprivate var outcomes: [CoveragePoint.Outcome] {
    var handsOn = false
    for step in self {
      switch step {
      case .next(nil, _, _, _): return [.handedOn]
      case .replace(let dispatch, _) where dispatch.condition == nil: return [.handedOn]
      case .next, .replace: handsOn = true
      case .react: break
      }
    }
    return handsOn ? [.handedOn, .stopped] : [.stopped]
  }
}
