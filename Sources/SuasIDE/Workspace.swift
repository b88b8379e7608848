import Files
import LibYAML
import SuasScenario
import SuasSpec
import YAML

/// The folders and open files of an editor, and what is known about them.
///
/// It knows nothing of a protocol: places are paths and offsets in UTF-8 bytes. It belongs to one
/// thread; what runs beside it gets a ``Snapshot``.
package final class Workspace {
  package var folders: [String] {
    didSet {
      listed = nil
      noteChangeOfSpecs()
    }
  }
  let openFiles: OpenFiles
  private var documents: [String: Document] = [:]
  /// The loaders of the folders; each compiles a spec once.
  private var loaders: [String: Loader] = [:]
  /// Objects that are not needed any more. They are freed when no request is waiting, since that
  /// takes time.
  private var outdated: [Outdated] = []
  private static let mostOutdated = 12

  private enum Outdated {
    /// A document that an edit has replaced.
    case document(Document)
    /// The loader of files, one of which has changed.
    case loader(Loader)
    /// The analysis of a text that was made to answer a request.
    case analysis(Analysis)
  }
  /// Counts the changes of files other than scenario files, on which other files may depend.
  private var revision = 0
  /// The files of the folders, once something has asked for them.
  var listed: [String]?

  /// The analyses of files that are not open, with the texts and the revision that it is of.
  private var closed: [String: (text: [UInt8], revision: Int, analysis: Analysis)] = [:]

  package init(folders: [String] = []) {
    self.folders = folders
    openFiles = OpenFiles()
  }

  /// Creates a workspace in which edits can be tried out.
  init(copying other: Workspace) {
    folders = other.folders
    openFiles = OpenFiles(copying: other.openFiles)
    documents = other.documents.mapValues {
      Document(path: $0.path, text: $0.written, version: $0.version)
    }
    listed = other.listed
  }

  package var openPaths: [String] { documents.keys.sorted() }

  package func document(at path: String) -> Document? { documents[path] }

  /// Opens a file with a text, or replaces the text of one that is open.
  package func open(_ path: String, _ text: [UInt8], version: Int? = nil) {
    let document = Document(path: path, text: text, version: version)
    if let former = documents[path] {
      document.lastGood = former.known
      document.lastCheck = former.lastCheck
      if former.analysis != nil { putAside(.document(former)) }
    }
    documents[path] = document
    openFiles[path] = document.text
    noteChange(of: path)
  }

  package func close(_ path: String) {
    guard documents.removeValue(forKey: path) != nil else { return }
    openFiles[path] = nil
    noteChange(of: path)
  }

  /// Notes that files have changed on the disk.
  package func noteChangesOnDisk(of paths: [String]) {
    listed = nil
    for path in paths where documents[path] == nil { noteChange(of: path) }
  }

  private func noteChange(of path: String) {
    if path.hasSuffix(".scenario.yaml") {
      // Only its golden files depend on a scenario file.
      func isGolden(_ other: String) -> Bool {
        CheckedScenarioFile.paths(ofGolden: other).contains(path)
      }
      for document in documents.values where isGolden(document.path) { document.analysis = nil }
      for other in closed.keys where isGolden(other) { closed[other] = nil }
    } else {
      noteChangeOfSpecs(except: path)
    }
  }

  /// - Parameter path: The only file that has changed; nil if others may have.
  private func noteChangeOfSpecs(except path: String? = nil) {
    revision += 1
    for document in documents.values where document.path != path { document.lastCheck = nil }
    for loader in loaders.values { putAside(.loader(loader)) }
    loaders = [:]
  }

  private func putAside(_ item: Outdated) {
    outdated.append(item)
    // If requests come faster than the memory is freed, the number of kept items has to be limited.
    if outdated.count > Self.mostOutdated { outdated.removeFirst() }
  }

  /// Keeps an analysis that answers one request until there is time to free it.
  func putAside(_ analysis: Analysis) { putAside(.analysis(analysis)) }

  /// True if there is memory to be freed.
  package var hasOutdated: Bool { !outdated.isEmpty }

  /// Frees the memory of items that are not needed any more.
  package func forgetOutdated() { outdated = [] }

  /// The folder of the workspace that holds a file; nil if none does.
  func folder(of path: String) -> String? {
    folders.filter { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }.max { $0.count < $1.count }
  }

  /// The root for reading a file and what it names.
  func root(of path: String) -> ChosenRoot {
    ChosenRoot(folder: folder(of: path), openFiles: openFiles)
  }

  /// The text of a file: the open one, else that on the disk, in UTF-8 without a byte-order mark.
  /// Bytes that are no text are left as they are.
  package func text(of path: String) -> [UInt8]? {
    if let document = documents[path] { return document.text }
    guard let bytes = try? FileSystem.read(path, limit: Source.maximumSize) else { return nil }
    return (try? Source(name: path, bytes: bytes))?.utf8 ?? bytes
  }

  /// The analysis of a file, which need not be open.
  package func analysis(of path: String) -> Analysis? {
    if let document = documents[path] { return analysis(of: document) }
    guard let text = text(of: path) else { return nil }
    if let known = closed[path], known.revision == revision, known.text == text {
      return known.analysis
    }
    var analysis = analyze(path, text)
    // The entries of a file that is not open are not edited.
    analysis.reading.entryChecker = nil
    closed[path] = (text, revision, analysis)
    return analysis
  }

  package func analysis(of document: Document) -> Analysis {
    if let analysis = document.analysis, document.revision == revision { return analysis }
    let analysis = analyze(document.path, document.text)
    document.analysis = analysis
    document.revision = revision
    if let check = SpecCheck(analysis) {
      if let former = document.lastCheck { putAside(former.analysis) }
      document.lastCheck = check
    }
    return analysis
  }

  /// Reads a text as the file at a path.
  func analyze(_ path: String, _ text: [UInt8], isTolerant: Bool = false) -> Analysis {
    do throws(Diagnostics) {
      let source = try Source(name: path, bytes: text)
      do throws(Diagnostics) {
        return analyze(try LibYAML.parse(source), at: path, isTolerant: isTolerant)
      } catch {
        return Analysis(source: source, diagnostics: error.explainingTraps())
      }
    } catch {
      return Analysis(source: Source(name: path, text: ""), diagnostics: error)
    }
  }

  /// Reads a tree as the file at a path.
  func analyze(_ tree: Node, at path: String, isTolerant: Bool) -> Analysis {
    var analysis = Analysis(source: tree.range.source, tree: tree, isTolerant: isTolerant)
    if analysis.kind == nil, let spec = noteNames(inGolden: tree, at: path, analysis.journal) {
      analysis.reading.contents = .golden(spec)
      return analysis
    }
    // A file whose completions are asked for may be a spec that does not have its version yet.
    guard analysis.kind != nil || isTolerant && analysis.looksLikeSpec else { return analysis }
    let key = folder(of: path) ?? ""
    var loader = loaders[key] ?? Loader(root: root(of: path))
    analysis.reading = loader.reading(of: tree, at: path, analysis.journal)
    analysis.reading.diagnostics = analysis.reading.diagnostics.explainingTraps()
    loaders[key] = loader
    return analysis
  }

  /// Notes the names in a file that is the golden file of a scenario.
  ///
  /// - Returns: The spec of the scenario; nil if the file is no golden file.
  private func noteNames(
    inGolden tree: Node, at path: String, _ journal: ReadingJournal
  ) -> CompiledSpec? {
    for scenarios in CheckedScenarioFile.paths(ofGolden: path) {
      guard case .scenario(let file?, let spec?) = analysis(of: scenarios)?.reading.contents,
        file.noteNames(inGolden: tree, at: path, journal)
      else { continue }
      return spec
    }
    return nil
  }
}
