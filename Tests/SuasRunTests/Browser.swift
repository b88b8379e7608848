import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A headless Chromium, driven as a person drives it (W3C WebDriver).
final class Browser {
  static let driver = "/usr/bin/chromedriver"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: driver) }

  struct Failure: Error { let message: String }

  private let process = Process()
  private let address: String
  private var session = ""

  init(width: Int = 1200, height: Int = 900) async throws {
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
    // Nobody reads on, and what nobody reads must not hold the driver up.
    output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    let options: [String: Any] = [
      "args": [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--window-size=\(width),\(height)",
      ]
    ]
    let wanted = ["capabilities": ["alwaysMatch": ["goog:chromeOptions": options]]]
    let answer = try await send("POST", "/session", wanted) as? [String: Any]
    guard let id = answer?["sessionId"] as? String else {
      throw Failure(message: "there is no session: \(answer ?? [:])")
    }
    session = "/session/\(id)"
  }

  func open(_ file: URL) async throws {
    _ = try await send("POST", "\(session)/url", ["url": file.absoluteString])
  }

  /// Clicks on the first element that a CSS selector finds.
  func click(_ selector: String) async throws {
    let found = try await send(
      "POST", "\(session)/element", ["using": "css selector", "value": selector])
    guard let element = (found as? [String: String])?.values.first else {
      throw Failure(message: "there is no \(selector): \(found)")
    }
    _ = try await send("POST", "\(session)/element/\(element)/click", [:])
  }

  /// Presses keys, wherever the focus is.
  func press(_ keys: String) async throws {
    let actions = keys.flatMap { key in
      [["type": "keyDown", "value": String(key)], ["type": "keyUp", "value": String(key)]]
    }
    let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    _ = try await send("POST", "\(session)/actions", ["actions": [keyboard]])
  }

  /// What a script answers: the value of an expression.
  func value(_ expression: String) async throws -> String {
    let script: [String: Any] = ["script": "return String(\(expression))", "args": [Int]()]
    return "\(try await send("POST", "\(session)/execute/sync", script))"
  }

  /// The text that is to be seen in the first element that a CSS selector finds.
  func text(_ selector: String) async throws -> String {
    try await value("document.querySelector('\(selector)').innerText")
  }

  func quit() async {
    if !session.isEmpty { _ = try? await send("DELETE", session, nil) }
    process.terminate()
    process.waitUntilExit()
  }

  private func send(_ method: String, _ path: String, _ body: [String: Any]?) async throws -> Any {
    guard let url = URL(string: address + path) else { throw Failure(message: path) }
    var request = URLRequest(url: url, timeoutInterval: 120)
    request.httpMethod = method
    if let body { request.httpBody = try JSONSerialization.data(withJSONObject: body) }
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (data, response) = try await URLSession.shared.data(for: request)
    let answer = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw Failure(message: "\(method) \(path): \(answer?["value"] ?? "")")
    }
    return answer?["value"] ?? NSNull()
  }
}
