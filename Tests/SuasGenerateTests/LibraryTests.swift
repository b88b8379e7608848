import CEL
import Foundation
import SuasEngine
import SuasProgram
import SuasSpec
import Testing
import YAML

@testable import SuasGenerate
@testable import SuasScenario

extension CompiledPrograms {
  /// The functions of the expression library in generated code.
  @Suite("Library of generated code", .timeLimit(.minutes(60)), .serialized)
  struct LibraryTests {
    /// Equality, negation and elements are no calls in generated code.
    static let notCalled: Set = ["equals", "not_equals", "logical_not", "index_list", "index_map"]

    @Test(arguments: Library.tables.flatMap(\.functions).flatMap(\.overloads).map(\.id))
    func `Every overload has a form in each language`(id: String) throws {
      if Self.notCalled.contains(id) { return }
      let function = try #require(
        Library.standard.functions.values.first { $0.overloads.contains { $0.id == id } })
      let overload = try #require(function.overloads.first { $0.id == id })
      let spec = try Self.spec.get()
      let program = Program(spec)
      let place = SourceRange(source: Source(name: "", text: ""), lowerBound: 0, upperBound: 0)
      let arguments = zip(["first", "second", "third", "fourth"], overload.parameters).map {
        LoweredExpression(.local(Local($0)), ValueType($1), canFail: false)
      }
      let swift = try SwiftExpressionPrinter(names: SwiftNames(program), place: place)
        .call(overload, arguments, ValueType(overload.result)).document.text(width: 100)
      let kotlin = try KotlinExpressions(names: KotlinNames(program), place: place)
        .call(overload, function.name, arguments).document().flatText
      let typescript = try TypeScriptExpressions(names: TypeScriptNames(program), place: place)
        .call(overload, function.name, arguments).document().flatText
      #expect(!swift.contains("Dynamic."))
      for text in [swift, kotlin, typescript] where !arguments.isEmpty {
        #expect(text.contains("first"))
      }
    }

    @Test(
      arguments: [KotlinLibrary.rows.map(\.ids), TypeScriptLibrary.rows.map(\.ids)])
    func `Every overload has one row in the table of forms`(rows: [String]) {
      let ids = rows.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map(String.init)
      let overloads = Library.tables.flatMap(\.functions).flatMap(\.overloads).map(\.id)
      #expect((ids + Self.notCalled).sorted() == Set(overloads).sorted())
    }

    private static let spec = Result {
      try Loader(root: nil).checkedSpec(
        at: [GeneratedProgram.sources.appending(path: "specs/counter/counter.yaml").path])
    }

    @Test func `Functions have the interpreter's results in Swift`() throws {
      let specs = try LibrarySpecs.Typing.allCases.map { typing in try LibrarySpecs(typing) }
      let programs = try GeneratedProgram.all(
        of: specs.map { Corpus.Spec(name: "library.yaml", checked: $0.spec) })
      for (spec, program) in zip(specs, programs) {
        try expectNoDifference(spec, DriverPool("exec '\(program.executable.path)'"))
      }
    }

    @Test(
      .enabled(
        if: KotlinToolchain.isThere, "Java and the Kotlin compiler are needed: .ci/kotlin fetch"))
    func `Functions have the interpreter's results in Kotlin`() throws {
      let specs = try LibrarySpecs.Typing.allCases.map { typing in try LibrarySpecs(typing) }
      let programs = try KotlinPrograms(
        specs.map { Corpus.Spec(name: "library.yaml", checked: $0.spec) })
      for spec in specs { try expectNoDifference(spec, programs.drivers) }
    }

    @Test(
      .enabled(
        if: TypeScriptToolchain.isThere, "Node is needed: apt-get install nodejs node-typescript"),
      arguments: TypeScriptInts.allCases)
    func `Functions have the interpreter's results in TypeScript`(ints: TypeScriptInts) throws {
      let specs = try LibrarySpecs.Typing.allCases.map { typing in try LibrarySpecs(typing) }
      let programs = try TypeScriptPrograms(
        specs.map { Corpus.Spec(name: "library.yaml", checked: $0.spec) }, ints: ints)
      for spec in specs {
        try expectNoDifference(spec, programs.drivers, areIntsNumbers: ints == .number)
      }
    }

    /// Calls each function with several values, in the interpreter and in a generated program.
    private func expectNoDifference(
      _ specs: LibrarySpecs, _ drivers: DriverPool, areIntsNumbers: Bool = false
    ) throws {
      let comparison = try Comparison(specs.spec, drivers, areIntsNumbers: areIntsNumbers)
      var differences: [String] = []
      for call in specs.calls {
        var actions = try call.payloads.map { payload in
          try comparison.spec.action(call.action, payload)
        }
        let found = try comparison.differences { _ in
          actions.popLast().map { .dispatch($0, times: 1) }
        }
        if let first = found.first {
          differences.append("\(call.overload), \(call.text): \(first)")
        }
      }
      comparison.end()
      #expect(specs.calls.count > 200)
      #expect(differences.isEmpty, "\(differences.count):\n\(differences.joined(separator: "\n"))")
    }
  }
}
