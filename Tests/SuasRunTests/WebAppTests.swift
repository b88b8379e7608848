import Foundation
import LocalServer
import Testing

/// The web app of `specs/apps`: generated, compiled by the TypeScript compiler alone, and used in a
/// browser.
@Suite struct WebAppTests {
  private static let compiler = "/usr/bin/tsc"

  /// Opens a page of the app; does nothing where there is no browser or no compiler.
  private static func open(_ page: String, _ body: (Browser) throws -> Void) throws {
    guard Browser.isInstalled(), Browser.isInstalled(compiler, from: "node-typescript") else {
      return
    }
    let folder = try Folder()
    let app = folder.url.appending(path: "web")
    let source = packageRoot.appending(path: "specs/apps/web")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path).sorted() {
      // What was generated and built there may be older.
      if name == "tests" || name == "build" { continue }
      try FileManager.default.copyItem(
        at: source.appending(path: name), to: app.appending(path: name))
    }
    let spec = packageRoot.appending(path: "specs/todo-with-settings")
    let generated = try Program.run(
      [
        "generate", "typescript", spec.appending(path: "todo-with-settings.yaml").path, "--root",
        packageRoot.path, "--output", "web/app/generated", "--recorder", "--tests", "web/tests",
        "--scenarios",
        spec.path,
      ], in: folder)
    try #require(generated.status == 0, "\(generated.errors)")
    let compiled = try Program.run(["-p", "web"], in: folder.url, program: compiler)
    try #require(compiled.status == 0, "\(compiled.output)")
    let server = HTTPServer { request in answer(request.target, in: app) }
    let browser = try Browser()
    defer { browser.quit() }
    try browser.open(server.url("/\(page)"))
    try body(browser)
    #expect(try browser.complaints() == [])
  }

  private static func answer(_ target: String, in folder: URL) -> HTTPServer.Answer {
    let kinds = ["html": "text/html", "js": "text/javascript", "css": "text/css"]
    let file = folder.appending(path: target.prefix { $0 != "?" })
    guard let kind = kinds[file.pathExtension],
      let text = try? String(contentsOf: file, encoding: .utf8)
    else { return HTTPServer.Answer(status: 404, "") }
    return HTTPServer.Answer(headers: [("Content-Type", kind)], text)
  }

  @Test
  func `Things to do are added and ticked off, and colours that could not be read are refused`()
    throws
  {
    try Self.open("index.html") { browser in
      try browser.wait("document.querySelectorAll('option').length === 8")
      for title in ["Milk", "<b>Bread</b>"] {
        try browser.click("#add input")
        try browser.press(title + Browser.Key.enter)
      }
      #expect(try browser.text("#todos li:nth-child(1) span") == "Milk")
      #expect(try browser.text("#todos li:nth-child(2) span") == "<b>Bread</b>")
      #expect(try browser.text("#left") == "2 left")
      try browser.click("#todos li:nth-child(2) input")
      #expect(try browser.text("#left") == "1 left")
      #expect(try browser.value("document.querySelectorAll('li.done').length") == "1")
      let choose = { (color: String) in
        try browser.value(
          """
          (() => {
            const list = document.getElementById("background");
            list.value = "\(color)";
            list.dispatchEvent(new Event("change"));
            return list.value + " " + document.body.style.background;
          })()
          """)
      }
      #expect(try choose("green") == "green green")
      #expect(try choose("black") == "green green")
      try browser.click("#over")
      #expect(try browser.text("#todos") == "")
      #expect(try browser.value("document.body.style.background") == "red")
      #expect(try browser.unnamedControls() == [])
    }
  }

  @Test func `The app is seen in the monitor, and what it did is replayed`() throws {
    let folder = try Folder()
    let spec = packageRoot.appending(path: "specs/todo-with-settings/todo-with-settings.yaml").path
    let monitor = try MonitorProcess([spec], in: folder)
    defer { monitor.stop() }
    let address = monitor.feedAddress.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    try Self.open("index.html?monitor=\(address ?? "")") { browser in
      let page = try PageConnection(monitor)
      try browser.click("#add input")
      try browser.press("Tee 🫖" + Browser.Key.enter)
      try browser.click("#todos li:nth-child(1) input")
      while let event = page.next(),
        !event.contains(#""kind":"app"#) || !event.contains(#""length":3"#)
      {}
      let answer = page.ask(#""do":"export","source":2,"as":"log""#) ?? ""
      let export = try JSONDecoder().decode(Export.self, from: Data(answer.utf8))
      #expect(export.is.text.contains(#""action":"AddTodo","with":{"text":"Tee 🫖"},"from":"app""#))
      try folder.write(export.is.text, to: "app.suaslog")
      let replay = try Program.run(
        ["replay", "app.suaslog", "--spec", spec, "--root", "/"], in: folder)
      #expect(replay.status == 0, "\(replay.output)")
    }
  }

  private struct Export: Decodable {
    struct File: Decodable { let text: String }
    let `is`: File
  }

  @Test func `The scenarios of the spec pass in the browser`() throws {
    try Self.open("tests.html") { browser in
      try browser.wait("document.querySelectorAll('li').length >= 7")
      #expect(try browser.value("document.querySelectorAll('li.passed').length") == "7")
      #expect(try browser.text("body").contains("Starting over resets every screen"))
      #expect(try browser.value("document.querySelectorAll('li.failed').length") == "0")
    }
  }
}
