import JSONRPC
import SuasIDE
import SuasSpec
import YAML

/// Hover, definitions, references and renaming.
extension LanguageServer {
  /// The document and the offset that a request names.
  func cursor(
    _ parameters: Parameters
  ) throws(ResponseError) -> (document: Document, offset: Int, positions: TextPositions) {
    let document = try document(parameters)
    let positions = positions(in: document)
    return (document, positions.offset(parameters["position"]), positions)
  }

  func hover(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, positions) = try cursor(parameters)
    guard let hover = workspace.hover(in: document, at: offset) else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .string(hover.text)],
      "range": positions.json(hover.range),
    ]
  }

  /// The location of a place in any file.
  func location(_ place: Place) -> JSON {
    let positions = positions(in: place.path)
    return [
      "uri": .string(DocumentAddress.address(of: place.path)),
      "range": positions.json(place.range),
    ]
  }

  func definition(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, _) = try cursor(parameters)
    guard let name = workspace.name(in: document, at: offset) else { return .null }
    return location(name.declaration.range)
  }

  func references(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, _) = try cursor(parameters)
    guard let name = workspace.name(in: document, at: offset) else { return .null }
    let places = workspace.places(of: name)
    let isWhole = parameters["context"]["includeDeclaration"].flag ?? true
    return .array((isWhole ? places[...] : places.dropFirst()).map { location($0) })
  }

  func highlights(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, positions) = try cursor(parameters)
    guard let name = workspace.name(in: document, at: offset) else { return .null }
    return .array(
      workspace.places(of: name).filter { $0.path == document.path }.map {
        ["range": positions.json($0.range)]
      })
  }

  func prepareRename(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, positions) = try cursor(parameters)
    guard let name = workspace.name(in: document, at: offset) else { return .null }
    return ["range": positions.json(name.range), "placeholder": .string(name.symbol.name)]
  }

  func rename(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let (document, offset, _) = try cursor(parameters)
    let text = try parameters.required(parameters["newName"].text, "newName")
    guard let name = workspace.name(in: document, at: offset) else {
      throw ResponseError(.requestFailed, "no declared name is here")
    }
    do throws(EditingFailure) {
      return workspaceEdit(try workspace.rename(name, to: text))
    } catch {
      throw ResponseError(.requestFailed, error.message)
    }
  }

  /// The edits of several files, each with the version that it is for.
  func workspaceEdit(_ edits: [TextEdit]) -> JSON {
    let files = Dictionary(grouping: edits, by: \.place.path).sorted { $0.key < $1.key }
    let documentChanges = files.map { path, edits -> JSON in
      let positions = positions(in: path)
      let version = workspace.document(at: path)?.version.map(JSON.int) ?? .null
      return [
        "textDocument": ["uri": .string(DocumentAddress.address(of: path)), "version": version],
        "edits": .array(
          edits.map { ["range": positions.json($0.place.range), "newText": .string($0.text)] }),
      ]
    }
    let takesVersions =
      capabilities["workspace"]["workspaceEdit"]["documentChanges"].flag == true
    guard !takesVersions else { return ["documentChanges": .array(documentChanges)] }
    return [
      "changes": .object(
        zip(files, documentChanges).map { file, change in
          guard case .object(let members) = change else { return (file.key, .null) }
          return (DocumentAddress.address(of: file.key), members[1].value)
        })
    ]
  }
}
