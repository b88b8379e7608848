import CEL
import JSONRPC
import Locking
import SuasSpec
import YAML

/// A server of the Model Context Protocol: the state of one session with a client.
///
/// Messages are handled one by one on one thread; calls of tools run on threads of their own.
final class ContextServer {
  private let client: Client
  private let calls: CallTable
  private let root: ToolRoot
  private let run: ProgramRun
  /// The version of the program.
  private let programVersion: String
  /// The version of the protocol; nil until the client has asked for one.
  private var version: String?

  /// The versions of the protocol, the newest first.
  static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]
  /// The only version with batches of messages.
  private static let versionWithBatches = "2025-03-26"

  /// Takes an answer; nil if a message has none.
  private typealias Reply = @Sendable (JSON?) -> Void

  init(
    _ client: Client, calls: CallTable, root: ToolRoot, run: ProgramRun, programVersion: String
  ) {
    self.client = client
    self.calls = calls
    self.root = root
    self.run = run
    self.programVersion = programVersion
  }

  /// Handles a line.
  func receive(_ line: LineReader.Line) {
    guard case .line(let bytes) = line else {
      return client.refuse(
        nil,
        ResponseError(
          .invalidRequest, "a message has at most \(LineReader.maximumLength >> 20) MB"))
    }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    let value: Value
    do throws(Message.Unsound) {
      value = try Message.parse(bytes)
    } catch {
      return client.refuse(error.id, error.error)
    }
    let client = client
    guard case .list(let messages) = value else {
      return handle(value) { answer in answer.map(client.send) }
    }
    guard version == Self.versionWithBatches, !messages.isEmpty else {
      return client.refuse(nil, ResponseError(.invalidRequest, "a message is an object"))
    }
    let batch = Batch(count: messages.count, client)
    for message in messages { handle(message) { batch.add($0) } }
  }

  private func handle(_ value: Value, _ reply: @escaping Reply) {
    let message: Message
    do throws(Message.Unsound) {
      message = try Message(value)
    } catch {
      return reply(Client.refusal(of: error.id, error.error))
    }
    guard let method = message.method else { return reply(nil) }
    guard let id = message.id else {
      if method == "notifications/cancelled" {
        RequestID(message.parameters["requestId"].value).map(calls.cancel)
      }
      return reply(nil)
    }
    do throws(ResponseError) {
      if let result = try answer(method, message.parameters, id, reply) {
        reply(Client.answer(to: id, result))
      }
    } catch {
      reply(Client.refusal(of: id, error))
    }
  }

  /// - Returns: The result; nil if the answer is sent later.
  private func answer(
    _ method: String, _ parameters: Parameters, _ id: RequestID, _ reply: @escaping Reply
  ) throws(ResponseError) -> JSON? {
    switch method {
    case "ping": return .object([])
    case "initialize": return initialize(parameters)
    case _ where version == nil: throw ResponseError(.invalidRequest, "send 'initialize' first")
    case "tools/list": return ["tools": .array(Tool.all.map(\.json))]
    case "tools/call":
      try call(parameters, id, reply)
      return nil
    case "resources/list": return ["resources": .array(Manual.pages.map(\.resource))]
    case "resources/templates/list": return ["resourceTemplates": []]
    case "resources/read": return try read(parameters)
    default:
      throw ResponseError(.methodNotFound, "there is no method '\(DisplayText.escaped(method))'")
    }
  }

  private func initialize(_ parameters: Parameters) -> JSON {
    let asked = parameters["protocolVersion"].text ?? ""
    let version = Self.versions.contains(asked) ? asked : Self.versions[0]
    self.version = version
    return [
      "protocolVersion": .string(version),
      "capabilities": [
        "tools": ["listChanged": false], "resources": ["listChanged": false, "subscribe": false],
      ],
      "serverInfo": [
        "name": "suas-run", "title": "suas-run", "version": .string(programVersion),
      ],
      "instructions": """
      suas-run checks and runs the state logic of apps, which is written as YAML: specs, and \
      scenarios that test them. Read the page 'for-agents' (tool 'docs') before you write a file. \
      Then write the spec, 'check' it, write scenarios, 'run' them, and 'explore' the spec for \
      what no scenario thinks of. All paths are relative to the root of the server.
      """,
    ]
  }

  private func read(_ parameters: Parameters) throws(ResponseError) -> JSON {
    let uri = try parameters.required(parameters["uri"].text, "uri")
    guard let page = Manual.page(at: uri) else {
      throw ResponseError(.invalidParams, "there is no resource '\(DisplayText.escaped(uri))'")
    }
    return [
      "contents": [
        ["uri": .string(uri), "mimeType": "text/markdown", "text": .string(page.text)]
      ]
    ]
  }

  private func call(
    _ parameters: Parameters, _ id: RequestID, _ reply: @escaping Reply
  ) throws(ResponseError) {
    let name = try parameters.required(parameters["name"].text, "name")
    guard let tool = Tool.named(name) else {
      let near = suggestion(for: name, among: Tool.all.map(\.name))
      throw ResponseError(
        .invalidParams,
        "there is no tool '\(DisplayText.escaped(name))'"
          + (near.map { "; did you mean '\($0)'?" } ?? ""))
    }
    let arguments = try ToolArguments(parameters["arguments"], of: tool)
    let progress = Progress(
      client, RequestID(parameters["_meta"]["progressToken"].value), of: tool.name)
    let call = ToolCall(
      tool: tool, arguments: arguments, root: root, run: run,
      isCancelled: { [calls] in calls.isCancelled(id) }, tell: { progress.tell($0) })
    do throws(CallTable.Refusal) {
      try calls.start(id) { [calls] in
        // A request that was cancelled gets no answer.
        guard !calls.isCancelled(id), let result = try? call.result(), !calls.isCancelled(id) else {
          return reply(nil)
        }
        reply(Client.answer(to: id, result.json))
      }
    } catch {
      switch error {
      case .isTaken:
        throw ResponseError(.invalidRequest, "a request with this id is still under way")
      case .tooMany: throw ResponseError(.requestFailed, "too many calls are under way")
      }
    }
  }
}

