import Foundation
import SuasEngine
import SuasProgram
import Testing
import YAML

@testable import SuasScenario

extension CompiledPrograms {
  /// Specs that are too large for a method, a constructor, a constant or an enum of the JVM as they are
  /// written, compiled in one call and compared with the interpreter.
  @Suite("Limits of the JVM", .timeLimit(.minutes(60)), .serialized)
  struct KotlinLimitsTests {
    private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
      (0..<count).map(line).joined(separator: "\n")
    }

    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
      (0..<count).map(item).joined(separator: ", ")
    }

    /// The texts of the specs, with the actions that are dispatched.
    private static let specs: [(name: String, text: String, actions: [String])] = [
      (
        "fields",
        """
        states:
          Wide:
        \(lines(300) { "    f\($0): int = \($0)" })
            last: double = 0.5
        actions:
          Bump: {}
          Big:
        \(lines(260) { "    a\($0): double = 0.25" })
        reducers:
          WideReducer:
            state: Wide
            on:
              Bump: [{ increment: f7 }, { set: f299, value: 5 }]
              Big: [{ set: last, value: "${action.a259}" }]
        """, ["Bump", "Big"]
      ),
      (
        "cases",
        """
        enums:
          Kind: [\(list(1_200) { "case\($0)" })]
        states:
          S: { kind: Kind = case700, n: int = 0 }
        actions:
          Match: {}
        reducers:
          SReducer:
            state: S
            on:
              Match:
                - match: kind
                  cases:
        \(lines(1_200) { "            case\($0): [{ set: n, value: \($0) }]" })
        """, ["Match"]
      ),
      (
        "rules",
        """
        states:
          S: { list: "list(int) = []", n: int = 0 }
        actions:
          Go: {}
          Nested: {}
        reducers:
          SReducer:
            state: S
            on:
              Go:
        \(lines(500) { "        - { append: list, value: \"${n + \($0)}\" }\n        - { increment: n, when: n % \($0 + 2) == 0 }" })
              Nested:
                - for-each: list
                  as: item
                  do:
                    - if: item >= 0
                      then:
        \(lines(500) { "                - { increment: n, by: item, when: item % \($0 + 2) == 1 }" })
        """, ["Go", "Nested"]
      ),
      (
        "literals",
        """
        states:
          S: { text: string = "", list: "list(int) = []", isOne: bool = false }
        actions:
          Text: {}
          List: {}
          Or: {}
          Sum: {}
        reducers:
          SReducer:
            state: S
            on:
              Text: [{ set: text, value: "\(String(repeating: "ä b", count: 20_000))" }]
              List: [{ set: list, value: [\(list(5_000) { "\($0 * 3)" })] }]
              Or: [{ set: isOne, value: "${\((0..<1_000).map { "size(list) == \($0)" }.joined(separator: " || "))}" }]
              Sum: [{ set: list, value: "${[\((0..<100).map { _ in "size(text)" }.joined(separator: " + "))]}" }]
        """, ["Text", "List", "Or", "Sum", "Or"]
      ),
      (
        "nesting",
        """
        types:
          Node: { name: string = "", children: "list(Node) = []" }
        states:
          Tree: { root: Node, nested: "any = []" }
        actions:
          Wrap: {}
          Nest: {}
        reducers:
          TreeReducer:
            state: Tree
            initial: { root: {} }
            on:
              Wrap: [{ set: root, value: { name: a, children: ["${root}"] } }]
              Nest: [{ set: nested, value: ["${nested}"] }]
        """, Array(repeating: "Wrap", count: 205) + Array(repeating: "Nest", count: 205)
      ),
    ]

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Specs of any size are compiled, and do what the interpreter does`() throws {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "suas-limits-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      var specs: [Corpus.Spec] = []
      for spec in Self.specs {
        let path = folder.appending(path: "\(spec.name).yaml")
        try Data("suas: 1\n\(spec.text)\n".utf8).write(to: path)
        specs.append(
          Corpus.Spec(
            name: path.lastPathComponent,
            checked: try Loader(root: nil).checkedSpec(at: [path.path]))
        )
      }
      let programs = try KotlinPrograms(specs)
      var differences: [String] = []
      for (spec, actions) in zip(specs, Self.specs.map(\.actions)) {
        let comparison = try Comparison(spec.checked, programs.drivers)
        var acts: [CheckedStep.Act] = []
        for name in actions.reversed() {
          acts.append(.dispatch(try comparison.spec.action(name, [:]), times: 1))
        }
        differences += try comparison.differences { _ in acts.popLast() }.map {
          "\(spec.name): \($0)"
        }
        comparison.end()
      }
      #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
    }
  }
}
