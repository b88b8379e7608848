/// A file of a program or of its tests in Kotlin.
struct KotlinFile {
  let name: String
  private let package: String
  private let document: Document

  /// - Parameters:
  ///   - name: The name without the extension.
  ///   - package: The package of the program.
  init(_ name: String, package: String, _ document: Document) {
    self.name = name
    self.package = package
    self.document = document
  }

  var symbols: Set<Symbol> { document.symbols }

  func generated(of origin: GeneratedFile.Origin) -> GeneratedFile {
    let imports = Set(symbols.compactMap(\.imported)).sorted()
    var head = "package \(package)\n\n"
    if !imports.isEmpty { head += imports.map { "import \($0)\n" }.joined() + "\n" }
    let body = document.text(width: Document.kotlinWidth)
    return GeneratedFile(
      path: "\(package.replacing(".", with: "/"))/\(name).kt", of: origin,
      "\(head)\(body)\n", symbols: symbols)
  }
}
