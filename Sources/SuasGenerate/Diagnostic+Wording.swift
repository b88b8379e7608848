import Files
import YAML

extension Diagnostic.Code {
  static let notGenerated = Self("not-generated")
  static let duplicateName = Self("duplicate-name")
  static let staleOutput = Self("stale-output")
}

extension Diagnostic {
  package init(_ refusal: NotGenerated) {
    let detail = refusal.detail.map { ": '\($0)'" } ?? ""
    self.init(
      .notGenerated, "no code is generated for what does not belong together\(detail)",
      at: .range(refusal.place))
  }

  /// - Parameter file: The place of a clash between things that the spec does not write.
  static func clash(_ clash: NameTable.Clash, in file: String) -> Diagnostic {
    let names = "'\(clash.first.name)' and '\(clash.second.name)'"
    return Diagnostic(
      .duplicateName,
      clash.differsByCase
        ? "\(names) differ by case only, which is not enough for files of generated code"
        : "\(names) are both '\(clash.name)' in generated code",
      at: clash.second.place.map { .range($0) } ?? .file(file),
      notes: clash.first.place.map { [Note("'\(clash.first.name)' is here", at: $0)] } ?? [],
      help: ["rename one of them"])
  }

  static func largeInt(_ int: Int64, at place: Place) -> Diagnostic {
    Diagnostic(
      .notGenerated,
      "a value begins as \(int), and an int of TypeScript is exact up to 9007199254740991",
      at: place, help: ["'--int bigint' writes ints that have all 64 bits"])
  }

  static func notGenerators(_ path: String) -> Diagnostic {
    Diagnostic(
      .unreadable, "'\(path)' was not generated, and is not replaced", at: .file(path),
      help: ["choose another folder for '--output', or move the file"])
  }

  static func ofOtherSpec(
    _ path: String, _ present: GeneratedFile.Source, _ new: GeneratedFile.Source
  ) -> Diagnostic {
    guard case .spec(let other) = present else {
      return Diagnostic(
        .unreadable, "'\(path)' is a file of the runtime, and is not replaced by one of a spec",
        at: .file(path), help: ["choose another folder, or another '--name'"])
    }
    var help = ["choose another folder, or remove the files of that spec"]
    if case .spec(let own) = new {
      help.insert("paths are relative to '--root': this spec is '\(own)'", at: 0)
    }
    return Diagnostic(
      .unreadable, "'\(path)' was generated from '\(other)', and is not replaced",
      at: .file(path), help: help)
  }

  /// - Parameter paths: The files that differ; not empty.
  static func stale(_ folder: String, _ paths: [String], command: String) -> Diagnostic {
    let shown = paths.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
    let others = paths.count > 3 ? " and \(paths.count - 3) more" : ""
    return Diagnostic(
      .staleOutput, "the files are not what would be generated: \(shown)\(others)",
      at: .file(folder), help: ["run '\(command)'"])
  }

  static func notWritten(_ path: String, _ failure: FileFailure) -> Diagnostic {
    Diagnostic(.unreadable, "cannot write to '\(path)': \(failure.words)", at: .file(path))
  }

  static func otherSpec(_ path: String) -> Diagnostic {
    Diagnostic(
      .notGenerated, "the scenarios in '\(path)' are not of the spec that is generated",
      at: .file(path), help: ["name the files of their spec, in the same order"])
  }

  static func failingScenario(
    _ name: String, at place: SourceRange, _ path: String
  ) -> Diagnostic {
    Diagnostic(
      .notGenerated, "no test is generated of '\(name)', which fails", at: .range(place),
      help: ["run 'suas-run \(path)'"])
  }
}
