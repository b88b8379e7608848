/// Replaces some or all of a store's state; no middleware and no reducer sees it.
struct Reset: NamedAction {
  var actionName: String { "reset" }
  let extent: Extent

  enum Extent {
    case toInitialState
    case full(State)
    case subStates(State)
  }
}

extension Core {
  func replaceState(_ reset: Reset) {
    lockContent()
    defer { contentLock.unlock() }
    switch reset.extent {
    case .toInitialState:
      state = initialState
    case .full(let given):
      state = Core.initialState(of: parts, under: given)
    case .subStates(let given):
      for (key, value) in zip(given.keys, given.values) {
        parts.first { $0.stateKey == key }?.expect(value)
        state[key] = value
      }
    }
  }
}
