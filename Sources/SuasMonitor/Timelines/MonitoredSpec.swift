import SuasSpec

/// A spec whose timelines the monitor shows.
package struct MonitoredSpec: Sendable {
  package let spec: CompiledSpec
  /// The paths of its files, as the user named them.
  package let paths: [String]

  package init(_ spec: CompiledSpec, at paths: [String]) {
    self.spec = spec
    self.paths = paths
  }

  /// The name by which the page asks for it.
  var path: String { paths.joined(separator: " ") }
  /// The name that the page shows.
  var title: String { spec.checked.name ?? path }
}
