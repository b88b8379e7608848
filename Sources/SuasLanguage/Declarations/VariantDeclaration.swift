import SuasProgram
import YAML

/// A variant: exactly one of several records.
package struct VariantDeclaration: Sendable {
  var name: Name
  var cases: [(name: Name, fields: [FieldDeclaration])]

  init?(_ name: Name, _ node: Node, _ sink: DiagnosticSink) {
    let entries = node.entries(
      as: "'\(name.text)'", into: sink,
      help: "write 'CASE: { FIELD: TYPE }', or 'CASE: {}' for a case without fields")
    guard let entries else { return nil }
    if entries.isEmpty { sink.report(.withoutCases(name)) }
    self.name = name
    cases = entries.compactMap { entry in
      guard let name = Name(declaring: entry.key, "a case", sink),
        let fields = FieldDeclaration.list(entry.value, "'\(entry.key.text)'", sink)
      else { return nil }
      return (name, fields)
    }
  }

  /// The records for the variant: one for each case, and one that has the cases as its fields.
  var records: [RecordDeclaration] {
    let caseRecords = cases.map { item in
      RecordDeclaration(
        section: .cases,
        name: Name(
          text: RecordType.name(ofCase: item.name.text, in: name.text), range: item.name.range),
        fields: item.fields)
    }
    let fields = zip(cases, caseRecords).map { item, record in
      FieldDeclaration(
        name: item.name,
        type: TypeSyntax(kind: .name(record.name.text), range: item.name.range))
    }
    return caseRecords + [RecordDeclaration(section: .variants, name: name, fields: fields)]
  }
}
