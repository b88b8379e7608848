import SuasSpec
import YAML

extension Loader {
  /// A checked spec, with the texts of its files in the order in which they were read.
  package struct ReadSpec {
    package let checked: CheckedSpec
    package let sources: [Source]
  }

  /// Reads and checks the spec that some files make together.
  ///
  /// - Throws: all errors in it.
  package func checkedSpec(at paths: [String]) throws(Diagnostics) -> ReadSpec {
    let (spec, sources) = try readSpec(at: paths)
    return ReadSpec(checked: try CheckedSpec(checking: spec), sources: sources)
  }
}
