@_exported public import Spelling

extension Diagnostic {
  /// The help `did you mean 'x'?`, or none if no name is near.
  public static func help(
    suggestingFor name: String, among names: some Sequence<String>
  ) -> [String] {
    suggestion(for: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
  }
}
