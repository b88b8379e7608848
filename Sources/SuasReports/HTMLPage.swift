/// A self-contained page of HTML, which shows data by a script.
///
/// The page may load nothing: its policy allows only its own contents (Content Security Policy
/// Level 3, section 3).
package struct HTMLPage: Sendable {
  /// The part before the data.
  private let head: String
  /// The part after the data.
  private let tail: String

  /// Creates a page from files that are embedded in the program.
  ///
  /// - Parameters:
  ///   - body: The elements that the script fills.
  ///   - script: The script, which follows the one that all pages have.
  ///   - style: The style sheet that follows the one that all pages have.
  package init(body: [UInt8], script: [UInt8], style: [UInt8] = []) {
    let parts = Self.text(PackageResources.page_html).split(
      separator: "{{data}}\n", maxSplits: 1, omittingEmptySubsequences: false)
    head = String(parts[0])
      .replacing("{{style}}", with: Self.text(PackageResources.page_css + style))
      .replacing("{{body}}", with: Self.text(body))
    tail = (parts.last.map(String.init) ?? "")
      .replacing("{{script}}", with: Self.text(PackageResources.page_js + script))
  }

  /// The style sheet that all pages have.
  package static var style: [UInt8] { PackageResources.page_css }
  /// The script that all pages have.
  package static var script: [UInt8] { PackageResources.page_js }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Writes the page with some data.
  ///
  /// - Parameter data: Each piece of JSON that the script reads, by the name of its element.
  package func write(
    _ write: @escaping (String) -> Void,
    with data: KeyValuePairs<String, (@escaping (String) -> Void) -> Void>
  ) {
    write(head)
    for (name, report) in data {
      write("<script type=\"application/json\" id=\"\(name)\">")
      report { part in write(Self.withoutMarkup(part)) }
      write("</script>\n")
    }
    write(tail)
  }

  /// Returns JSON in which nothing can end the element that it stands in.
  private static func withoutMarkup(_ json: String) -> String {
    json.utf8.contains(UInt8(ascii: "<")) ? json.replacing("<", with: "\\u003c") : json
  }
}
