extension EmbeddedTexts {
  private static let texts = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0.text) })

  /// The text of a file by its path; empty if there is no such file.
  static func text(_ path: String) -> String { texts[path, default: ""] }

  /// The files of a folder with an extension, by their names, in alphabetical order.
  static func files(in folder: String, _ kind: String) -> [(name: String, text: String)] {
    all.compactMap { path, text in
      guard path.hasPrefix("\(folder)/"), path.hasSuffix(".\(kind)") else { return nil }
      return (String(path.dropFirst(folder.count + 1).dropLast(kind.count + 1)), text)
    }
  }
}
