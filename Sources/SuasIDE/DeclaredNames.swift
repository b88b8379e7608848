import LibYAML
import Locking
import SuasSpec
import YAML

/// The names that files declare, each file read once.
enum DeclaredNames {
  private struct Known {
    weak var source: Source?
    let names: [DeclaredName]
  }

  private static let known = Mutex<[ObjectIdentifier: Known]>([:])

  static func of(_ source: Source) -> [DeclaredName] {
    let key = ObjectIdentifier(source)
    if let known = known.withLock({ $0[key] }), known.source === source { return known.names }
    let names =
      (try? LibYAML.parse(source)).map { Spec(decoding: $0, into: DiagnosticSink()).declaredNames }
      ?? []
    known.withLock { known in
      known = known.filter { $0.value.source != nil }
      known[key] = Known(source: source, names: names)
    }
    return names
  }
}
