import Foundation
import LibYAML
import SuasScenario
import SuasSpec
import Testing
import YAML

/// The schemas that `suas-run schema` prints, compared with the program's own checks.
@Suite(.enabled(if: SchemaValidator.isExpected, "python3 has no module 'jsonschema'"))
struct SchemaTests {
  /// A file of the project that the program accepts.
  struct Sample: Sendable {
    enum Kind: String, CaseIterable { case spec, scenario, fragments }
    let path: String
    let kind: Kind
    let tree: Node

    init?(_ path: String) {
      self.path = path
      let url = packageRoot.appendingPathComponent(path)
      guard let data = try? Data(contentsOf: url),
        let tree = try? LibYAML.parse(
          Source(name: path, text: String(decoding: data, as: UTF8.self)))
      else { return nil }
      self.tree = tree
      let keys = tree.mapping?.map(\.key.text) ?? []
      if keys.contains("suas") {
        kind = .spec
      } else if keys.contains("spec") {
        kind = .scenario
      } else if keys.contains("fragments") {
        kind = .fragments
      } else {
        return nil
      }
    }

    /// The spec files that a scenario file names.
    var specs: [String] {
      let value = tree.mapping?.first { $0.key.text == "spec" }?.value
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      return (value?.sequence ?? value.map { [$0] } ?? []).compactMap(\.scalar?.text)
        .map { "\(folder)/\($0)" }
    }
  }

  static let samples: [Sample] = ["specs", "Tests/SuasRunTests/Reference"].flatMap { folder in
    let root = packageRoot.appendingPathComponent(folder)
    let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    return (files ?? []).filter { $0.hasSuffix(".yaml") && !$0.contains("mistakes/") }.sorted()
      .compactMap { Sample("\(folder)/\($0)") }
  }

  /// The printed schemas, without duplicates.
  struct Schemas {
    private(set) var texts: [String] = []
    private var places: [[String]: Int] = [:]

    mutating func place(_ kind: Sample.Kind, for specs: [String] = []) throws -> Int {
      let arguments = ["schema", kind.rawValue] + specs.flatMap { ["--for", $0] }
      if let place = places[arguments] { return place }
      let result = try Program.run(arguments, in: packageRoot)
      try #require(result.status == 0, "\(result.errors)")
      places[arguments] = texts.count
      texts.append(result.output)
      return texts.count - 1
    }
  }

  @Test("The schemas accept every file of the examples and the reference, for their specs too")
  func samples() throws {
    #expect(Self.samples.count > 50)
    var schemas = Schemas()
    var documents: [(name: String, document: SchemaValidator.Document)] = []
    for sample in Self.samples {
      let place = try schemas.place(sample.kind)
      documents.append((sample.path, .init(schema: place, json: sample.tree.json)))
      guard sample.kind == .scenario else { continue }
      let narrow = try schemas.place(.scenario, for: sample.specs)
      documents.append(
        ("\(sample.path) for its spec", .init(schema: narrow, json: sample.tree.json)))
    }
    let verdicts = try SchemaValidator.verdicts(
      on: documents.map(\.document), by: schemas.texts, checkingSchemas: true)
    for (verdict, sample) in zip(verdicts, documents) {
      #expect(verdict == nil, "\(sample.name)")
    }
  }

  /// The codes of the mistakes that a schema can find.
  static let visible: Set<String> = [
    "unknown-key", "missing-key", "conflicting-keys", "wrong-kind", "unknown-verb",
    "unsupported-version", "invalid-name",
  ]

  @Test("A file with a mistake is refused by the schema as it is by the program")
  func mutants() throws {
    var schemas = Schemas()
    var mutants: [(name: String, codes: Set<String>, isUnknown: Bool)] = []
    var documents: [SchemaValidator.Document] = []
    for sample in Self.samples where sample.kind != .fragments {
      let specs = sample.kind == .scenario ? sample.specs : []
      let place = try schemas.place(sample.kind, for: specs)
      let copy = try Folder()
      let folder = copy.url.appendingPathComponent("case")
      let file = packageRoot.appendingPathComponent(sample.path)
      try FileManager.default.copyItem(at: file.deletingLastPathComponent(), to: folder)
      let path = folder.appendingPathComponent(file.lastPathComponent).path
      let all = Draft(sample.tree).mutants()
      for index in stride(from: all.count % 7, to: all.count, by: max(1, all.count / 5)) {
        let text = emit(all[index].draft)
        let tree = try LibYAML.parse(Source(name: path, text: text))
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        documents.append(.init(schema: place, json: tree.json))
        mutants.append(
          (
            "\(sample.path)\(all[index].name)", Self.codes(of: path, in: folder),
            Self.isUnknown(all[index].name, in: sample)
          ))
      }
    }
    let verdicts = try SchemaValidator.verdicts(on: documents, by: schemas.texts)
    for (verdict, mutant) in zip(verdicts, mutants) {
      if let verdict {
        #expect(!mutant.codes.isEmpty, "\(mutant.name): refused by the schema alone: \(verdict)")
      } else {
        let unseen: Set<String> =
          mutant.isUnknown ? ["missing-key", "unknown-key", "conflicting-keys"] : []
        #expect(
          mutant.codes.isDisjoint(with: Self.visible.subtracting(unseen)),
          "\(mutant.name): \(mutant.codes)")
      }
    }
  }

  /// Returns true if the schema cannot know the contents of a place: the records in a spec's
  /// values, the parameters of fragments, the columns of rows, and the targets of paths.
  private static func isUnknown(_ place: String, in sample: Sample) -> Bool {
    sample.kind == .spec
      ? place.contains(/\.(value|with|default|initial)[\[.:]/)
      : place.contains(/\.(with|examples|changes)[\[.:]/)
  }

  /// Returns the codes with which the program refuses a file.
  private static func codes(of path: String, in folder: URL) -> Set<String> {
    var loader = Loader(root: folder.path)
    do {
      _ = try loader.checkFile(path)
      return []
    } catch {
      return Set(error.items.map(\.code.rawValue))
    }
  }

  @Test("No key stands in a schema that no file has")
  func keys() throws {
    var written: Set<String> = []
    func collect(_ node: Node) {
      for entry in node.mapping ?? [] {
        written.insert(entry.key.text)
        collect(entry.value)
      }
      node.sequence?.forEach(collect)
    }
    for sample in Self.samples { collect(sample.tree) }
    func properties(_ value: Any) -> [String] {
      if let list = value as? [Any] { return list.flatMap(properties) }
      guard let object = value as? [String: Any] else { return [] }
      let own = (object["properties"] as? [String: Any])?.keys.sorted() ?? []
      return own + object.values.flatMap(properties)
    }
    for kind in Sample.Kind.allCases {
      let text = try Program.run(["schema", kind.rawValue], in: packageRoot).output
      let schema = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let unused = Set(properties(schema)).subtracting(written)
      #expect(unused.isEmpty, "\(kind): \(unused.sorted())")
    }
  }
}
