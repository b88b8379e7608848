/// A file of a program or of its tests in Kotlin.
struct KotlinFile {
  let name: String
  private let package: String
  private let runtime: String
  private let document: Document

  /// - Parameters:
  ///   - name: The name without the extension.
  ///   - package: The package of the program.
  ///   - runtime: The package of the runtime.
  init(_ name: String, package: String, runtime: String, _ document: Document) {
    self.name = name
    self.package = package
    self.runtime = runtime
    self.document = document
  }

  var symbols: Set<Symbol> { document.symbols }

  /// The name that is imported, which is in the runtime's package if it is the runtime's.
  private func importing(_ name: String) -> String {
    let start = "\(Symbol.kotlinRuntime)."
    return name.hasPrefix(start) ? "\(runtime).\(name.dropFirst(start.count))" : name
  }

  func generated(of origin: GeneratedFile.Origin) -> GeneratedFile {
    let imports = Set(symbols.compactMap(\.imported).map(importing)).sorted()
    var head = "package \(package)\n\n"
    if !imports.isEmpty { head += imports.map { "import \($0)\n" }.joined() + "\n" }
    let body = document.text(width: Document.kotlinWidth)
    return GeneratedFile(
      path: "\(package.replacing(".", with: "/"))/\(name).kt", of: origin,
      "\(head)\(body)\n", symbols: symbols)
  }
}
