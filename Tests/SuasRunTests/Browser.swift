import Foundation
import LocalServer
import Testing

/// A headless Chromium, controlled like a user would (W3C WebDriver).
final class Browser {
  static let driver = "/usr/bin/chromedriver"
  /// Returns true if there is a browser; in CI, its absence is an issue.
  static func isInstalled(sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    isInstalled(driver, from: "chromium-driver", sourceLocation: sourceLocation)
  }

  /// Returns true if there is a program; in CI, its absence is an issue.
  static func isInstalled(
    _ path: String, from package: String, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    if FileManager.default.isExecutableFile(atPath: path) { return true }
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(path) is missing: apt-get install \(package)", sourceLocation: sourceLocation)
    }
    return false
  }

  struct Failure: Error { let message: String }

  private let process: Process
  private let port: UInt16
  private var session = ""

  init(width: Int = 1200, height: Int = 900) throws {
    (process, port) = try Self.startDriver()
    let options: [String: Any] = [
      "args": [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--window-size=\(width),\(height)",
      ]
    ]
    let all: [String: Any] = [
      "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
    ]
    let wanted = ["capabilities": ["alwaysMatch": all]]
    let answer = try send("POST", "/session", wanted) as? [String: Any]
    guard let id = answer?["sessionId"] as? String else {
      throw Failure(message: "there is no session: \(answer ?? [:])")
    }
    session = "/session/\(id)"
  }

  /// Starts the driver at a free port. It takes one of IPv6, and ends if the same one is taken by
  /// somebody else in IPv4; then it is started again.
  private static func startDriver() throws -> (Process, UInt16) {
    var said = ""
    for _ in 0..<10 {
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: driver)
      process.arguments = ["--port=0"]
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      said = ""
      while true {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        said += String(decoding: data, as: UTF8.self)
        guard let match = said.firstMatch(of: /started successfully on port (\d+)/),
          let port = UInt16(match.1)
        else { continue }
        // The rest of the output is discarded, since a full pipe would block the driver.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        return (process, port)
      }
      process.waitUntilExit()
      guard said.contains("port not available") else { break }
    }
    throw Failure(message: "chromedriver ends: \(said)")
  }

  func open(_ file: URL) throws {
    _ = try send("POST", "\(session)/url", ["url": file.absoluteString])
  }

  /// Clicks the first element that matches a CSS selector.
  func click(_ selector: String) throws {
    _ = try send("POST", "\(try path(of: selector))/click", [:])
    try settle()
  }

  /// Chooses a file in an input.
  func choose(_ file: URL, in selector: String) throws {
    _ = try send("POST", "\(try path(of: selector))/value", ["text": file.path])
  }

  private func path(of selector: String) throws -> String {
    let found = try send(
      "POST", "\(session)/element", ["using": "css selector", "value": selector])
    guard let element = (found as? [String: String])?.values.first else {
      throw Failure(message: "there is no \(selector): \(found)")
    }
    return "\(session)/element/\(element)"
  }

  /// Presses keys in the focused element.
  func press(_ keys: String) throws {
    let actions = keys.flatMap { key in
      [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
    }
    let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    _ = try send("POST", "\(session)/actions", ["actions": [keyboard]])
    try settle()
  }

  /// Waits until the page has handled its input, which the driver does not do.
  private func settle() throws {
    _ = try awaitedValue("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
  }

  /// Presses Tab until an element that matches a CSS selector has the focus.
  func tab(to selector: String) throws {
    for _ in 0..<100 {
      try press(Key.tab)
      if try value("document.activeElement.matches(\"\(selector)\")") == "true" { return }
    }
    throw Failure(message: "Tab does not lead to \(selector)")
  }

  /// Keys without a character (WebDriver, section 17.4.2).
  enum Key {
    static let tab = "\u{E004}", enter = "\u{E007}", escape = "\u{E00C}", space = " "
    static let left = "\u{E012}", up = "\u{E013}", right = "\u{E014}", down = "\u{E015}"
    static let home = "\u{E011}", end = "\u{E010}"
  }

  /// Returns the value of an expression in JavaScript.
  func value(_ expression: String) throws -> String {
    let script: [String: Any] = ["script": "return String(\(expression))", "args": [Int]()]
    return "\(try send("POST", "\(session)/execute/sync", script))"
  }

  /// Returns the value or the error with which a promise, an expression in JavaScript, is settled.
  func awaitedValue(_ expression: String) throws -> String {
    let script: [String: Any] = [
      "script": "\(expression).catch(it => it).then(it => arguments[0](String(it)))",
      "args": [Int](),
    ]
    return "\(try send("POST", "\(session)/execute/async", script))"
  }

  /// Returns the visible text of the first element that matches a CSS selector.
  func text(_ selector: String) throws -> String {
    try value("document.querySelector(\"\(selector)\").innerText")
  }

  /// The warnings and errors in the console so far, such as violations of the page's policy.
  func complaints() throws -> [String] {
    let lines = try send("POST", "\(session)/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return lines.filter { ["WARNING", "SEVERE"].contains($0["level"] as? String) }
      .map { "\($0["message"] ?? "")" }
  }

  /// Calls a command of Chromium's own protocol.
  func command(_ name: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    let answer = try send(
      "POST", "\(session)/goog/cdp/execute", ["cmd": name, "params": parameters])
    return answer as? [String: Any] ?? [:]
  }

  /// Waits until an expression in JavaScript is true, for 10 seconds at most.
  func wait(_ expression: String) throws {
    for _ in 0..<200 {
      if try value(expression) == "true" { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw Failure(message: "it has not come: \(expression)")
  }

  /// The roles of visible controls that have no name, as a screen reader is told them.
  func unnamedControls() throws -> [String] {
    let nodes = try command("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]]
    let roles: Set = [
      "button", "textbox", "searchbox", "combobox", "checkbox", "switch", "slider", "listbox",
      "tree", "option", "treeitem", "tab", "radio", "link", "dialog",
    ]
    var unnamed: [String] = []
    var controls = 0
    for node in nodes ?? [] where node["ignored"] as? Bool != true {
      guard let role = (node["role"] as? [String: Any])?["value"] as? String, roles.contains(role)
      else { continue }
      controls += 1
      let name = (node["name"] as? [String: Any])?["value"] as? String ?? ""
      if name.isEmpty { unnamed.append(role) }
    }
    #expect(controls > 2)
    return unnamed
  }

  func quit() {
    if !session.isEmpty { _ = try? send("DELETE", session, nil) }
    // The driver does not end on request.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func send(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any {
    let body = try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data()
    let head = """
      \(method) \(path) HTTP/1.1\r
      Host: 127.0.0.1:\(port)\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      \r

      """
    // Foundation's own client refuses the driver's headers.
    let connection = Connection(toPort: port, patience: 120)
    connection.send(Array(head.utf8) + body)
    let answer = try JSONSerialization.jsonObject(with: try Self.body(of: connection))
    let value = (answer as? [String: Any])?["value"] ?? NSNull()
    if let error = (value as? [String: Any])?["error"] {
      throw Failure(message: "\(method) \(path): \(error)")
    }
    return value
  }

  /// Returns the body of the answer that comes over a connection.
  private static func body(of connection: Connection) throws -> Data {
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
        let head = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
        let length = head.firstMatch(of: /content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
        if bytes.count >= end + length { return Data(bytes[end..<(end + length)]) }
      }
      let more = connection.receive()
      guard !more.isEmpty else { throw Failure(message: "the driver does not answer") }
      bytes += more
    }
  }
}
