import SuasLanguage
import YAML

/// A document with schemas: a JSON Schema (draft 7 or 2020-12), or an OpenAPI document.
struct SchemaDocument {
  /// A schema with a name.
  struct Entry {
    let name: String
    let pointer: Pointer
  }

  let root: Node
  /// The title and the version of what is described, or the name of the file.
  let title: String
  /// The schemas that have names, in the order of the document.
  let entries: [Entry]

  /// The places of named schemas: OpenAPI 3, JSON Schema, and JSON Schema up to draft 7.
  private static let sections = [["components", "schemas"], ["$defs"], ["definitions"]]

  /// The keys of which a schema has at least one.
  private static let keywords: Set<String> = [
    "$ref", "type", "properties", "enum", "allOf", "anyOf", "oneOf", "items",
    "additionalProperties",
  ]

  /// - Throws: `wrong-document` for a document that is no schema.
  init(_ root: Node) throws(Diagnostics) {
    guard let members = root.mapping else { throw Diagnostics([.noSchema(at: root.range)]) }
    let keys = Set(members.map(\.key.text))
    let isSpec = keys.contains("suas")
    self.root = root
    var entries: [Entry] = []
    for section in Self.sections where !isSpec {
      let named = root.value(at: section)?.mapping ?? []
      entries += named.map {
        Entry(name: $0.key.text, pointer: Pointer(steps: section + [$0.key.text]))
      }
    }
    let info = root.value(at: ["info"])
    let title =
      info.map { [$0.text("title"), $0.text("version")].compactMap(\.self).joined(separator: " ") }
      ?? root.text("title") ?? ""
    self.title = title.isEmpty ? root.range.source.fileName : title
    let isInterface = keys.contains("openapi") || keys.contains("swagger")
    if !isInterface, !isSpec, !keys.isDisjoint(with: Self.keywords) {
      let name = root.text("title") ?? String(root.range.source.fileName.prefix { $0 != "." })
      entries.insert(Entry(name: name, pointer: Pointer(steps: [])), at: 0)
    }
    guard !entries.isEmpty else {
      throw Diagnostics([isInterface ? .noSchemas(at: root.range) : .noSchema(at: root.range)])
    }
    self.entries = entries
  }
}

extension Node {
  /// The value under some keys.
  fileprivate func value(at steps: [String]) -> Node? {
    var node = self
    for step in steps {
      switch node.content {
      case .mapping(let entries):
        guard let entry = entries.first(where: { $0.key.text == step }) else { return nil }
        node = entry.value
      case .sequence, .scalar: return nil
      }
    }
    return node
  }

  /// The text under a key.
  fileprivate func text(_ key: String) -> String? { value(at: [key])?.scalar?.text }
}

extension Source {
  /// The last part of the name.
  fileprivate var fileName: String { name.split(separator: "/").last.map(String.init) ?? name }
}
