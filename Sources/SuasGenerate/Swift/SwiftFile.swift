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

  func generated(of origin: GeneratedFile.Origin, _ names: SwiftNames) -> GeneratedFile {
    var imports = importsSuas ? ["Suas"] : []
    imports += Set(symbols.compactMap(\.imported)).sorted()
    var head = imports.map { "import \($0)\n" }.joined()
    if !head.isEmpty { head += "\n" }
    let constants = names.files.filter { document.mentions($0.name) }.map { path, name in
      SwiftSyntax.fileConstant(name, path).text(width: SwiftSyntax.width) + "\n"
    }
    let body =
      constants.joined() + (constants.isEmpty ? "" : "\n")
      + document.text(width: SwiftSyntax.width)
    let name = SwiftGenerator.files.contains(name) ? names.fixed.of(name) : name
    return GeneratedFile(path: "\(name).swift", of: origin, "\(head)\(body)\n")
  }
}
