/// A part of a page, from a heading to the next one of its level.
struct ManualSection {
  let heading: String
  /// The text with the sections below it.
  private(set) var text: String
  /// The text up to the next heading.
  private(set) var ownText: String
  private let level: Int

  /// Returns the sections of a page in Markdown, in order.
  static func sections(of page: String) -> [ManualSection] {
    var sections: [ManualSection] = []
    /// The positions of the sections that a line belongs to, from the outermost.
    var open: [Int] = []
    var isCode = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      let level = line.prefix { $0 == "#" }.count
      if !isCode, level > 0, line.dropFirst(level).first == " " {
        open.removeAll { sections[$0].level >= level }
        open.append(sections.count)
        let heading = line.dropFirst(level + 1).filter { $0 != "`" }
        sections.append(
          ManualSection(heading: String(heading), text: "", ownText: "", level: level))
      }
      for index in open { sections[index].text += "\(line)\n" }
      if let last = open.last { sections[last].ownText += "\(line)\n" }
    }
    return sections
  }
}
