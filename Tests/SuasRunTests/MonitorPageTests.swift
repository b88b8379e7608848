import Foundation
import Support
import Testing

/// The monitor's page in a browser, with an app in another process.
@Suite struct MonitorPageTests {
  private static let todo = packageRoot.appendingPathComponent("specs/todo/todo.yaml").path

  /// An app that a monitor watches.
  private final class App {
    private let process = Process()
    private let input = Pipe(), output = Pipe()

    init(_ spec: String, _ monitor: MonitorProcess, allowsControl: Bool) throws {
      process.executableURL = URL(fileURLWithPath: Program.path).deletingLastPathComponent()
        .appendingPathComponent("MonitoredApp")
      process.arguments = [spec] + (allowsControl ? ["control"] : [])
      process.environment = ["PATH": "/usr/bin:/bin", "SUAS_MONITOR": monitor.feedAddress]
      process.standardInput = input
      process.standardOutput = output
      try process.run()
    }

    func type(_ line: String) { input.fileHandleForWriting.write(Data("\(line)\n".utf8)) }

    /// The app's store as JSON.
    var store: String {
      type("state")
      return String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }

    func waitForStore(_ text: String) {
      for _ in 0..<100 {
        if store.contains(text) { return }
        Thread.sleep(forTimeInterval: 0.05)
      }
      Issue.record("the store has no \(text): \(store)")
    }

    deinit {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private static func look(
    allowsControl: Bool, _ body: (Browser, MonitorProcess, App) throws -> Void
  ) throws {
    guard Browser.isInstalled() else { return }
    let monitor = try MonitorProcess([todo], in: try Folder())
    defer { monitor.stop() }
    let app = try App(todo, monitor, allowsControl: allowsControl)
    let browser = try Browser()
    defer { browser.quit() }
    guard let address = URL(string: monitor.pageAddress) else { return }
    try browser.open(address)
    // The store comes with the first line; the play of the spec is source 1.
    try browser.wait("monitor.sources.some(it => it.kind === 'app' && it.spec !== null)")
    try body(browser, monitor, app)
    #expect(try browser.complaints() == [])
    #expect(try browser.value("location.href.includes('token')") == "false")
  }

  private static let rows = "document.querySelectorAll('#entries .entry-row').length"

  @Test("An app's actions appear; one filters, jumps, branches, sends and exports, and it follows")
  func app() throws {
    try Self.look(allowsControl: true) { browser, monitor, app in
      try browser.click("#source-button")
      try browser.click("[data-key='source 2']")
      app.type("AddTodo text=Milk")
      app.type("AddTodo text=<img/src=x/onerror=document.title='hit'>")
      app.type("ToggleTodo index=0")
      app.type("ToggleTodo index=7")
      try browser.wait("\(Self.rows) === 5")
      #expect(try browser.text("#entries").contains("<img/src=x/onerror="))
      #expect(try browser.value("document.images.length") == "0")
      try browser.wait(
        "document.querySelector('#details').innerText.includes('index-out-of-range')")

      // The app follows a jump.
      try browser.click("#app-follows")
      try browser.click(".entry-row[data-index='1']")
      try browser.wait("document.querySelector('#details').innerText.includes('TodoList.todos[0]')")
      app.waitForStore(#"{"todos":[{"title":"Milk","isCompleted":false}]}"#)
      try browser.click("#app-follows")

      // What is sent at the end reaches the app, where it is: an entry says that it went back.
      try browser.click("#to-last")
      try Self.send("InsertTodo", ["0", "From the page"], browser)
      try browser.wait("\(Self.rows) === 7")
      app.waitForStore("From the page")

      // A filter.
      try browser.click("#search")
      try browser.press("from page")
      try browser.wait("\(Self.rows) === 1")
      try browser.click("#clear-filters")
      try browser.wait("\(Self.rows) === 7")

      // A branch, from which a scenario is exported that passes.
      try browser.click(".entry-row[data-index='1']")
      try browser.wait("document.querySelector('#details [data-key=branch]') !== null")
      try browser.wait("!document.querySelector('#details').classList.contains('is-old')")
      try browser.click("#details [data-key=branch]")
      try browser.wait("monitor.source.kind === 'branch'")
      try Self.send("AddTodo", ["In the branch"], browser)
      try browser.wait("\(Self.rows) === 3")
      try Self.export(browser)

      let tree = try browser.command("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]]
      #expect(Self.unnamedControls(tree ?? []) == [])
      #expect((tree ?? []).count > 50)
    }
  }

  @Test("An app that allows no control stays as it is; a branch is made by the keyboard alone")
  func keyboard() throws {
    try Self.look(allowsControl: false) { browser, monitor, app in
      app.type("AddTodo text=Milk")
      app.type("AddTodo text=Bread")
      let (down, home, enter, tab) = ("\u{E015}", "\u{E011}", "\u{E007}", "\u{E004}")
      try browser.wait("monitor.sources.find(it => it.kind === 'app').length === 3")
      // To the source button, then to the app.
      try browser.press(tab + enter)
      try browser.wait("document.querySelector('#sources').matches(':popover-open')")
      try browser.press(down)
      try browser.press(enter)
      try browser.wait("monitor.source.kind === 'app'")
      #expect(try browser.value("document.activeElement.id") == "entries")
      try browser.press(home)
      try browser.press(down)
      try browser.wait("document.querySelector('#details').innerText.includes('TodoList.todos[0]')")
      try browser.press("s")
      try browser.wait("document.querySelector('dialog') !== null")
      try browser.press(tab + "By keyboard")
      try browser.press(tab + tab + tab + enter)
      try browser.wait("monitor.source.kind === 'branch'")
      try browser.wait("\(Self.rows) === 3")
      #expect(try browser.text("#entries").contains("By keyboard"))
      #expect(!app.store.contains("By keyboard"))
    }
  }

  private static func send(_ name: String, _ texts: [String], _ browser: Browser) throws {
    try browser.click("#send-button")
    let choice = "document.querySelector('dialog select')"
    _ = try browser.value(
      """
      (it => { it.value = [...it.options].find(it => it.text === '\(name)').value;
      it.dispatchEvent(new Event('change')) })(\(choice))
      """)
    for (index, text) in texts.enumerated() {
      try browser.click(
        "dialog .field:nth-of-type(\(index + 1)) :is(.fields input, .fields textarea)")
      try browser.press(text)
    }
    try browser.click("dialog button[type=submit]")
    try browser.wait("document.querySelector('dialog') === null")
  }

  private static func export(_ browser: Browser) throws {
    _ = try browser.value("window.download = (file, text) => { window.exported = text }")
    try browser.click("#export-button")
    try browser.click("dialog button[type=submit]")
    try browser.wait("window.exported !== undefined")
    let folder = try Folder()
    try folder.write(try browser.value("window.exported"), to: "a.scenario.yaml")
    let result = try Program.run(["a.scenario.yaml", "--root", "/"], in: folder)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// The roles of controls that have no name.
  private static func unnamedControls(_ nodes: [[String: Any]]) -> [String] {
    let roles: Set = [
      "button", "textbox", "searchbox", "combobox", "checkbox", "switch", "slider", "listbox",
      "tree",
      "option", "treeitem", "tab", "radio", "link",
    ]
    return nodes.compactMap { node in
      guard node["ignored"] as? Bool != true,
        let role = (node["role"] as? [String: Any])?["value"] as? String, roles.contains(role),
        ((node["name"] as? [String: Any])?["value"] as? String ?? "").isEmpty
      else { return nil }
      return role
    }
  }
}
