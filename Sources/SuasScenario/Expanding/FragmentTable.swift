import YAML

/// The fragments that a scenario file has brought in, by name.
struct FragmentTable: Sendable {
  private(set) var fragments: [String: Fragment] = [:]
  /// The files that the fragments stand in.
  let sources: [Source]

  /// Collects the fragments of included files, in the order in which they were read.
  ///
  /// - Throws: names that stand for two fragments or none, and fragments that use themselves.
  init(_ files: [FragmentFile]) throws(Diagnostics) {
    sources = files.map(\.source)
    let findings = Findings()
    for fragment in files.flatMap(\.fragments) {
      if let first = fragments[fragment.name.text] {
        findings.report(.duplicateFragment(fragment.name, first: first.name))
      } else {
        fragments[fragment.name.text] = fragment
      }
    }
    for use in files.flatMap(\.fragments).flatMap(\.uses) where fragments[use.text] == nil {
      findings.report(.unknownFragment(use, among: names))
    }
    reportCycles(findings)
    try findings.throwErrors()
  }

  var names: [String] { fragments.keys.sorted() }

  /// Reports each circle of fragments once. Who is done is not looked at again.
  private func reportCycles(_ findings: Findings) {
    var done: Set<String> = []
    for root in names where !done.contains(root) {
      // Fragments under way, each with the uses that are still to be followed.
      var path: [(name: String, uses: ArraySlice<Scalar>)] = []
      func enter(_ name: String) {
        path.append((name, fragments[name]?.uses[...] ?? []))
      }
      enter(root)
      while let use = path.last.map(\.uses.first) {
        guard let use else {
          done.insert(path.removeLast().name)
          continue
        }
        path[path.count - 1].uses.removeFirst()
        if let start = path.firstIndex(where: { $0.name == use.text }) {
          findings.report(
            .fragmentCycle(use, chain: path[start...].map(\.name) + [use.text]))
        } else if fragments[use.text] != nil, !done.contains(use.text) {
          enter(use.text)
        }
      }
    }
  }
}