extension Manual.Page {
  fileprivate var resource: JSON {
    [
      "uri": .string(uri), "name": .string(name), "title": .string(title),
      "mimeType": "text/markdown", "size": .int(text.utf8.count),
    ]
  }
}

/// The answers to a batch of messages, which are sent together.
private final class Batch: Sendable {
  private let state: Mutex<(left: Int, answers: [JSON])>
  private let client: Client

  init(count: Int, _ client: Client) {
    state = Mutex((count, []))
    self.client = client
  }

  /// Adds the answer to a message; nil if it has none.
  func add(_ answer: JSON?) {
    let answers = state.withLock { state -> [JSON] in
      state.left -= 1
      if let answer { state.answers.append(answer) }
      return state.left == 0 ? state.answers : []
    }
    if !answers.isEmpty { client.send(.array(answers)) }
  }
}

/// The reports of how long a call has run, for a client that asks for them.
private final class Progress: Sendable {
  private let client: Client
  private let token: RequestID?
  private let tool: String
  private let lastSecond = Mutex<Int64>(0)

  init(_ client: Client, _ token: RequestID?, of tool: String) {
    self.client = client
    self.token = token
    self.tool = tool
  }

  /// Reports each second, once.
  func tell(_ time: Swift.Duration) {
    guard let token else { return }
    let second = time.components.seconds
    let isNew = lastSecond.withLock { last in
      guard second > last else { return false }
      last = second
      return true
    }
    guard isNew else { return }
    client.notify(
      "notifications/progress",
      [
        "progressToken": token.json, "progress": .int(Int(second)),
        "message": .string("\(tool) has run for \(second) s"),
      ])
  }
}
