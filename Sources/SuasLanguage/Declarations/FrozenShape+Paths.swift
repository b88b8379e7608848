extension FrozenShape {
  /// The path of the frozen shape of a version beside that of the file with the section `saved`.
  package static func path(of version: Int, beside file: String) -> String {
    let cut = file.lastIndex { $0 == "/" || $0 == ":" }
    let start = cut.map(file.index(after:)) ?? file.startIndex
    return "\(file[..<start])saved/\(baseName(of: file)).\(version).yaml"
  }

  /// The name of a file without its folder and `.yaml`.
  package static func baseName(of file: String) -> String {
    let cut = file.lastIndex { $0 == "/" || $0 == ":" }
    let name = String(file[(cut.map(file.index(after:)) ?? file.startIndex)...])
    for suffix in [".yaml", ".yml"] where name.hasSuffix(suffix) && name.count > suffix.count {
      return String(name.dropLast(suffix.count))
    }
    return name
  }
}
