import Foundation
import Testing

/// The page of a monitor that plays a spec, in a browser.
struct MonitorPage {
  let browser: Browser
  let monitor: MonitorProcess
  /// A second page, which acts at once; what it does appears in the first one.
  private let other: PageConnection

  static func spec(_ example: String) -> String {
    packageRoot.appendingPathComponent("specs/\(example)/\(example).yaml").path
  }

  /// Opens the page of an example; does nothing where there is no browser.
  static func open(_ example: String, _ body: (MonitorPage) throws -> Void) throws {
    try open(at: spec(example), body)
  }

  /// Opens the page of a spec, whose path is given; does nothing where there is no browser.
  static func open(at spec: String, _ body: (MonitorPage) throws -> Void) throws {
    guard Browser.isInstalled() else { return }
    let monitor = try MonitorProcess([spec], in: try Folder())
    defer { monitor.stop() }
    let browser = try Browser()
    defer { browser.quit() }
    guard let address = URL(string: monitor.pageAddress) else { return }
    try browser.open(address)
    try browser.wait("monitor.source !== null")
    try body(
      MonitorPage(browser: browser, monitor: monitor, other: try PageConnection(monitor)))
    let complaints = try browser.complaints()
    #expect(complaints == [])
    #expect(try browser.value("location.href.includes('token')") == "false")
  }

  /// Does something at the end of a timeline, without the browser.
  func act(_ request: String, source: Int = 1) {
    _ = other.ask(#""source":\#(source),"n":0,"atEnd":true,"do":\#(request)"#)
  }

  // MARK: - What the page shows

  /// Waits until the timeline shows a number of entries.
  func waitForEntries(_ count: Int) throws {
    try browser.wait(
      "document.querySelectorAll('#entries .entry-row').length === \(count)"
        + " && document.querySelectorAll('#entries .is-loading').length === 0")
  }

  /// Types a text into the search for cities, and waits until the search is pending.
  func startSearch(_ text: String = "ber") throws {
    act(#""dispatch","name":"TypeQuery","with":{"text":"\#(text)"}"#)
    act(#""advance","by":"300ms""#)
    try waitForDetails("pending")
  }

  /// Waits until the details of the entry at the cursor hold a text.
  func waitForDetails(_ text: String) throws {
    try browser.wait(
      "document.querySelector('#details').innerText.includes(\(Self.quoted(text)))"
        + " && !document.querySelector('#details').classList.contains('is-old')")
  }

  func waitForState(_ text: String) throws {
    try browser.wait("document.querySelector('#tree').innerText.includes(\(Self.quoted(text)))")
  }

  func waitForMessage(_ text: String) throws {
    try browser.wait("document.querySelector('#said').innerText.includes(\(Self.quoted(text)))")
  }

  func waitForDialog(isOpen: Bool = true) throws {
    try browser.wait("(document.querySelector('dialog[open]') !== null) === \(isOpen)")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }

  // MARK: - Exports

  /// Keeps the next file that is exported in the page, instead of saving it.
  func keepExport() throws {
    _ = try browser.value(
      "(window.exported = undefined, window.download = (file, text) => { window.exported = text })")
  }

  /// Returns the text of the file that was exported.
  func exported() throws -> String {
    try browser.wait("window.exported !== undefined")
    return try browser.value("window.exported")
  }

  /// Writes an exported file, and runs the program with it.
  static func expectAccepted(
    _ text: String, as file: String, _ arguments: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try Folder()
    try folder.write(text, to: file)
    let result = try Program.run(arguments, in: folder)
    #expect(
      result.status == 0, "\(result.output)\(result.errors)", sourceLocation: sourceLocation)
  }
}
