import JSONRPC
import SuasIDE
import SuasSpec

/// Open documents.
extension LanguageServer {
  func didOpen(_ document: Parameters) {
    guard let address = document["uri"].text, let text = document["text"].text else { return }
    let path = DocumentAddress.path(of: address)
    workspace.open(path, Array(text.utf8), version: document["version"].number)
    markStale(afterChangeOf: path)
  }

  func didChange(_ parameters: Parameters) {
    guard let address = parameters["textDocument"]["uri"].text else { return }
    let path = DocumentAddress.path(of: address)
    guard var text = workspace.document(at: path)?.written else { return }
    for change in parameters["contentChanges"].items {
      guard let new = change["text"].text else { continue }
      if change["range"].value == nil {
        text = Array(new.utf8)
      } else {
        text.replaceSubrange(
          TextPositions(text, encoding).range(change["range"]), with: Array(new.utf8))
      }
    }
    workspace.open(path, text, version: parameters["textDocument"]["version"].number)
    markStale(afterChangeOf: path)
  }

  func didClose(_ document: Parameters) {
    guard let address = document["uri"].text else { return }
    let path = DocumentAddress.path(of: address)
    workspace.close(path)
    stale.remove(path)
    markStale(afterChangeOf: path)
    if published.removeValue(forKey: path) != nil { publish([], of: path) }
  }

  func didChangeFiles(_ changes: [Parameters]) {
    let paths = changes.compactMap { $0["uri"].text }.map(DocumentAddress.path)
    workspace.noteChangesOnDisk(of: paths)
    markAllStale()
  }

  /// The document that a request names.
  func document(_ parameters: Parameters) throws(ResponseError) -> Document {
    let address = try parameters.required(parameters["textDocument"]["uri"].text, "uri")
    guard let document = workspace.document(at: DocumentAddress.path(of: address)) else {
      throw ResponseError(.invalidParams, "'\(address)' is not open")
    }
    return document
  }

  func positions(in document: Document) -> TextPositions {
    TextPositions(document.text, encoding, isMarked: document.isMarked)
  }

  /// The positions in a file, which need not be open.
  func positions(in path: String) -> TextPositions {
    workspace.document(at: path).map(positions(in:))
      ?? TextPositions(workspace.text(of: path) ?? [], encoding)
  }
}
