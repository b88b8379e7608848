/// The names of generated files, without their extensions: no two differ by case only.
struct FileNames {
  private var taken: Set<String>

  /// - Parameter fixed: The names that no file of a part of the spec can have.
  init(fixed: [String]) { taken = Set(fixed.map { $0.lowercased() }) }

  /// Returns a name that no other file has: the one that is given, if possible.
  mutating func add(_ name: String) -> String {
    var name = name
    while !taken.insert(name.lowercased()).inserted { name += "File" }
    return name
  }
}
