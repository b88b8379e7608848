import JSONRPC
import SuasSpec
import YAML

/// The pages of the manual, which are part of the program.
enum Manual {
  struct Page: Sendable {
    /// The path in the folder of resources: `docs/for-agents.md`, `specs/Verbs.md`.
    let path: String
    /// The path without what all pages have: `for-agents`, `specs/Verbs`.
    let name: String
    let title: String
    let text: String

    var uri: String { "suas-run://\(path)" }
  }

  static let pages: [Page] = EmbeddedTexts.all.filter { $0.path.hasSuffix(".md") }.map {
    path, text in
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !($0.hasPrefix("<!--") && $0.hasSuffix("-->")) }
    let title = lines.first { $0.hasPrefix("# ") }?.dropFirst(2) ?? ""
    let short = path.hasPrefix("docs/") ? path.dropFirst(5) : path[...]
    return Page(
      path: path, name: String(short.dropLast(3)), title: String(title.filter { $0 != "`" }),
      text: lines.joined(separator: "\n"))
  }

  /// Returns the page with a name, which may also be written as in the links of other pages.
  static func page(named name: String) -> Page? {
    var parts = name.split(separator: "/").filter { $0 != ".." && $0 != "." }
    if parts.starts(with: ["Sources"]) { parts.removeFirst() }
    switch parts.first {
    case "docs": parts.removeFirst()
    case "SuasSpec": parts = ["specs"] + parts.dropFirst(2)
    case "SuasScenario": parts = ["scenarios"] + parts.dropFirst(2)
    default: break
    }
    var wanted = parts.joined(separator: "/")
    if wanted.hasSuffix(".md") { wanted.removeLast(3) }
    let lowercased = wanted.lowercased()
    return pages.first { $0.name == wanted }
      ?? pages.first { $0.name.lowercased() == lowercased }
      ?? pages.first { $0.name.lowercased().hasSuffix("/\(lowercased)") }
  }

  /// Returns the page with an address as `resources/list` gives it.
  static func page(at uri: String) -> Page? { pages.first { $0.uri == uri } }

  /// Returns the result of the tool `docs`.
  static func result(for arguments: ToolArguments) -> ToolResult {
    func text(_ name: String) -> String? { arguments.texts[name]?.first }
    if let words = text("search") {
      let found = sections(with: words)
      return found.isEmpty
        ? .error("no section of the manual has any of these words")
        : ToolResult(.passed, [("sections", .array(found))])
    }
    guard let name = text("page") else {
      if text("section") != nil { return .error("'section' needs the 'page' that has it") }
      return ToolResult(
        .passed,
        [
          (
            "pages",
            .array(
              pages.map { ["name": .string($0.name), "title": .string($0.title)] as JSON })
          )
        ])
    }
    guard let page = page(named: name) else {
      let near = suggestion(for: name, among: pages.map(\.name)).map { "did you mean '\($0)'?" }
      let help = near ?? "'docs' without arguments lists all"
      return .error("there is no page '\(DisplayText.escaped(name))'; \(help)")
    }
    let sections = ManualSection.sections(of: page.text)
    guard let heading = text("section") else {
      return ToolResult(.passed, [("text", .string(page.text))])
    }
    let wanted = heading.lowercased()
    guard
      let section = sections.first(where: { $0.heading.lowercased() == wanted })
        ?? sections.first(where: { $0.heading.lowercased().contains(wanted) })
    else {
      return .error(
        "the page '\(page.name)' has no section '\(DisplayText.escaped(heading))'; it has "
          + sections.map { "'\($0.heading)'" }.joined(separator: ", "))
    }
    return ToolResult(.passed, [("text", .string(section.text))])
  }

  /// The most sections that a search gives.
  private static let mostFound = 10

  private static func sections(with words: String) -> [JSON] {
    let words = Set(words.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "-" })
    var found: [(score: Int, json: JSON)] = []
    for page in pages {
      for section in ManualSection.sections(of: page.text) {
        let own = section.ownText.lowercased()
        let heading = "\(section.heading) \(page.name)".lowercased()
        let score = words.reduce(0) { score, word in
          score + (heading.contains(word) ? 3 : 0) + (own.contains(word) ? 2 : 0)
        }
        guard score > 0 else { continue }
        let line = section.ownText.split(separator: "\n").first { line in
          words.contains { line.lowercased().contains($0) }
        }
        found.append(
          (
            score,
            [
              "page": .string(page.name), "section": .string(section.heading),
              "line": .string(String(line ?? "")),
            ]
          ))
      }
    }
    // A stable order: pages and sections of equal score as they stand in the manual.
    return found.enumerated().sorted {
      ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
    }
    .prefix(mostFound).map(\.element.json)
  }
}
