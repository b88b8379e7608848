extension GoldenChange {
  /// Creates the change for a file that no step names.
  init(stray path: String, in folder: GoldenFolder) {
    kind = .stray
    self.path = path
    scenario = nil
    cause = .strayFile
    message = "no step names it"
    differences = Differences()
    self.folder = folder
    name = folder.name(at: path)
    old = try? folder.read(name)
    new = nil
  }

  /// Writes the new contents of the file, or removes it.
  func accept() throws(FileError) {
    guard try folder.read(name) == old else {
      throw FileError(operation: .written, reason: "it has changed since it was compared")
    }
    if let new { try folder.write(new, to: name) } else { try folder.remove(name) }
  }
}
