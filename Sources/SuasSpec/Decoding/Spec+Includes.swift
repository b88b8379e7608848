import YAML

extension Spec {
  /// Joins the specs of some files and of the files that these include.
  ///
  /// The declarations of an included file come before those of the file that includes it, depth
  /// first; a file that is reached twice is read once.
  ///
  /// - Parameters:
  ///   - paths: The files, as their paths are written.
  ///   - read: Finds and reads the file of a path that is written in another one; the identity is
  ///     the same for two paths to one file.
  /// - Throws: `include-cycle`, what `read` throws, and everything that is wrong with the files.
  package init(
    joining paths: [Scalar],
    read: @escaping (Scalar) throws(Diagnostics) -> (identity: String, source: Source)
  ) throws(Diagnostics) {
    var joiner = SpecJoiner(read: read)
    for path in paths { joiner.add(path) }
    guard let first = joiner.specs.first, joiner.diagnostics.items.isEmpty else {
      throw joiner.diagnostics
    }
    self = joiner.specs.dropFirst().reduce(first) { $0.followed(by: $1) }
  }

  private func followed(by other: Spec) -> Spec {
    var joined = self
    joined.sources += other.sources
    joined.name = other.name ?? name
    joined.enums += other.enums
    joined.records += other.records
    joined.actions += other.actions
    joined.reducers += other.reducers
    joined.invariants += other.invariants
    joined.transitions += other.transitions
    joined.goals += other.goals
    return joined
  }
}

/// Reads files depth first.
private struct SpecJoiner {
  let read: (Scalar) throws(Diagnostics) -> (identity: String, source: Source)
  var specs: [Spec] = []
  var diagnostics = Diagnostics()
  private var known: Set<String> = []
  /// The files that are being read, each with the path that led to it.
  private var open: [(identity: String, path: Scalar)] = []

  /// How long a chain of includes may be.
  private static let maximumDepth = 64

  init(read: @escaping (Scalar) throws(Diagnostics) -> (identity: String, source: Source)) {
    self.read = read
  }

  mutating func add(_ path: Scalar) {
    do throws(Diagnostics) {
      let (identity, source) = try read(path)
      if let start = open.firstIndex(where: { $0.identity == identity }) {
        throw Diagnostics([.includeCycle(open[start...].map(\.path) + [path])])
      }
      guard open.count < Self.maximumDepth else { throw Diagnostics([.includedTooDeep(path)]) }
      guard known.insert(identity).inserted else { return }
      let spec = try Spec(decoding: try YAML.parse(source))
      open.append((identity, path))
      defer { open.removeLast() }
      for include in spec.includes { add(include) }
      specs.append(spec)
    } catch {
      diagnostics.items += error.items
    }
  }
}
