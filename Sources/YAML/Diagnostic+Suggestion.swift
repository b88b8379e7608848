@_exported public import Spelling

extension Diagnostic {
  /// Returns the diagnostic with another name as a fix, if one is near: quotes around it stay.
  public func replacing(_ name: String, by near: String?) -> Diagnostic {
    guard let near, case .range(let range) = place else { return self }
    var diagnostic = self
    let written = range.text
    if written == name {
      diagnostic.fixes.append(Fix(range, replacement: near))
    } else if let quote = written.utf8.first, [0x22, 0x27].contains(quote),
      written.dropFirst().dropLast() == name
    {
      let mark = written.prefix(1)
      diagnostic.fixes.append(Fix(range, replacement: mark + near + mark))
    }
    return diagnostic
  }

  /// The help `did you mean 'x'?`, or none if no name is near.
  public static func help(
    suggestingFor name: String, among names: some Sequence<String>
  ) -> [String] {
    suggestion(for: name, among: names).map { ["did you mean '\($0)'?"] } ?? []
  }
}
