/// What stays until the process ends, which does not free it piece by piece then: of a short run on a
/// large spec that would be a twentieth.
enum Lasting {
  // Commands run on one thread.
  nonisolated(unsafe) private static var values: [Any] = []

  static func keep(_ value: Any) { values.append(value) }
}
