import Files
import YAML

/// A folder of generated files.
///
/// A file that the generator did not write is neither replaced nor removed, and neither is one of
/// another spec.
package struct OutputFolder {
  private let path: String
  /// True if the folder holds the runtime of several programs.
  private let isOfRuntime: Bool
  private static let limit = 64 * 1024 * 1024

  /// - Parameters:
  ///   - path: The folder, which is made if there is none.
  ///   - isOfRuntime: True if the folder holds the runtime of several programs.
  package init(_ path: String, isOfRuntime: Bool = false) {
    self.isOfRuntime = isOfRuntime
    self.path = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
  }

  /// The changes that make the folder hold some files.
  package struct Changes {
    package var written: [GeneratedFile] = []
    /// The paths of generated files that are no longer generated.
    package var removed: [String] = []
    package var isEmpty: Bool { written.isEmpty && removed.isEmpty }
  }

  /// Compares the folder with the files that it should hold.
  ///
  /// Files of the same spec that are no longer generated are removed, and so are files of the
  /// runtime that no other spec may need.
  ///
  /// - Parameter folders: Folders that held generated files before.
  /// - Throws: files in the way that the generator did not write, or wrote for another spec.
  package func changes(
    to files: [GeneratedFile], from folders: [String] = []
  ) throws(Diagnostics) -> Changes {
    var changes = Changes()
    var diagnostics = Diagnostics()
    for file in files {
      switch text(at: file.path) {
      case .success(let present) where present == file.text: continue
      case .success(let present):
        let source = GeneratedFile.source(of: present)
        if source == .other {
          diagnostics.items.append(.notGenerators(full(file.path)))
        } else if source != file.source {
          diagnostics.items.append(.ofOtherSpec(full(file.path), source, file.source))
        } else {
          changes.written.append(file)
        }
      case .failure(let failure) where failure.isAbsence: changes.written.append(file)
      case .failure(let failure): diagnostics.items.append(.notWritten(full(file.path), failure))
      }
    }
    if diagnostics.hasErrors { throw diagnostics }
    changes.removed = isOfRuntime ? [] : leftovers(of: files, folders)
    return changes
  }

  /// The texts of the generated files of other specs, with those of the runtime; none if no other spec
  /// has files here.
  ///
  /// - Parameter spec: The path of the spec's first file below the root.
  package func textsBeside(_ spec: String) -> [String] {
    let own = GeneratedFile.Source.spec(DisplayText.escaped(spec))
    var texts: [String] = []
    var isShared = false
    forEachFile { text in
      let source = GeneratedFile.source(of: text)
      if source == .other || source == own { return true }
      isShared = isShared || source != .runtime
      texts.append(text)
      return true
    }
    return isShared ? texts : []
  }

  /// The texts of the files of the runtime.
  package var runtimeTexts: [String] {
    var texts: [String] = []
    forEachFile { text in
      if GeneratedFile.source(of: text) == .runtime { texts.append(text) }
      return true
    }
    return texts
  }

  /// The names of the files in a folder of the runtime that other programs may need, without their
  /// extensions.
  ///
  /// - Parameter spec: The path below the root of the first file of the spec that does not count.
  package func runtimeFiles(in folder: String, beside spec: String) -> Set<String> {
    guard isOfRuntime || isShared(by: [.spec(DisplayText.escaped(spec))]) else { return [] }
    return Set(
      names(in: folder).compactMap { name in
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        guard let present = try? text(at: path).get(), GeneratedFile.source(of: present) == .runtime
        else { return nil }
        return name.split(separator: ".").first.map(String.init)
      })
  }

  /// The generated files beside the given ones that nothing needs any more.
  private func leftovers(of files: [GeneratedFile], _ folders: [String]) -> [String] {
    let expected = Set(files.map(\.path))
    let specs = files.map(\.source).filter { $0 != .runtime }
    var ofSpec: [String] = []
    var ofRuntime: [String] = []
    for folder in Set(files.map { Self.folder(of: $0.path) } + folders).sorted() {
      for name in names(in: folder) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        guard !expected.contains(path), let present = try? text(at: path).get() else { continue }
        switch GeneratedFile.source(of: present) {
        case .other: continue
        case .runtime: ofRuntime.append(path)
        case let source: if specs.contains(source) { ofSpec.append(path) }
        }
      }
    }
    return ofSpec + (ofRuntime.isEmpty || isShared(by: specs) ? [] : ofRuntime)
  }

  /// The most files that are read to find out whether others need the runtime.
  private static let mostFiles = 10_000

  /// True if the folder may hold files of other specs than the given ones.
  private func isShared(by specs: [GeneratedFile.Source]) -> Bool {
    !forEachFile { text in
      guard case .spec(let name) = GeneratedFile.source(of: text) else { return true }
      return specs.contains(.spec(name))
    }
  }

  /// Calls a function with the text of each file until it returns false; returns true if it
  /// never does, and there are not too many files.
  @discardableResult
  private func forEachFile(_ body: (_ text: String) -> Bool) -> Bool {
    var waiting = [""]
    var count = 0
    while let folder = waiting.popLast() {
      for name in names(in: folder) {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        count += 1
        guard count <= Self.mostFiles else { return false }
        if FileSystem.kind(of: full(path)) == .folder {
          waiting.append(path)
        } else if let present = try? text(at: path).get(), !body(present) {
          return false
        }
      }
    }
    return true
  }

  /// The diagnostic for files that differ from those that would be generated.
  package func stale(_ changes: Changes, command: String) -> Diagnostic {
    .stale(path, changes.written.map(\.path) + changes.removed, command: command)
  }

  /// Makes changes; each file is written whole or not at all.
  package func make(_ changes: Changes) throws(Diagnostics) {
    do throws(FileFailure) {
      for folder in folders(of: changes.written) { try FileSystem.makeFolder(folder) }
      for file in changes.written {
        try FileSystem.write(Array(file.text.utf8), to: full(file.path))
      }
      guard !changes.removed.isEmpty else { return }
      let folder = try Folder(at: path)
      for name in changes.removed { try folder.remove(try BytePath(checking: name)) }
    } catch {
      throw Diagnostics([.notWritten(path, error)])
    }
  }

  /// The folders of files, outer ones first.
  private func folders(of files: [GeneratedFile]) -> [String] {
    var folders: [String] = []
    var part = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      part += "/\(name)"
      folders.append(part)
    }
    var inner: Set<String> = []
    for file in files {
      var folder = Self.folder(of: file.path)
      while !folder.isEmpty {
        inner.insert(folder)
        folder = Self.folder(of: folder)
      }
    }
    return folders + inner.sorted().map(full)
  }

  package func full(_ file: String) -> String { "\(path)/\(file)" }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  private func text(at file: String) -> Result<String, FileFailure> {
    Result { () throws(FileFailure) in
      String(decoding: try FileSystem.read(full(file), limit: Self.limit), as: UTF8.self)
    }
  }

  private func names(in folder: String) -> [String] {
    guard let opened = try? Folder(at: folder.isEmpty ? path : full(folder)) else { return [] }
    return ((try? opened.names(in: ".")) ?? []).sorted()
  }
}
