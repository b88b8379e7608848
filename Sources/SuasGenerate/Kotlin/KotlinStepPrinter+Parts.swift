import SuasProgram

/// Functions of their own for statements that are too many for one: a method of the JVM has at most
/// 64 KB.
extension KotlinStepPrinter {
  private func isTooLong(_ size: Int) -> Bool { size > KotlinPieces.length }

  /// The block with functions that hold several of its statements, if they are too many; statements
  /// that name values stay in the block.
  mutating func divided(_ block: KotlinBlock) -> KotlinBlock {
    guard isTooLong(block.size) else { return block }
    var divided = KotlinBlock(statements: [], types: block.types)
    var some: [KotlinStatement] = []
    var size = 0
    // A part does not see what is named after it.
    var types = block.types
    for name in block.statements.flatMap(\.names) { types[name] = nil }
    for statement in block.statements {
      if !some.isEmpty, !statement.names.isEmpty || isTooLong(size + statement.size) {
        divided.statements.append(part(some, types))
        (some, size) = ([], 0)
      }
      if !statement.names.isEmpty {
        for name in statement.names { types[name] = block.types[name] }
        divided.statements.append(statement)
      } else {
        some.append(statement)
        size += statement.size
      }
    }
    if !some.isEmpty { divided.statements.append(part(some, types)) }
    return divided
  }

  /// The call of a function that holds some statements.
  mutating func part(
    _ statements: [KotlinStatement], _ types: [String: Document]
  ) -> KotlinStatement {
    let name = KotlinNames.member("\(self.name)Part\(parts.count + 2)")
    let body = KotlinBlock(statements: statements, types: types)
    let read = body.documents.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    let mark = counter.flatMap { read.contains($0) ? $0 : nil }
    let ends = statements.last?.ends ?? false
    var function = KotlinFunction(body, rootName, old: oldName, mark: mark)
    var result: Document?
    if ends {
      result = "Nothing"
    } else if let mark {
      result = "\(rootType)?"
      function.lines.append("return if (\(name: mark)) \(name: rootName) else null")
    } else if body.writes {
      result = rootType
      function.lines.append("return \(name: rootName)")
    }
    var parameters: [Document] = []
    var arguments: [Document] = []
    if read.contains(rootName) || body.writes {
      parameters.append("\(name: function.parameter): \(rootType)")
      arguments.append(.name(rootName))
    }
    for (local, type) in types.sorted(by: { $0.key < $1.key }) where read.contains(local) {
      parameters.append("\(name: local): \(type)")
      arguments.append(.name(local))
    }
    let end: Document = result.map { ": \($0)" } ?? ""
    parts.append(
      .block("private fun \(name)\(.arguments(parameters))\(end) {", function.lines))
    let call = KotlinExpression.call(Document(name), arguments)
    if ends {
      var statement = self.statement(call.document())
      statement.ends = true
      return statement
    }
    guard let mark else {
      return body.writes ? assignment(call) : statement(call.document())
    }
    let lines: [Document] = ["\(name: rootName) = it", "\(name: mark) = true"]
    var statement = statement(.block("\(call.document())?.let {", lines))
    statement.writes = true
    return statement
  }

  /// A statement with blocks, each after its head.
  mutating func composed(
    _ heads: [Document], _ blocks: [KotlinBlock], _ end: Document, ends: Bool = false
  ) -> KotlinStatement {
    let blocks = fitting(blocks)
    var document = Document()
    for (head, block) in zip(heads, blocks) {
      document += head + Self.body(block)
    }
    return statement(document + end, of: blocks, ends: ends)
  }

  /// A statement with blocks in braces, each after its head.
  mutating func composed(
    _ start: Document, _ cases: [(head: Document, block: KotlinBlock)], ends: Bool
  ) -> KotlinStatement {
    let blocks = fitting(cases.map(\.block))
    let lines = zip(cases.map(\.head), blocks).map { head, block in
      block.statements.isEmpty ? "\(head)}" : "\(head)\(Self.body(block))}" as Document
    }
    return statement(.block(start, lines), of: blocks, ends: ends)
  }

  private static func body(_ block: KotlinBlock) -> Document {
    block.documents.joined(after: .hardLine).nested(4) + .hardLine
  }

  private func statement(
    _ document: Document, of blocks: [KotlinBlock], ends: Bool
  ) -> KotlinStatement {
    KotlinStatement(
      form: .other(document), size: blocks.reduce(100 * (blocks.count + 1)) { $0 + $1.size },
      writes: blocks.contains(where: \.writes), ends: ends)
  }

  /// The blocks; if they are too many, the largest ones become functions of their own.
  private mutating func fitting(_ blocks: [KotlinBlock]) -> [KotlinBlock] {
    var blocks = blocks
    var size = blocks.reduce(0) { $0 + $1.size }
    for index in blocks.indices.sorted(by: { blocks[$0].size > blocks[$1].size }) {
      let block = blocks[index]
      guard isTooLong(size), block.size > 200 else { break }
      let statement = part(block.statements, block.types)
      blocks[index].statements = [statement]
      size += statement.size - block.size
    }
    return blocks
  }
}
