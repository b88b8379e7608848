import CEL
import YAML

/// Selectors, listeners, middleware, effects, conditions and coverage.
extension ProgramPacker {
  func write(_ selector: CheckedSelector) {
    out.write(selector.name)
    write(selector.place)
    out.write(selector.condition) { write($0) }
    write(selector.value)
    out.write(selector.point)
    write(selector.type)
  }

  func write(_ listener: CheckedListener) {
    out.write(listener.name)
    switch listener.subject {
    case .store: out.write(0)
    case .stateKey(let slot):
      out.write(1)
      out.write(slot)
    case .selector(let index):
      out.write(2)
      out.write(index)
    }
    switch listener.filter {
    case .always: out.write(0)
    case .changed: out.write(1)
    case .expression(let test):
      out.write(2)
      write(test)
    }
    out.write(listener.reactions) { write($0) }
    write(listener.type)
    out.write(listener.point)
  }

  func write(_ reaction: CheckedReaction) {
    switch reaction {
    case .dispatch(let dispatch):
      out.write(0)
      write(dispatch)
    case .cancel(let cancel):
      out.write(1)
      write(cancel.place)
      write(cancel.condition)
      out.write(cancel.effect)
      out.write(cancel.key) { write($0) }
      out.write(cancel.point)
    }
  }

  private func write(_ dispatch: CheckedDispatch) {
    write(dispatch.place)
    write(dispatch.condition)
    out.write(dispatch.action)
    write(dispatch.payload)
    out.write(dispatch.named.sorted()) { out.write($0) }
    out.write(dispatch.point)
  }

  private func write(_ key: CheckedKey) {
    write(key.expression)
    out.write(key.type) { write($0) }
  }

  private func write(_ outcome: CheckedOutcome?) {
    out.write(outcome) {
      out.write($0.steps) { write($0) }
      out.write($0.point)
    }
  }

  func write(_ middleware: CheckedMiddleware) {
    switch middleware {
    case .builtIn(let builtIn):
      out.write(0)
      out.write(builtIn.rawValue)
    case .declared(let declared):
      out.write(1)
      out.write(declared.name)
      out.write(declared.actions) { out.write($0.sorted()) { out.write($0) } }
      out.write(declared.condition) { write($0) }
      out.write(declared.steps) { write($0) }
      out.write(declared.point)
      out.write(declared.stopping) { out.write($0) }
    }
  }

  private func write(_ step: CheckedMiddleware.Step) {
    switch step {
    case .next(let condition, let place, let point, let onRefused):
      out.write(0)
      write(condition)
      write(place)
      out.write(point)
      write(onRefused)
    case .replace(let dispatch, let onRefused):
      out.write(1)
      write(dispatch)
      write(onRefused)
    case .react(let reaction):
      out.write(2)
      write(reaction)
    }
  }

  /// Writes an effect without its action and response, which were written before.
  func write(_ effect: CheckedEffect) {
    write(effect.place)
    write(effect.run)
    out.write(effect.debounce) { write($0) }
    out.write(effect.isLatest)
    out.write(effect.key) { write($0) }
    out.write(effect.retry) {
      out.write($0.times)
      write($0.delay)
    }
    out.write(effect.isStream)
    for outcome in [effect.onSuccess, effect.onFailure, effect.onEnd] { write(outcome) }
    out.write(effect.isSensitive)
    out.write(effect.point)
  }

  private func write(_ run: CheckedRun) {
    switch run {
    case .http(let http):
      out.write(0)
      write(http)
    case .delay(let duration):
      out.write(1)
      write(duration)
    case .every(let interval):
      out.write(2)
      write(interval)
    case .readFile(let path):
      out.write(3)
      write(path)
    case .writeFile(let path, let value):
      out.write(4)
      write(path)
      write(value)
    case .custom(let name, let input):
      out.write(5)
      out.write(name)
      write(input)
    }
  }

  private func write(_ http: CheckedHTTP) {
    out.write(http.method)
    out.write(http.url.pieces) { write($0) }
    for fields in [http.query, http.headers] {
      out.write(fields) {
        out.write($0.name)
        write($0.value)
      }
    }
    out.write(http.body) { write($0) }
    write(http.timeout)
    out.write(http.expected) {
      out.write(signed: $0.lowerBound)
      out.write(signed: $0.upperBound)
    }
  }

  func write(_ condition: CheckedCondition) {
    out.write(condition.name)
    write(condition.expression)
    out.write(condition.origin) { write($0) }
    write(condition.place)
    out.write(condition.actions) { out.write($0.sorted()) { out.write($0) } }
  }

  // MARK: Coverage and warnings

  func write(_ table: CoverageTable) {
    out.write(table.points) { point in
      write(point.kind)
      write(point.place)
      out.write(point.name)
      out.write(point.outcomes) { write($0) }
      out.write(point.condition) {
        write($0.expression)
        out.write($0.isNegated)
      }
      out.write(point.owner) { write($0) }
    }
    out.write((0..<table.outcomeCount).filter { !table.possible.contains($0) }) { out.write($0) }
  }

  private func write(_ kind: CoveragePoint.Kind) {
    out.write(CoveragePoint.Kind.all.firstIndex(of: kind) ?? 0)
  }

  private func write(_ outcome: CoveragePoint.Outcome) {
    switch outcome {
    case .happened: out.write(0)
    case .isTrue: out.write(1)
    case .isFalse: out.write(2)
    case .isCase(let name):
      out.write(3)
      out.write(name)
    case .isOtherCase: out.write(4)
    case .handedOn: out.write(5)
    case .stopped: out.write(6)
    }
  }

  private func write(_ owner: CoveragePoint.Owner) {
    let (kind, name, action) =
      switch owner {
      case .rules(let reducer, let action): (0, reducer, action)
      case .sharedRule(let name): (1, name, "")
      case .history(let reducer): (2, reducer, "")
      case .selector(let name): (3, name, "")
      case .listener(let name): (4, name, "")
      case .middleware(let name): (5, name, "")
      case .effect(let name): (6, name, "")
      case .migration(let version): (7, "\(version)", "")
      case .restoring: (8, "", "")
      }
    out.write(kind)
    out.write(name)
    out.write(action)
  }

  func write(_ warnings: Diagnostics) {
    out.write(warnings.items) { warning in
      out.write(warning.code.rawValue)
      out.write(warning.message)
      switch warning.place {
      case .range(let range):
        out.write(true)
        write(range)
      case .file(let name):
        out.write(false)
        out.write(name)
      }
      out.write(warning.notes) {
        out.write($0.message)
        write($0.range)
      }
      out.write(warning.help) { out.write($0) }
    }
    out.write(warnings.omitted)
  }
}

extension CoveragePoint.Kind {
  /// All kinds, in an order that bundles rely on.
  static let all: [CoveragePoint.Kind] = [
    .rule, .guardian, .branch, .match, .move, .filter, .listener, .selectorGuard,
    .selector(hasGuard: false), .selector(hasGuard: true), .middlewareGuard, .middleware, .step,
    .effect, .outcome, .exception,
  ]
}

extension RecordType {
  /// The types of the errors that steps see.
  static let ofErrors = [
    RecordType.refusal(isSensitive: false), .effectError(isSensitive: false),
    .effectError(isSensitive: true), .refusal(isSensitive: true),
  ]
}
