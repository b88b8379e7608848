/// The parts of a page around its data.
///
/// The page may load nothing: its policy allows only its own contents (Content Security Policy
/// Level 3, section 3).
enum HTMLPage {
  /// The part before the data.
  static let head = around.head.replacing("{{style}}", with: text(PackageResources.report_css))

  /// The part after the data.
  static let tail = around.tail.replacing("{{script}}", with: text(PackageResources.report_js))

  private static let around: (head: String, tail: String) = {
    let parts = text(PackageResources.report_html).split(separator: "{{data}}\n", maxSplits: 1)
    return (String(parts[0]), String(parts[1]))
  }()

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
