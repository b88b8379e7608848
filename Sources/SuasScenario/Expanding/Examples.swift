import CEL
import SuasSpec
import YAML

/// The rows for which a scenario is run.
struct Examples {
  /// The columns and the range of each row.
  var rows: [(names: Names, range: SourceRange?)]

  init?(
    _ node: Node, _ expansion: Expansion, _ types: TypeTable, _ budget: EvaluationBudget
  ) {
    let sink = expansion.sink
    guard case .sequence(let nodes) = node.content else {
      sink.report(.notAList(node, "the examples", help: "write each row as '- {x: 1, y: 2}'"))
      return nil
    }
    guard !nodes.isEmpty else {
      sink.report(.noRows(at: node.range))
      return nil
    }
    let entries = nodes.map { $0.entries(as: "a row", into: sink) }
    guard let first = entries[0] else { return nil }
    let columns = first.map(\.key)
    let misnamed = columns.filter { !Names.isName($0.text) }
    for column in misnamed { sink.report(.invalidColumn(column)) }
    var isSound = misnamed.isEmpty
    let reader = ValueReader(
      constantsOf: types, failure: .invalidLiteral, sink: sink, budget: budget)
    var cells: [[(literal: Node, value: Value)]] = []
    for (index, row) in entries.enumerated() {
      guard let row, Self.hasColumns(columns, row, at: nodes[index].range, sink) else {
        isSound = false
        continue
      }
      let values = columns.compactMap { column -> (Node, Value)? in
        guard let written = row.first(where: { $0.key.text == column.text })?.value else {
          return nil
        }
        let literal = expansion.expand(written, as: .pattern)
        return reader.readConstant(literal, as: .any).map { (literal, $0) }
      }
      if values.count == columns.count { cells.append(values) } else { isSound = false }
    }
    guard isSound else { return nil }
    let symbols = sink.readings.map { Self.note(columns, entries, $0) } ?? []
    rows = zip(Self.names(columns, cells, symbols), nodes).map { (names: $0, range: $1.range) }
  }

  private static func hasColumns(
    _ columns: [Scalar], _ row: [Node.Entry], at range: SourceRange, _ sink: DiagnosticSink
  ) -> Bool {
    let names = columns.map(\.text)
    var meant: Set<String> = []
    for entry in row where !names.contains(entry.key.text) {
      sink.report(.unknownKey(entry.key, in: "a row of these examples", known: names))
      if let near = suggestion(for: entry.key.text, among: names) { meant.insert(near) }
    }
    let written = Set(row.map(\.key.text))
    for name in names where !written.contains(name) && !meant.contains(name) {
      sink.report(
        .missingKey(name, in: "the row", at: row.first?.key.range ?? range))
    }
    return written == Set(names)
  }

  /// Notes where the columns are declared, which is in the first row, and their names in the others.
  private static func note(
    _ columns: [Scalar], _ rows: [[Node.Entry]?], _ journal: ReadingJournal
  ) -> [Symbol] {
    columns.map { column in
      let symbol = journal.declareVariable(column, "column")
      for row in rows.dropFirst() {
        for entry in row ?? [] where entry.key.text == column.text {
          journal.mention(symbol, at: entry.key)
        }
      }
      return symbol
    }
  }

  /// Binds each row's columns. A column has the common type of its values, so that every row is
  /// checked alike.
  private static func names(
    _ columns: [Scalar], _ cells: [[(literal: Node, value: Value)]], _ symbols: [Symbol]
  ) -> [Names] {
    let types = columns.indices.map { column in
      cells.dropFirst().reduce(cells[0][column].value.literalType) {
        $0.joined(with: $1[column].value.literalType)
      }
    }
    return cells.map { row in
      Names(
        columns.indices.map { column in
          let (literal, value) = row[column]
          let type = types[column] == .dyn ? value.literalType : types[column]
          return Names.Binding(
            name: columns[column].text, value: value.converted(to: type), type: type,
            literal: literal, symbol: symbols.isEmpty ? nil : symbols[column])
        })
    }
  }
}

extension Names {
  /// The suffix that a row adds to the name of its scenario: ` [x=1, y=2]`.
  var label: String {
    let columns = bindings.map { binding in
      let text = binding.literal.scalar.map(\.text).flatMap { $0.holdsInterpolation ? nil : $0 }
      return "\(binding.name)=\(text ?? binding.value.yaml)"
    }
    return columns.isEmpty ? "" : " [\(columns.joined(separator: ", "))]"
  }
}

extension Value {
  /// The type of a value that was written as a literal.
  fileprivate var literalType: Type {
    switch self {
    case .list(let list):
      let types = list.map(\.literalType)
      guard let first = types.first else { return .list(.dyn) }
      return .list(types.reduce(first) { $0.joined(with: $1) })
    case .map: return .map(key: .string, value: .dyn)
    default: return type
    }
  }

  /// Returns ints as doubles if the column has doubles as well.
  fileprivate func converted(to type: Type) -> Value {
    switch (type, self) {
    case (.double, .int(let number)), (.nullable(.double), .int(let number)):
      .double(Double(number))
    case (.list(let element), .list(let list)):
      .list(List(list.map { $0.converted(to: element) }))
    default: self
    }
  }
}

extension Type {
  /// Returns the type that takes the values of both; `dyn` if there is none better.
  fileprivate func joined(with other: Type) -> Type {
    switch (self, other) {
    case _ where self == other: self
    case (.int, .double), (.double, .int): .double
    case (.null, .nullable), (.null, .dyn): other
    case (.null, _): .nullable(other)
    case (_, .null): other.joined(with: self)
    case (.nullable(let left), .nullable(let right)): .nullable(left.joined(with: right))
    case (.nullable(let left), _): .nullable(left.joined(with: other))
    case (_, .nullable): other.joined(with: self)
    case (.list(let left), .list(let right)): .list(left.joined(with: right))
    default: .dyn
    }
  }
}
