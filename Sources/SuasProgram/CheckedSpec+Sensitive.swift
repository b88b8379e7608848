extension CheckedSpec {
  /// True if a listener is told a value that a selector computes from sensitive ones.
  package func tellsSensitiveValue(_ listener: CheckedListener) -> Bool {
    guard case .selector(let index) = listener.subject else { return false }
    return selectors[index].value.readsSensitiveValues
  }

  /// The names of the listeners that are told values computed from sensitive ones.
  package var sensitiveListeners: Set<String> {
    Set(listeners.filter(tellsSensitiveValue).map(\.name))
  }
}
