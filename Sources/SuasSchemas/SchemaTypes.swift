import LibYAML
import SuasFormat
import SuasLanguage
import SuasProgram
import YAML

/// The types of a spec for the schemas of a document.
package struct SchemaTypes {
  /// A spec that declares the types, in the layout of the formatter.
  package let text: String
  /// The places that the types do not express.
  package let warnings: Diagnostics

  /// The end of the description of a spec with such types, by which its file is known.
  package static let mark = "written by suas-run types."

  /// The reason why no types are made.
  package enum Failure: Error {
    case diagnostics(Diagnostics)
    /// There is no schema of a name; the nearest one, if there is any.
    case unknownName(String, near: String?)
  }

  /// Makes the types for schemas, and for those that they refer to.
  ///
  /// - Parameter names: The schemas, by their names in the document or in the spec; all if empty.
  package init(of tree: Node, only names: [String] = []) throws(Failure) {
    let document: SchemaDocument
    do throws(Diagnostics) {
      document = try SchemaDocument(tree)
    } catch {
      throw .diagnostics(error)
    }
    let reader = SchemaReader(document)
    let maker = TypeMaker(reader)
    let entries = try Self.entries(of: document, names, maker)
    var others: [(name: String, type: String)] = []
    for entry in entries {
      let value = maker.type(of: entry)
      if value.name == .declared(maker.name(of: entry)) { continue }
      others.append((entry.name, value.name.text))
    }
    let declarations = maker.finished()
    guard !reader.isExhausted else {
      throw .diagnostics(Diagnostics([.tooManySchemas(tree.range)]))
    }
    guard !declarations.isEmpty else {
      throw .diagnostics(Diagnostics([.withoutTypes(tree.range)]))
    }
    let written = TypesText(
      description: "Types of \(TypesText.title(document.title)), \(Self.mark)", others: others,
      declarations: declarations)
    do throws(Diagnostics) {
      text = try Self.formatted(written.text)
    } catch {
      throw .diagnostics(Diagnostics(error.items.map { .notASpec($0, at: tree.range) }))
    }
    warnings = reader.warnings.diagnostics
  }

  /// True for a spec that this has written, which may be written anew.
  package static func wrote(_ source: Source) -> Bool {
    let description = (try? LibYAML.parse(source))?.mapping?.first { $0.key.text == "description" }
    return description?.value.scalar?.text.hasSuffix(mark) ?? false
  }

  private static func entries(
    of document: SchemaDocument, _ names: [String], _ maker: TypeMaker
  ) throws(Failure) -> [SchemaDocument.Entry] {
    guard !names.isEmpty else { return document.entries }
    var chosen: Set<Pointer> = []
    for name in names {
      let found =
        document.entries.first { $0.name == name }
        ?? document.entries.first { maker.name(of: $0) == name }
      guard let found else {
        throw .unknownName(name, near: suggestion(for: name, among: document.entries.map(\.name)))
      }
      chosen.insert(found.pointer)
    }
    return document.entries.filter { chosen.contains($0.pointer) }
  }

  /// Returns a spec in the layout of the formatter.
  ///
  /// - Throws: The errors of a text that is no spec.
  private static func formatted(_ text: String) throws(Diagnostics) -> String {
    let source = Source(name: "types", text: text)
    _ = try CheckedSpec(checking: try Spec(decoding: try LibYAML.parse(source)))
    guard case .formatted(let bytes) = try Formatter.format(source) else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }
}
