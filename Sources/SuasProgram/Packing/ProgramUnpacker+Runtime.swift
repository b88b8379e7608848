import CEL
import YAML

extension ProgramUnpacker {
  func selector() throws(UnpackingFault) -> CheckedSelector {
    CheckedSelector(
      name: try input.text(), place: try place(),
      condition: try optional { () throws(UnpackingFault) in try test() },
      value: try template(), point: try point(), type: try fieldType())
  }

  func listener(
    _ reducerCount: Int, _ selectorCount: Int
  ) throws(UnpackingFault) -> CheckedListener {
    let name = try input.text()
    let subject: CheckedListener.Subject
    switch try input.byte() {
    case 0: subject = .store
    case 1: subject = .stateKey(try input.int(below: reducerCount))
    case 2: subject = .selector(try input.int(below: selectorCount))
    default: throw .kind
    }
    let filter: CheckedListener.Filter
    switch try input.byte() {
    case 0: filter = .always
    case 1: filter = .changed
    case 2: filter = .expression(try test())
    default: throw .kind
    }
    return CheckedListener(
      name: name, subject: subject, filter: filter,
      reactions: try array { () throws(UnpackingFault) in try reaction() },
      type: try fieldType(), point: try point())
  }

  func reaction() throws(UnpackingFault) -> CheckedReaction {
    switch try input.byte() {
    case 0: .dispatch(try dispatch())
    case 1:
      .cancel(
        CheckedCancel(
          place: try place(), condition: try condition(), effect: try input.text(),
          key: try optional { () throws(UnpackingFault) in try key() }, point: try point()))
    default: throw .kind
    }
  }

  private func dispatch() throws(UnpackingFault) -> CheckedDispatch {
    CheckedDispatch(
      place: try place(), condition: try condition(),
      action: try input.int(below: dispatchableCount), payload: try template(),
      named: Set(try array { () throws(UnpackingFault) in try input.text() }),
      point: try point())
  }

  private func key() throws(UnpackingFault) -> CheckedKey {
    CheckedKey(
      expression: try expression(),
      type: try optional { () throws(UnpackingFault) in try fieldType() })
  }

  private func outcome() throws(UnpackingFault) -> CheckedOutcome? {
    try optional { () throws(UnpackingFault) in
      CheckedOutcome(
        steps: try array { () throws(UnpackingFault) in try reaction() }, point: try point())
    }
  }

  private func ids() throws(UnpackingFault) -> Set<Int> {
    Set(try array { () throws(UnpackingFault) in try input.int(below: dispatchableCount) })
  }

  func middleware() throws(UnpackingFault) -> CheckedMiddleware {
    switch try input.byte() {
    case 0:
      guard let builtIn = BuiltInMiddleware(rawValue: try input.text()) else { throw .kind }
      return .builtIn(builtIn)
    case 1:
      return .declared(
        CheckedMiddleware.Declared(
          name: try input.text(),
          actions: try optional { () throws(UnpackingFault) in try ids() },
          condition: try optional { () throws(UnpackingFault) in try test() },
          steps: try array { () throws(UnpackingFault) in try step() }, point: try point(),
          stopping: try optional { () throws(UnpackingFault) in try point() }))
    default: throw .kind
    }
  }

  private func step() throws(UnpackingFault) -> CheckedMiddleware.Step {
    switch try input.byte() {
    case 0: .next(try condition(), try place(), point: try point(), onRefused: try outcome())
    case 1: .replace(try dispatch(), onRefused: try outcome())
    case 2: .react(try reaction())
    default: throw .kind
    }
  }

  func effect(
    _ action: CheckedAction, _ response: RecordType
  ) throws(UnpackingFault) -> CheckedEffect {
    CheckedEffect(
      action: action, place: try place(), run: try run(),
      debounce: try optional { () throws(UnpackingFault) in try template() },
      isLatest: try input.flag(),
      key: try optional { () throws(UnpackingFault) in try key() },
      retry: try optional { () throws(UnpackingFault) in
        CheckedRetry(times: try input.int(below: 1 << 32), delay: try template())
      }, isStream: try input.flag(), onSuccess: try outcome(), onFailure: try outcome(),
      onEnd: try outcome(), isSensitive: try input.flag(), response: response,
      point: try point())
  }

