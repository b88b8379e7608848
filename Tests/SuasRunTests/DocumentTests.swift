import Foundation
import Testing

/// The blocks in the README and in the reference, run as a reader would.
@Suite struct DocumentTests {
  static let documents: [Document] = ["README.md"].compactMap { try? Document($0) } + reference

  /// The pages in the DocC catalogues.
  static let reference: [Document] = ["SuasSpec", "SuasScenario"].flatMap { target in
    let folder = "Sources/\(target)/\(target).docc"
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: packageRoot.appendingPathComponent(folder).path)
    return (names ?? []).filter { $0.hasSuffix(".md") }.sorted()
      .compactMap { try? Document("\(folder)/\($0)") }
  }

  @Test("Excerpts on a page are parts of its files", arguments: documents)
  func excerpts(document: Document) throws {
    // The examples in explanations are tested with those.
    if ReferenceTests.generated.contains(where: { document.path.hasSuffix($0.path) }) { return }
    let folder = try document.folder()
    let names = try document.fileNames().filter { $0.hasSuffix(".yaml") }
    let texts = try names.map { try folder.text($0) }
    for excerpt in document.excerpts where !texts.contains(where: { $0.holds(excerpt) }) {
      Issue.record("no file of \(document.path) holds\n\(excerpt)")
    }
  }

  @Test("The scenarios of a page pass", arguments: reference)
  func scenarios(document: Document) throws {
    let names = try document.fileNames()
    guard names.contains(where: { $0.hasSuffix(".scenario.yaml") }) else { return }
    let result = try Program.run(["."], in: try document.folder(), environment: ["CI": "true"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test(
    "The mistakes of a page are refused with the code that they are named for", arguments: reference
  )
  func mistakes(document: Document) throws {
    let folder = try document.folder()
    for name in try document.fileNames() where name.hasPrefix("mistakes/") {
      let result = try Program.run(["check", name], in: folder)
      let code = name.dropFirst("mistakes/".count).prefix { $0 != "." }
      #expect(result.codes("error") == [String(code)], "\(name): \(result.errors)")
    }
  }

  /// Returns the arguments of a command, and the input from the file after `<`.
  private static func words(
    of command: String, in folder: Folder
  ) throws -> (arguments: [String], input: Data?) {
    let words = command.split(separator: " ").dropFirst().map(String.init)
    guard let sign = words.firstIndex(of: "<"), sign + 1 < words.count else { return (words, nil) }
    return (Array(words[..<sign]), Data(try folder.text(words[sign + 1]).utf8))
  }

  @Test("A command prints what the page shows", arguments: documents)
  func commands(document: Document) throws {
    for (command, text) in document.blocks("run") {
      let folder = try document.folder()
      let (arguments, input) = try Self.words(of: command, in: folder)
      let result = try Program.run(arguments, in: folder, input: input)
      #expect("$ \(command)\n" + result.output + result.errors == text)
    }
  }
}
