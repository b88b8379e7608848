/// A module of a program or of its tests in TypeScript.
struct TypeScriptFile {
  let name: String
  /// The folder of the program as imports name it.
  private let program: String
  /// The folder of the runtime as imports name it.
  private let runtime: String
  private let document: Document

  /// - Parameters:
  ///   - name: The name of the module.
  ///   - program: The path of the program's folder from the module's.
  ///   - runtime: The path of the runtime's folder from the module's.
  init(_ name: String, program: String = ".", runtime: String, _ document: Document) {
    self.name = name
    self.program = program
    self.runtime = runtime
    self.document = document
  }

  /// The modules of the runtime that the module imports.
  static func runtimeModules(in symbols: Set<Symbol>) -> Set<String> {
    let start = "\(TypeScriptRuntime.folder)/"
    return Set(
      symbols.compactMap(\.imported).filter { $0.hasPrefix(start) }.map {
        String($0.dropFirst(start.count).prefix { $0 != "/" })
      })
  }

  /// A name that a module gives to others.
  private struct Import: Hashable {
    let name: String
    let isType: Bool
  }

  /// The imports: of each module the names, those of types marked as such.
  private var imports: [Document] {
    var modules: [String: Set<Import>] = [:]
    for symbol in document.symbols {
      guard let imported = symbol.imported, let slash = imported.lastIndex(of: "/") else {
        continue
      }
      let module = String(imported[..<slash])
      if module == self.name { continue }
      let name = String(imported[imported.index(after: slash)...])
      modules[module, default: []].insert(Import(name: name, isType: symbol.isType))
    }
    return modules.sorted { path($0.key) < path($1.key) }.map { module, names in
      // A module that only types are imported of is not loaded for them.
      let areTypes = names.allSatisfy(\.isType)
      let sorted = names.sorted {
        ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name)
      }
      let list = Document.braced(
        sorted.map { Document($0.isType && !areTypes ? "type \($0.name)" : $0.name) })
      return "import \(areTypes ? "type " : "")\(list) from \"\(path(module))\";"
    }
  }

  private func path(_ module: String) -> String {
    let start = "\(TypeScriptRuntime.folder)/"
    return module.hasPrefix(start)
      ? "\(runtime)/\(module.dropFirst(start.count)).js" : "\(program)/\(module).js"
  }

  func generated(of origin: GeneratedFile.Origin) -> GeneratedFile {
    let imports = imports.joined(separator: .hardLine)
    let whole = imports.isEmpty ? document : .paragraphs([imports, document])
    let body = whole.text(width: Document.typescriptWidth)
    return GeneratedFile(path: "\(name).ts", of: origin, "\(body)\n", symbols: document.symbols)
  }
}