  private func run() throws(UnpackingFault) -> CheckedRun {
    switch try input.byte() {
    case 0: .http(try http())
    case 1: .delay(try template())
    case 2: .every(try template())
    case 3: .readFile(path: try template())
    case 4: .writeFile(path: try template(), value: try template())
    case 5: .custom(name: try input.text(), input: try template())
    default: throw .kind
    }
  }

  private func http() throws(UnpackingFault) -> CheckedHTTP {
    CheckedHTTP(
      method: try input.text(),
      url: CheckedURL(pieces: try array { () throws(UnpackingFault) in try piece() }),
      query: try texts(), headers: try texts(),
      body: try optional { () throws(UnpackingFault) in try template() },
      timeout: try template(),
      expected: try array { () throws(UnpackingFault) -> ClosedRange<Int64> in
        let (lower, upper) = (try input.signed(), try input.signed())
        guard lower <= upper else { throw .index }
        return lower...upper
      })
  }

  private func texts() throws(UnpackingFault) -> [CheckedHTTP.Field] {
    try array { () throws(UnpackingFault) in (name: try input.text(), value: try template()) }
  }

  func conditions(_ kind: ConditionKind) throws(UnpackingFault) -> [CheckedCondition] {
    try array { () throws(UnpackingFault) in
      CheckedCondition(
        name: try input.text(), expression: try expression(),
        origin: try optional { () throws(UnpackingFault) in try expression() },
        place: try place(),
        actions: try optional { () throws(UnpackingFault) in try ids() }, kind: kind)
    }
  }

  // MARK: Coverage and warnings

  func coverage(of sources: [Source]) throws(UnpackingFault) -> CoverageTable {
    var outcomeCount = 0
    let points = try array { () throws(UnpackingFault) -> CoveragePoint in
      let point = try coveragePoint(first: outcomeCount)
      outcomeCount += point.outcomes.count
      return point
    }
    let impossible = try array { () throws(UnpackingFault) -> Range<Int> in
      let outcome = try input.int(below: outcomeCount)
      return outcome..<outcome + 1
    }
    return CoverageTable(points: points, impossible: impossible, sources: sources)
  }

  private func coveragePoint(first: Int) throws(UnpackingFault) -> CoveragePoint {
    let kinds = CoveragePoint.Kind.all
    return CoveragePoint(
      kind: kinds[try input.int(below: kinds.count)], place: try place(), name: try input.text(),
      first: first, outcomes: try array { () throws(UnpackingFault) in try coverageOutcome() },
      condition: try optional { () throws(UnpackingFault) in
        CoveragePoint.Condition(expression: try expression(), isNegated: try input.flag())
      }, owner: try optional { () throws(UnpackingFault) in try owner() })
  }

  private func coverageOutcome() throws(UnpackingFault) -> CoveragePoint.Outcome {
    switch try input.byte() {
    case 0: .happened
    case 1: .isTrue
    case 2: .isFalse
    case 3: .isCase(try input.text())
    case 4: .isOtherCase
    case 5: .handedOn
    case 6: .stopped
    default: throw .kind
    }
  }

  private func owner() throws(UnpackingFault) -> CoveragePoint.Owner {
    let (kind, name, action) = (try input.byte(), try input.text(), try input.text())
    switch kind {
    case 0: return .rules(reducer: name, action: action)
    case 1: return .sharedRule(name)
    case 2: return .history(reducer: name)
    case 3: return .selector(name)
    case 4: return .listener(name)
    case 5: return .middleware(name)
    case 6: return .effect(name)
    case 7:
      guard let version = Int(name) else { throw .kind }
      return .migration(version)
    case 8: return .restoring
    default: throw .kind
    }
  }

  func warnings() throws(UnpackingFault) -> Diagnostics {
    let items = try array { () throws(UnpackingFault) in
      Diagnostic(
        Diagnostic.Code(try input.text()), try input.text(),
        at: try input.flag() ? .range(try place()) : .file(try input.text()), severity: .warning,
        notes: try array { () throws(UnpackingFault) in
          Diagnostic.Note(try input.text(), at: try place())
        }, help: try array { () throws(UnpackingFault) in try input.text() })
    }
    return Diagnostics(items, omitted: try input.int())
  }
}
