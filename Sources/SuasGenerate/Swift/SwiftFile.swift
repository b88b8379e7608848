/// A file of a program in Swift.
struct SwiftFile {
  let name: String
  private let importsSuas: Bool
  private let document: Document
  let symbols: Set<Symbol>

  init(_ name: String, importsSuas: Bool = false, _ code: SwiftCode) {
    self.name = name
    self.importsSuas = importsSuas
    document = code.document
    symbols = document.symbols
  }

  var isEmpty: Bool { document.isEmpty }

  /// True if the file uses a symbol of another file of the program.
  func needs(_ file: String) -> Bool { symbols.contains { $0.file == file } }

  /// The modules that the file imports.
  private var imports: [String] {
    (importsSuas ? ["Suas"] : []) + Set(symbols.compactMap(\.imported)).sorted()
  }

  func generated(of origin: GeneratedFile.Origin, _ names: SwiftNames) -> GeneratedFile {
    let name = SwiftGenerator.files.contains(name) ? names.fixed.of(name) : name
    return GeneratedFile(
      path: "\(name).swift", of: origin, Self.text(importing: imports, document, names))
  }

  /// A whole program and its runtime as one file.
  static func joined(
    _ files: [SwiftFile], runtime: [String], of origin: GeneratedFile.Origin, _ names: SwiftNames
  ) -> GeneratedFile {
    let runtime = runtime.map(SwiftRuntime.parts(of:))
    let imports = Set(files.flatMap(\.imports) + runtime.flatMap(\.imports)).sorted()
    let program = text(importing: imports, .paragraphs(files.map(\.document)), names)
    return GeneratedFile(
      path: "\(names.fixed.of(SwiftGenerator.oneFile)).swift", of: origin,
      ([program] + runtime.map(\.body)).joined(separator: "\n"))
  }

  private static func text(
    importing imports: [String], _ document: Document, _ names: SwiftNames
  ) -> String {
    var head = imports.map { "import \($0)\n" }.joined()
    if !head.isEmpty { head += "\n" }
    let constants = names.files.filter { document.mentions($0.name) }.map { path, name in
      SwiftSyntax.fileConstant(name, path).text(width: SwiftSyntax.width) + "\n"
    }
    return head + constants.joined() + (constants.isEmpty ? "" : "\n")
      + document.text(width: SwiftSyntax.width) + "\n"
  }
}
