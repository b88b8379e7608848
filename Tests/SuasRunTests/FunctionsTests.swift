import CEL
import Foundation
import Testing

/// `suas-run functions`.
@Suite struct FunctionsTests {
  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(["functions"] + arguments, in: try Folder())
  }

  @Test("Every function, operator and macro is listed with its types and what it does")
  func all() throws {
    let result = try run()
    #expect(result.status == 0 && result.errors.isEmpty)
    let lines = Set(result.output.split(separator: "\n").map(String.init))
    for (title, functions) in Library.tables {
      #expect(lines.contains(title))
      for usage in functions.flatMap(\.usages) {
        for call in usage.calls {
          let line = "  \(call) → \(usage.result) "
          #expect(lines.contains { $0.hasPrefix(line) && $0.hasSuffix("  \(usage.doc)") })
        }
      }
    }
    for (call, doc) in Library.macros {
      #expect(lines.contains { $0.hasPrefix("  \(call) ") && $0.hasSuffix("  \(doc)") })
    }
  }

  @Test(
    "With a name, the functions and macros of that name are shown, in every namespace",
    arguments: [
      (
        "split",
        """
        string.split(string) → list(string)       The parts between the separators; the code points if the separator is empty.
        string.split(string, int) → list(string)  The same, with at most this number of parts; without a limit if it is negative.

        """
      ),
      ("math.ceil", "math.ceil(double) → double  The smallest whole number that is not less.\n"),
      ("ceil", "math.ceil(double) → double  The smallest whole number that is not less.\n"),
      (
        "bind",
        "cel.bind(name, value, expression)  The expression, in which the name has the value.\n"
      ),
      ("has", "has(x.field)  True if the field or key exists and is not null.\n"),
    ])
  func one(name: String, text: String) throws {
    let result = try run(name)
    #expect(result.status == 0)
    #expect(result.output == text)
  }

  @Test("An unknown name is an error that suggests the nearest one")
  func unknown() throws {
    let near = try run("filtre")
    #expect(near.status == 64 && near.output.isEmpty)
    #expect(near.errors.contains("there is no function 'filtre'; did you mean 'filter'?"))
    let far = try run("xyzzyxyzzy")
    #expect(far.status == 64)
    #expect(far.errors.contains("'xyzzyxyzzy'; 'suas-run functions' lists all"))
  }
}
