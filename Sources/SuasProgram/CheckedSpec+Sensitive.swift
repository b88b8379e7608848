extension CheckedSpec {
  /// The names of the sensitive effects.
  package var sensitiveEffects: Set<String> { Set(effects.filter(\.isSensitive).map(\.name)) }

  /// The names of the effects that ask for something that is computed from sensitive values.
  package var sensitiveRequests: Set<String> {
    Set(effects.filter { $0.isSensitive || $0.run.readsSensitiveValues }.map(\.name))
  }

  /// True if a listener is notified of a value that a selector computes from sensitive ones.
  package func tellsSensitiveValue(_ listener: CheckedListener) -> Bool {
    guard case .selector(let index) = listener.subject else { return false }
    return selectors[index].value.readsSensitiveValues
  }

  /// The names of the listeners that are notified of values computed from sensitive ones.
  package var sensitiveListeners: Set<String> {
    Set(listeners.filter(tellsSensitiveValue).map(\.name))
  }
}

extension CheckedRun {
  /// True if something that the effect asks for is computed from sensitive values.
  fileprivate var readsSensitiveValues: Bool {
    switch self {
    case .http(let http):
      http.url.pieces.contains(where: \.readsSensitiveValues)
        || (http.query + http.headers).contains { $0.value.readsSensitiveValues }
        || http.body?.readsSensitiveValues == true
    case .delay(let value), .every(let value), .readFile(path: let value),
      .custom(_, input: let value):
      value.readsSensitiveValues
    case .writeFile(let path, let value): path.readsSensitiveValues || value.readsSensitiveValues
    }
  }
}
