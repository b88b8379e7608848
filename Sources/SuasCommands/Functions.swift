import ArgumentParser
import CEL
import SuasSpec
import YAML

struct Functions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the functions that expressions can call.",
    discussion: """
      With a name, lists only the functions of that name: suas-run functions split. Types are \
      shown in place of values: a capital letter is any type, dyn one known only when the \
      expression runs.
      """)

  @Argument(help: "The name of a function or macro, such as split or math.abs.")
  var name: String?

  /// A form of a call, and its documentation.
  private typealias Line = (call: String, doc: String)

  func run() throws {
    guard let name else {
      for (index, section) in Self.sections.enumerated() {
        Terminal.write("\(index == 0 ? "" : "\n")\(section.title)\n")
        Self.write(section.entries.flatMap(\.lines), indent: "  ")
      }
      return
    }
    let found = Self.sections.flatMap(\.entries).filter { entry in
      entry.name == name || entry.name.split(separator: ".").last.map(String.init) == name
    }
    guard !found.isEmpty else {
      let near = suggestion(for: name, among: Self.sections.flatMap(\.entries).map(\.name))
      let help = near.map { "did you mean '\($0)'?" } ?? "'suas-run functions' lists all"
      throw ValidationError("there is no function '\(DisplayText.escaped(name))'; \(help)")
    }
    Self.write(found.flatMap(\.lines), indent: "")
  }

  private static var sections: [(title: String, entries: [(name: String, lines: [Line])])] {
    let macros = Library.macros.map { (name: macroName($0.call), lines: [($0.call, $0.doc)]) }
    return Library.tables.map { title, functions in
      (title, functions.map { (name: $0.name, lines: lines(of: $0)) })
    } + [("Macros", macros)]
  }

  private static func lines(of function: Function) -> [Line] {
    function.usages.flatMap { usage in
      usage.calls.map { ("\($0) → \(usage.result)", usage.doc) }
    }
  }

  /// Returns the name of a macro, as in `has`, `all` or `cel.bind`.
  private static func macroName(_ call: String) -> String {
    let name = String(call.prefix { $0 != "(" })
    return name.hasPrefix("cel.") ? name : name.split(separator: ".").last.map(String.init) ?? name
  }

  private static func write(_ lines: [Line], indent: String) {
    let width = lines.map(\.call.count).max() ?? 0
    for (call, doc) in lines {
      let blanks = String(repeating: " ", count: width - call.count)
      Terminal.write("\(indent)\(call)\(blanks)  \(doc)\n")
    }
  }
}
