import Foundation
import Testing

/// A headless Chromium, controlled like a user would (W3C WebDriver).
final class Browser {
  static let driver = "/usr/bin/chromedriver"
  /// Foundation's own client refuses the driver's headers.
  private static let client = "/usr/bin/curl"

  /// Returns true if there is a browser; in CI, its absence is an issue.
  static func isInstalled(sourceLocation: SourceLocation = #_sourceLocation) -> Bool {
    if [driver, client].allSatisfy(FileManager.default.isExecutableFile) { return true }
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record(
        "chromedriver or curl is missing: apt-get install chromium-driver curl",
        sourceLocation: sourceLocation)
    }
    return false
  }

  struct Failure: Error { let message: String }

  private let process = Process()
  private let address: String
  private var session = ""

  init(width: Int = 1200, height: Int = 900) throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: Self.driver)
    process.arguments = ["--port=0"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    var said = ""
    var port: Int?
    while port == nil {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw Failure(message: "chromedriver ends: \(said)") }
      said += String(decoding: data, as: UTF8.self)
      port = said.firstMatch(of: /started successfully on port (\d+)/).flatMap { Int($0.1) }
    }
    address = "http://127.0.0.1:\(port ?? 0)"
    // The rest of the output is discarded, since a full pipe would block the driver.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
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

  func open(_ file: URL) throws {
    _ = try send("POST", "\(session)/url", ["url": file.absoluteString])
  }

  /// Clicks the first element that matches a CSS selector.
  func click(_ selector: String) throws {
    let found = try send(
      "POST", "\(session)/element", ["using": "css selector", "value": selector])
    guard let element = (found as? [String: String])?.values.first else {
      throw Failure(message: "there is no \(selector): \(found)")
    }
    _ = try send("POST", "\(session)/element/\(element)/click", [:])
  }

  /// Presses keys in the focused element.
  func press(_ keys: String) throws {
    let actions = keys.flatMap { key in
      [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
    }
    let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    _ = try send("POST", "\(session)/actions", ["actions": [keyboard]])
  }

  /// Returns the value of an expression in JavaScript.
  func value(_ expression: String) throws -> String {
    let script: [String: Any] = ["script": "return String(\(expression))", "args": [Int]()]
    return "\(try send("POST", "\(session)/execute/sync", script))"
  }

  /// Returns the visible text of the first element that matches a CSS selector.
  func text(_ selector: String) throws -> String {
    try value("document.querySelector('\(selector)').innerText")
  }

  /// The warnings and errors in the console so far, such as violations of the page's policy.
  func complaints() throws -> [String] {
    let lines = try send("POST", "\(session)/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return lines.filter { ["WARNING", "SEVERE"].contains($0["level"] as? String) }
      .map { "\($0["message"] ?? "")" }
  }

  /// Calls a command of Chromium's own protocol.
  func command(_ name: String) throws -> [String: Any] {
    let answer = try send(
      "POST", "\(session)/goog/cdp/execute", ["cmd": name, "params": [String: Any]()])
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

  func quit() {
    if !session.isEmpty { _ = try? send("DELETE", session, nil) }
    // The driver does not end on request.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func send(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any {
    let scratch = try Folder()
    try scratch.write(try JSONSerialization.data(withJSONObject: body ?? [:]), to: "body")
    let client = Process()
    client.executableURL = URL(fileURLWithPath: Self.client)
    client.currentDirectoryURL = scratch.url
    client.arguments =
      ["-sS", "--max-time", "120", "-X", method, "-o", "answer", address + path]
      + (body == nil ? [] : ["-H", "Content-Type: application/json", "--data-binary", "@body"])
    try client.run()
    client.waitUntilExit()
    let answer = try JSONSerialization.jsonObject(with: Data(try scratch.text("answer").utf8))
    let value = (answer as? [String: Any])?["value"] ?? NSNull()
    if let error = (value as? [String: Any])?["error"] {
      throw Failure(message: "\(method) \(path): \(error)")
    }
    return value
  }
}
