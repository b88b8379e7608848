/// Keeps values until the process ends, so that they are not freed one by one: for a short run on a
/// large spec, that would take a twentieth of the time.
enum ProcessLifetime {
  // Commands run on one thread.
  nonisolated(unsafe) private static var values: [Any] = []

  static func keep(_ value: Any) { values.append(value) }
}
