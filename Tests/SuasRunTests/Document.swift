import Foundation
import Testing

/// A page of the project's documentation.
///
/// A comment above a block of code declares its role: `<!-- file NAME -->` for a whole file, `<!--
/// run COMMAND -->` for the output of a command. Every other block of YAML is part of a file in the
/// page's folder, `Tests/SuasRunTests/Reference/<page>/`. In that folder, all scenarios pass, and
/// every file `mistakes/CODE.yaml` is refused with this code and no other.
struct Document: Sendable, CustomTestStringConvertible {
  struct Block: Sendable {
    /// The heading above the block.
    var heading: String
    var marker: String
    var language: String
    var text: String
  }

  /// The path of the page in the package.
  let path: String
  let headings: [String]
  let blocks: [Block]

  var testDescription: String { path }

  init(_ path: String) throws {
    self.path = path
    let text = String(
      decoding: try Data(contentsOf: packageRoot.appendingPathComponent(path)), as: UTF8.self)
    var headings: [String] = []
    var blocks: [Block] = []
    var marker = ""
    var open: Block?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let block = open {
        if line == "```" {
          blocks.append(block)
          (marker, open) = ("", nil)
        } else {
          open?.text += "\(line)\n"
        }
      } else if line.hasPrefix("<!-- "), line.hasSuffix(" -->") {
        marker = String(line.dropFirst(5).dropLast(4))
      } else if line.hasPrefix("```") {
        open = Block(
          heading: headings.last ?? "", marker: marker, language: String(line.dropFirst(3)),
          text: "")
      } else if line.hasPrefix("#") {
        headings.append(
          line.drop { $0 == "#" }.replacing("`", with: "").trimmingCharacters(in: .whitespaces))
      }
    }
    self.headings = headings
    self.blocks = blocks
  }

  /// Returns the blocks whose marker begins with `kind`, each with the rest of its marker.
  func blocks(_ kind: String) -> [(argument: String, text: String)] {
    blocks.filter { $0.marker.hasPrefix("\(kind) ") }
      .map { (String($0.marker.dropFirst(kind.count + 1)), $0.text) }
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

  /// Makes a temporary folder with the files of the page.
  func folder() throws -> Folder {
    let folder = try Folder()
    for name in try fileNames() {
      try folder.write(try Data(contentsOf: files.appendingPathComponent(name)), to: name)
    }
    for (name, text) in blocks("file") { try folder.write(text, to: name) }
    return folder
  }

  /// The names of the files in the page's folder.
  func fileNames() throws -> [String] {
    guard FileManager.default.fileExists(atPath: files.path) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: files.path)
      .filter { !files.appendingPathComponent($0).hasDirectoryPath }
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
