import Foundation
import Testing

/// A page of the project's documentation.
///
/// A comment above a block of code declares its role:
///
/// | comment | role of the block |
/// |---|---|
/// | `<!-- file NAME -->` | a whole file |
/// | `<!-- add NAME -->` | lines that are added at the end of a file |
/// | `<!-- run COMMAND -->` | a command and its output, with the files of all blocks above |
/// | `<!-- not run: REASON -->` | nothing that a test can run |
///
/// Every other block of YAML is part of a file on the page, or of one in the page's folder,
/// `Tests/SuasRunTests/Reference/<page>/`. In that folder, all scenarios pass, and every file
/// `mistakes/CODE.yaml` is refused with this code and no other. The line `<!-- after PAGE -->` names
/// a page beside this one, whose files a reader already has.
struct Document: Sendable, CustomTestStringConvertible {
  struct Block: Sendable {
    /// The heading above the block.
    var heading: String
    var marker: String
    var language: String
    var text: String

    /// Returns the rest of the marker if it begins with `kind`.
    func argument(of kind: String) -> String? {
      marker.hasPrefix("\(kind) ") ? String(marker.dropFirst(kind.count + 1)) : nil
    }

    /// Writes the file that the block shows, or adds the block to it.
    func write(to folder: Folder) throws {
      if let name = argument(of: "file") {
        try folder.write(text, to: name)
      } else if let name = argument(of: "add") {
        try folder.write(try folder.text(name) + text, to: name)
      }
    }
  }

  /// The path of the page in the package.
  let path: String
  let headings: [String]
  let blocks: [Block]
  /// The text outside of blocks.
  let prose: String
  /// The name of the page whose files a reader already has.
  let previous: String?

  var testDescription: String { path }

  init(_ path: String) throws {
    self.path = path
    let text = String(
      decoding: try Data(contentsOf: packageRoot.appendingPathComponent(path)), as: UTF8.self)
    var headings: [String] = []
    var blocks: [Block] = []
    var marker = ""
    var open: Block?
    var fence = ""
    var prose = ""
    var previous: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open {
        if line == fence {
          blocks.append(block)
          (marker, open) = ("", nil)
        } else {
          open?.text += "\(line)\n"
        }
      } else if line.hasPrefix("<!-- after "), line.hasSuffix(" -->") {
        previous = String(line.dropFirst(11).dropLast(4))
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        marker = String(line.dropFirst(5).dropLast(4))
      } else if line.hasPrefix("```") {
        fence = String(line.prefix { $0 == "`" })
        open = Block(
          heading: headings.last ?? "", marker: marker,
          language: String(line.dropFirst(fence.count)), text: "")
      } else {
        prose += "\(line)\n"
        guard line.hasPrefix("#") else { continue }
        headings.append(
          line.drop { $0 == "#" }.replacing("`", with: "").trimmingCharacters(in: .whitespaces))
      }
    }
    self.headings = headings
    self.blocks = blocks
    self.prose = prose
    self.previous = previous
  }

  /// Returns the blocks whose marker begins with `kind`, each with the rest of its marker.
  func blocks(_ kind: String) -> [(argument: String, text: String)] {
    blocks.compactMap { block in block.argument(of: kind).map { ($0, block.text) } }
  }

  /// The blocks of YAML that are parts of files.
  var excerpts: [String] {
    blocks.filter { $0.marker.isEmpty && $0.language == "yaml" }.map(\.text)
  }

  /// The folder with the files that the page shows parts of.
  private var files: URL {
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    return packageRoot.appendingPathComponent("Tests/SuasRunTests/Reference/\(name)")
  }

  /// Makes a temporary folder with the files that a reader has at the beginning of the page.
  func startingFolder() throws -> Folder {
    let parent = (path as NSString).deletingLastPathComponent
    let folder = try previous.map { try Document("\(parent)/\($0)").folder() } ?? Folder()
    for name in try fileNames() {
      try folder.write(try Data(contentsOf: files.appendingPathComponent(name)), to: name)
    }
    return folder
  }

  /// Makes a temporary folder with the files that a reader has at the end of the page.
  func folder() throws -> Folder {
    let folder = try startingFolder()
    for block in blocks { try block.write(to: folder) }
    return folder
  }

  /// The names of the files in the page's folder.
  func fileNames() throws -> [String] {
    guard FileManager.default.fileExists(atPath: files.path) else { return [] }
    return try Self.fileNames(below: files)
  }

  /// Returns the paths of all files below a folder.
  static func fileNames(below folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { !folder.appendingPathComponent($0).hasDirectoryPath }
      .sorted()
  }
}

extension String {
  /// Returns true if the text contains the lines of another, which may all be indented by the same
  /// amount.
  func holds(_ excerpt: String) -> Bool {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let wanted = excerpt.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard let first = wanted.first, lines.count >= wanted.count else { return false }
    return (0...lines.count - wanted.count).contains { start in
      guard lines[start].hasSuffix(first) else { return false }
      let indent = lines[start].dropLast(first.count)
      guard indent.allSatisfy({ $0 == " " }) else { return false }
      return zip(lines[start...], wanted).allSatisfy { line, wanted in
        wanted.isEmpty ? line.isEmpty : line == indent + wanted
      }
    }
  }
}
