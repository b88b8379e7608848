import CEL

/// Selectors, listeners, middleware, effects, conditions and coverage.
extension ProgramVerifier {
  func verifyRuntime() throws(UnpackingFault) {
    for selector in spec.selectors {
      if let condition = selector.condition { try verify(condition, [storeType]) }
      try verify(selector.value, selector.type.cel, [storeType])
    }
    for listener in spec.listeners { try verify(listener) }
    for case .declared(let middleware) in spec.middleware { try verify(middleware) }
    for effect in spec.effects { try verify(effect) }
    for condition in spec.invariants { try verify(condition.expression, [storeType]) }
    for condition in spec.atRest + spec.goals + spec.waysOut {
      for expression in [condition.expression, condition.origin].compactMap(\.self) {
        try verify(expression, [storeType, PendingShape.type])
      }
    }
    for condition in spec.transitions {
      let payload = payload(of: condition.actions, among: spec.actions.count)
      try verify(condition.expression, [storeType, storeType, payload, .string])
    }
  }

  private func verify(_ listener: CheckedListener) throws(UnpackingFault) {
    let type: FieldType =
      switch listener.subject {
      case .store: .record(spec.store.shape.name)
      case .stateKey(let slot): .record(spec.reducers[slot].state.name)
      case .selector(let index): spec.selectors[index].type
      }
    guard listener.type == type else { throw .unfit }
    var (old, filtered) = (type.cel, type.cel)
    if case .selector = listener.subject {
      old = FieldType.optional(type).cel
      filtered = storeType
    }
    if case .expression(let test) = listener.filter { try verify(test, [filtered, filtered]) }
    for reaction in listener.reactions { try verify(reaction, [old, type.cel]) }
  }

  private func verify(
    _ middleware: CheckedMiddleware.Declared
  ) throws(UnpackingFault) {
    let payload = payload(of: middleware.actions, among: actions.count)
    let slots = [storeType, payload, .string]
    let refused = slots + [.record(RecordType.refusal(isSensitive: false).name)]
    if let condition = middleware.condition { try verify(condition, slots) }
    for step in middleware.steps {
      switch step {
      case .next(let condition, _, _, let onRefused):
        if let condition { try verify(condition.test, slots) }
        try verify(onRefused, refused)
      case .replace(let dispatch, let onRefused):
        try verify(dispatch, slots)
        try verify(onRefused, refused)
      case .react(let reaction): try verify(reaction, slots)
      }
    }
  }

  /// The type of `action` where it is one of some actions.
  private func payload(of ids: Set<Int>?, among count: Int) -> Type {
    let ids = ids ?? Set(0..<count)
    guard ids.count == 1, let id = ids.first else { return .dyn }
    return .record(actions[id].payload.name)
  }

  private func verify(_ outcome: CheckedOutcome?, _ slots: [Type]) throws(UnpackingFault) {
    for step in outcome?.steps ?? [] { try verify(step, slots) }
  }

  func verify(_ reaction: CheckedReaction, _ slots: [Type]) throws(UnpackingFault) {
    switch reaction {
    case .dispatch(let dispatch): try verify(dispatch, slots)
    case .cancel(let cancel):
      guard spec.effects.contains(where: { $0.name == cancel.effect }) else { throw .unfit }
      if let condition = cancel.condition { try verify(condition.test, slots) }
      if let key = cancel.key { try verify(key.expression, slots) }
    }
  }

  private func verify(_ dispatch: CheckedDispatch, _ slots: [Type]) throws(UnpackingFault) {
    if let condition = dispatch.condition { try verify(condition.test, slots) }
    let payload = actions[dispatch.action].payload
    try verify(dispatch.payload, .record(payload.name), slots)
    guard dispatch.named.allSatisfy({ payload.shape.slot(of: $0) != nil }) else { throw .unfit }
  }

  private func verify(_ effect: CheckedEffect) throws(UnpackingFault) {
    let payload = Type.record(effect.action.payload.name)
    let slots = [storeType, payload, .string]
    switch effect.run {
    case .http(let http): try verify(http, slots)
    case .delay(let duration), .every(let duration): try verify(duration, .duration, slots)
    case .readFile(let path): try verify(path, .string, slots)
    case .writeFile(let path, let value):
      try verify(path, .string, slots)
      try verify(value, .dyn, slots)
    case .custom(_, let input): try verify(input, .dyn, slots)
    }
    if let debounce = effect.debounce { try verify(debounce, .duration, slots) }
    if let key = effect.key { try verify(key.expression, [payload]) }
    if let retry = effect.retry { try verify(retry.delay, .duration, slots) }
    try verify(effect.onSuccess, slots + [.record(effect.response.name)])
    let error = RecordType.effectError(isSensitive: effect.isSensitive)
    try verify(effect.onFailure, slots + [.record(error.name)])
    try verify(effect.onEnd, slots)
    guard effect.run.responseFields.contains(effect.response.fields.map(\.name)) else {
      throw .unfit
    }
  }

  private func verify(_ http: CheckedHTTP, _ slots: [Type]) throws(UnpackingFault) {
    try verify(http.url.pieces, slots)
    for field in http.query + http.headers { try verify(field.value, .dyn, slots) }
    if let body = http.body { try verify(body, .dyn, slots) }
    try verify(http.timeout, .duration, slots)
    guard http.method.isMethod,
      http.headers.allSatisfy({ $0.name.isToken && !$0.name.namesConnectionHeader }),
      case .text(let start)? = http.url.pieces.first,
      start.hasPrefix("http://") || start.hasPrefix("https://")
    else { throw .unfit }
  }
}

extension CheckedRun {
  /// The names that the fields of `response` may have.
  fileprivate var responseFields: [[String]] {
    switch self {
    case .http: [["status", "headers", "body"]]
    case .readFile: [["text"]]
    case .delay, .every, .writeFile: [[]]
    case .custom: [["result"], []]
    }
  }
}
