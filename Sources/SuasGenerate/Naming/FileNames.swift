/// The names of generated files, without their extensions: no two differ by case only.
struct FileNames {
  private var taken: Set<String>
  private let suffix: String

  /// - Parameters:
  ///   - fixed: The names that no file of a part of the spec can have.
  ///   - suffix: The end of a name that another file has already without it.
  init(fixed: [String], suffix: String = "File") {
    taken = Set(fixed.map { $0.lowercased() })
    self.suffix = suffix
  }

  /// Returns a name that no other file has: the one that is given, if possible.
  mutating func add(_ name: String) -> String {
    var name = name
    while !taken.insert(name.lowercased()).inserted { name += suffix }
    return name
  }
}
