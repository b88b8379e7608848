/// A file of a program in Swift.
struct SwiftFile {
  private enum Content {
    case code(SwiftCode)
    /// The lines of an emitter that writes no documents yet.
    case text(SwiftWriter)
  }

  let name: String
  private let importsSuas: Bool
  private let content: Content
  /// The symbols in its documents.
  let symbols: Set<Symbol>

  init(_ name: String, importsSuas: Bool = false, _ code: SwiftCode) {
    self.name = name
    self.importsSuas = importsSuas
    content = .code(code)
    symbols = code.document.symbols
  }

  init(_ name: String, importsSuas: Bool = false, text: SwiftWriter) {
    self.name = name
    self.importsSuas = importsSuas
    content = .text(text)
    symbols = []
  }

  var isEmpty: Bool {
    switch content {
    case .code(let code): code.isEmpty
    case .text(let writer): writer.isEmpty
    }
  }

  /// The text of an emitter that writes no documents yet.
  var text: String {
    switch content {
    case .code: ""
    case .text(let writer): writer.text
    }
  }

  /// True if the file uses a symbol of another file of the program.
  func needs(_ file: String) -> Bool {
    symbols.contains { $0.file == file } || text.contains(file)
  }

  func generated(of origin: GeneratedFile.Origin, _ names: SwiftNames) -> GeneratedFile {
    var imports = importsSuas ? ["Suas"] : []
    imports += Set(symbols.compactMap(\.imported)).sorted()
    var head = imports.map { "import \($0)\n" }.joined()
    if !head.isEmpty { head += "\n" }
    let body: String
    switch content {
    case .text(let writer):
      let (constants, named) = Self.namingFiles(in: writer.text)
      body = constants + SwiftLayout.wrapped(named)
    case .code(let code):
      let document = code.document
      let constants = names.files.filter { document.mentions($0.name) }.map { path, name in
        SwiftSyntax.fileConstant(name, path).text(width: SwiftSyntax.width) + "\n"
      }
      body =
        constants.joined() + (constants.isEmpty ? "" : "\n")
        + document.text(width: SwiftSyntax.width)
    }
    return GeneratedFile(path: "\(name).swift", of: origin, "\(head)\(body)\n")
  }

  /// Gives the files of the spec names, which places in generated code begin with.
  private static func namingFiles(in text: String) -> (constants: String, text: String) {
    var text = text
    var constants = ""
    while let start = text.firstRange(of: "ActionError.Place(\""),
      let end = text[start.upperBound...].firstRange(of: "\", ")
    {
      let path = String(text[start.upperBound..<end.lowerBound])
      let file = path.split(separator: "/").last.map(String.init) ?? path
      let base = file.split(separator: ".").first.map(String.init) ?? file
      var name = "\(base.memberName)File"
      while constants.contains("let \(name) =") { name += "Too" }
      let line = "private let \(name) = \"\(path)\""
      constants +=
        (line.count <= SwiftLayout.width ? line : line.replacing(" = ", with: " =\n  ")) + "\n"
      text = text.replacing(
        "ActionError.Place(\"\(path)\", ", with: "ActionError.Place(\(name), ")
    }
    return (constants.isEmpty ? "" : constants + "\n", text)
  }
}
