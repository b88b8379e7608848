import YAML

/// The fragments that a scenario file includes, by name.
struct FragmentTable: Sendable {
  private(set) var fragments: [String: Fragment] = [:]
  /// The files that contain the fragments.
  let sources: [Source]

  /// Collects the fragments of included files, in the order in which they were read.
  ///
  /// - Throws: errors for names of two fragments or of none, and for fragments that use themselves.
  init(_ files: [FragmentFile]) throws(Diagnostics) {
    sources = files.map(\.source)
    let sink = DiagnosticSink()
    for fragment in files.flatMap(\.fragments) {
      if let first = fragments[fragment.name.text] {
        sink.report(.duplicateFragment(fragment.name, first: first.name))
      } else {
        fragments[fragment.name.text] = fragment
      }
    }
    for use in files.flatMap(\.fragments).flatMap(\.uses).map(\.name)
    where fragments[use.text] == nil {
      sink.report(.unknownFragment(use, among: names))
    }
    reportCycles(sink)
    try sink.throwErrors()
  }

  var names: [String] { fragments.keys.sorted() }

  /// Reports each cycle of fragments once. Fragments that are done are not visited again.
  private func reportCycles(_ sink: DiagnosticSink) {
    var done: Set<String> = []
    for root in names where !done.contains(root) {
      // The fragments being visited, each with the uses that are still to be followed.
      var path: [(name: String, uses: ArraySlice<Scalar>)] = []
      func enter(_ name: String) {
        path.append((name, (fragments[name]?.uses ?? []).map(\.name)[...]))
      }
      enter(root)
      while let use = path.last.map(\.uses.first) {
        guard let use else {
          done.insert(path.removeLast().name)
          continue
        }
        path[path.count - 1].uses.removeFirst()
        if let start = path.firstIndex(where: { $0.name == use.text }) {
          sink.report(
            .fragmentCycle(use, chain: path[start...].map(\.name) + [use.text]))
        } else if fragments[use.text] != nil, !done.contains(use.text) {
          enter(use.text)
        }
      }
    }
  }
}
