import Foundation
import Testing

/// The blocks in the README, in the book and in the reference, run as a reader would.
@Suite struct DocumentTests {
  static let documents: [Document] = book + reference

  /// The README and the pages in `docs`.
  static let book: [Document] = (["README.md"] + pages(below: "docs")).compactMap {
    try? Document($0)
  }

  private static func pages(below folder: String) -> [String] {
    let names = try? Document.fileNames(below: packageRoot.appendingPathComponent(folder))
    return (names ?? []).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
  }

  /// The pages in the DocC catalogues.
  static let reference: [Document] = ["SuasSpec", "SuasScenario"].flatMap { target in
    pages(below: "Sources/\(target)/\(target).docc").compactMap { try? Document($0) }
  }

  @Test("Excerpts on a page are parts of its files", arguments: documents)
  func excerpts(document: Document) throws {
    // The examples in explanations are tested with those.
    if ReferenceTests.generated.contains(where: { document.path.hasSuffix($0.path) }) { return }
    let folder = try document.folder()
    let names = try Document.fileNames(below: folder.url).filter { $0.hasSuffix(".yaml") }
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

  @Test(
    "Every block of the book is run, part of a file, or says why it is neither", arguments: book)
  func roles(document: Document) {
    for block in document.blocks
    where block.marker.isEmpty && !["yaml", "swift"].contains(block.language) {
      Issue.record("\(document.path) has a block without a role:\n\(block.text)")
    }
  }

  /// Returns the arguments of a command, and the input from the file after `<`. An argument in single
  /// quotes may have blanks.
  private static func words(
    of command: String, in folder: Folder
  ) throws -> (arguments: [String], input: Data?) {
    let words = command.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .flatMap { $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init) }
      .dropFirst()
    guard let sign = words.firstIndex(of: "<"), sign + 1 < words.endIndex else {
      return (Array(words), nil)
    }
    return (Array(words[..<sign]), Data(try folder.text(words[sign + 1]).utf8))
  }

  /// Writes the files of a page and runs its commands, in their order, and compares what they print.
  private static func follow(_ document: Document, in folder: Folder) throws {
    for block in document.blocks {
      try block.write(to: folder)
      guard let command = block.argument(of: "run") else { continue }
      let (arguments, input) = try words(of: command, in: folder)
      let result = try Program.run(arguments, in: folder, input: input)
      #expect("$ \(command)\n" + result.output + result.errors == block.text)
    }
  }

  @Test("A command prints what the page shows", arguments: documents)
  func commands(document: Document) throws {
    try Self.follow(document, in: try document.startingFolder())
  }

  @Test("The tutorial can be followed in one folder, from an empty one to the last page")
  func tutorial() throws {
    let pages = Self.book.filter { $0.path.hasPrefix("docs/tutorial/") }
    let names = pages.map { ($0.path as NSString).lastPathComponent }
    #expect(pages.map(\.previous) == [nil] + names.dropLast())
    let folder = try Folder()
    for page in pages { try Self.follow(page, in: folder) }
  }
}
