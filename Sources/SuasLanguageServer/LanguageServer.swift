import CEL
import JSONRPC
import Locking
import SuasIDE
import SuasScenario
import SuasSpec

/// The language server of suas-run: the state of one session with a client.
///
/// Messages are handled one by one on one thread; long work runs on threads of its own.
package final class LanguageServer {
  let client: Client
  /// The version that the client is told.
  let version: String
  let workspace = Workspace()
  var encoding = TextPositions.Encoding.utf16
  var capabilities = Parameters(nil)
  /// True if the client shows the answers of commands.
  var showsAnswers = false
  private var phase = Phase.new
  /// The requests that the client has cancelled before they were handled.
  let cancelled: CancelledRequests
  /// The open files whose diagnostics are to be published.
  var stale: Set<String> = []
  /// The file that the client has changed last, whose diagnostics it waits for.
  var urgent: String?
  /// The file in which only one entry has been checked, although other parts may depend on that
  /// entry.
  private var unfinished: String?
  /// The time until which the files that depend on the changed one wait for the next change.
  var endOfPause = ContinuousClock.now
  /// The time from the last change until the files that depend on it are checked.
  private let pause: Swift.Duration
  /// The threads of long work.
  var work: [WorkerThread] = []
  /// The diagnostics that the client knows, as JSON, by the paths of their files.
  var published: [String: String] = [:]

  private enum Phase { case new, running, shutDown, ended }

  /// The outcomes of the last runs.
  let runs = RunTable()

  /// - Parameter pause: The time from the last change of a file until the files that depend on it
  ///   are checked, so that they do not take the time between two keys.
  package init(
    _ client: Client, version: String, cancelled: CancelledRequests = CancelledRequests(),
    pause: Swift.Duration = .milliseconds(200)
  ) {
    self.client = client
    self.version = version
    self.cancelled = cancelled
    self.pause = pause
  }

  /// True when the client has told the server to exit.
  package var hasEnded: Bool { phase == .ended }
  /// The exit code: 0 if the client had shut the server down before.
  package private(set) var status: Int32 = 1

  /// Handles a message.
  package func receive(_ bytes: [UInt8]) {
    let message: Message
    do throws(Message.Unsound) {
      message = try Message(bytes)
    } catch {
      return client.refuse(error.id, error.error)
    }
    guard let method = message.method else { return }
    guard let id = message.id else { return handle(notification: method, message.parameters) }
    do throws(ResponseError) {
      if cancelled.take(id) { throw ResponseError(.requestCancelled, "cancelled") }
      if let result = try handle(request: method, message.parameters, id) {
        client.answer(id, result)
      }
    } catch {
      client.refuse(id, error)
    }
  }

  /// Does a part of the work that is left for times when no message waits.
  ///
  /// - Returns: The time after which there is more to do; nil if there is no more.
  package func idle() -> Swift.Duration? {
    if let path = urgent.take() {
      if publishPromptDiagnostics(of: path) { unfinished = path }
    } else if let path = unfinished.take() {
      publishDiagnostics(of: path)
    } else if workspace.hasOutdated {
      workspace.forgetOutdated()
    } else if let path = nextStale {
      let wait = endOfPause - .now
      guard wait <= .zero else { return wait }
      publishDiagnostics(of: path)
    } else {
      return nil
    }
    return .zero
  }

  /// Lets the files that depend on a changed one wait until the client makes a pause.
  func beginPause() { endOfPause = .now + pause }

  /// Waits until the work on other threads has ended.
  package func finishWork() {
    for thread in work { thread.join() }
    work = []
  }

  private func handle(notification method: String, _ parameters: Parameters) {
    if method == "exit" {
      status = phase == .shutDown ? 0 : 1
      phase = .ended
      return
    }
    guard phase == .running else { return }
    switch method {
    case "initialized": registerForChanges()
    case "textDocument/didOpen": didOpen(parameters["textDocument"])
    case "textDocument/didChange": didChange(parameters)
    case "textDocument/didClose": didClose(parameters["textDocument"])
    case "workspace/didChangeWatchedFiles": didChangeFiles(parameters["changes"].items)
    case "workspace/didChangeWorkspaceFolders": didChangeFolders(parameters["event"])
    default: break
    }
  }

  /// - Returns: The result; nil if the answer is sent later.
  private func handle(
    request method: String, _ parameters: Parameters, _ id: RequestID
  ) throws(ResponseError) -> JSON? {
    switch (method, phase) {
    case ("initialize", .new):
      phase = .running
      return initialize(parameters)
    case (_, .new): throw ResponseError(.serverNotInitialized, "send 'initialize' first")
    case ("initialize", _): throw ResponseError(.invalidRequest, "the server is initialized")
    case ("shutdown", .running):
      phase = .shutDown
      return .null
    case (_, .running): return try answer(method, parameters, id)
    default: throw ResponseError(.invalidRequest, "the server has been shut down")
    }
  }

  private func answer(
    _ method: String, _ parameters: Parameters, _ id: RequestID
  ) throws(ResponseError) -> JSON? {
    switch method {
    case "textDocument/completion": try completion(parameters)
    case "textDocument/hover": try hover(parameters)
    case "textDocument/definition": try definition(parameters)
    case "textDocument/references": try references(parameters)
    case "textDocument/documentHighlight": try highlights(parameters)
    case "textDocument/prepareRename": try prepareRename(parameters)
    case "textDocument/rename": try rename(parameters)
    case "textDocument/documentSymbol": try documentSymbols(parameters)
    case "workspace/symbol": workspaceSymbols(parameters)
    case "textDocument/foldingRange": try foldings(parameters)
    case "textDocument/formatting": try formatting(parameters, inRange: false)
    case "textDocument/rangeFormatting": try formatting(parameters, inRange: true)
    case "textDocument/semanticTokens/full": try semanticTokens(parameters)
    case "textDocument/signatureHelp": try signatureHelp(parameters)
    case "textDocument/prepareCallHierarchy": try prepareCallHierarchy(parameters)
    case "callHierarchy/incomingCalls": try calls(parameters, incoming: true)
    case "callHierarchy/outgoingCalls": try calls(parameters, incoming: false)
    case "textDocument/codeAction": try codeActions(parameters)
    case "textDocument/codeLens": try codeLenses(parameters)
    case "textDocument/inlayHint": try inlayHints(parameters)
    case "workspace/executeCommand": try execute(parameters, id)
    default: throw ResponseError(.methodNotFound, "there is no method '\(method)'")
    }
  }
}

/// The requests that a client has cancelled; the thread that reads messages notes them at once.
package final class CancelledRequests: Sendable {
  private let ids = Mutex<Set<RequestID>>([])

  package init() {}

  /// Notes the request that a message cancels; false for any other message.
  package func note(_ bytes: [UInt8]) -> Bool {
    guard bytes.count < 512, let message = try? Message(bytes),
      message.method == "$/cancelRequest", message.id == nil
    else { return false }
    if let id = RequestID(message.parameters["id"].value) {
      ids.withLock { ids in
        // A client that cancels requests that it never sent must not fill the memory.
        if ids.count > 1000 { ids = [] }
        ids.insert(id)
      }
    }
    return true
  }

  func take(_ id: RequestID) -> Bool { ids.withLock { $0.remove(id) != nil } }
  func contains(_ id: RequestID) -> Bool { ids.withLock { $0.contains(id) } }
}
