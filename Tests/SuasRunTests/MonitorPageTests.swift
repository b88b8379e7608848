import Foundation
import Testing

/// The monitor's page in a browser, with an app in another process.
@Suite struct MonitorPageTests {
  private typealias Key = Browser.Key

  private static let todo = MonitorPage.spec("todo")

  private static func look(
    allowsControl: Bool, _ body: (Browser, MonitorPage, WatchedApp) throws -> Void
  ) throws {
    try MonitorPage.open("todo") { page in
      let app = try WatchedApp(todo, page.monitor, allowsControl: allowsControl)
      // The store comes with the first line; the play of the spec is source 1.
      try page.browser.wait("monitor.sources.some(it => it.kind === 'app' && it.spec !== null)")
      try body(page.browser, page, app)
    }
  }

  @Test("An app's actions appear; one filters, jumps, branches, sends and exports, and it follows")
  func app() throws {
    try Self.look(allowsControl: true) { browser, page, app in
      try browser.click("#source-button")
      try browser.click("[data-key='source 2']")
      app.type("AddTodo text=Milk")
      app.type("AddTodo text=<img/src=x/onerror=document.title='hit'>")
      app.type("ToggleTodo index=0")
      app.type("ToggleTodo index=7")
      try page.waitForEntries(5)
      #expect(try browser.text("#entries").contains("<img/src=x/onerror="))
      #expect(try browser.value("document.images.length") == "0")
      try page.waitForDetails("index-out-of-range")

      // The app follows a jump.
      try browser.click("#app-follows")
      try browser.click(".entry-row[data-index='1']")
      try page.waitForDetails("TodoList.todos[0]")
      app.waitForStore(#"{"todos":[{"title":"Milk","isCompleted":false}]}"#)
      try browser.click("#app-follows")

      // What is sent at the end reaches the app, where it is: an entry says that it went back.
      try browser.click("#to-last")
      try Self.send("InsertTodo", ["0", "From the page"], browser)
      try page.waitForEntries(7)
      app.waitForStore("From the page")

      // A filter.
      try browser.click("#search")
      try browser.press("from page")
      try page.waitForEntries(1)
      try browser.click("#clear-filters")
      try page.waitForEntries(7)

      // A branch, from which a scenario is exported that passes.
      try browser.click(".entry-row[data-index='1']")
      try page.waitForDetails("TodoList.todos[0]")
      try browser.click("#details [data-key=branch]")
      try browser.wait("monitor.source.kind === 'branch'")
      try Self.send("AddTodo", ["In the branch"], browser)
      try page.waitForEntries(3)
      try page.keepExport()
      try browser.click("#export-button")
      try browser.click("dialog button[type=submit]")
      try MonitorPage.expectAccepted(
        try page.exported(), as: "a.scenario.yaml", ["a.scenario.yaml", "--root", "/"])
      #expect(try page.browser.unnamedControls() == [])
    }
  }

  @Test("An app that allows no control stays as it is; a branch is made by the keyboard alone")
  func keyboard() throws {
    try Self.look(allowsControl: false) { browser, page, app in
      app.type("AddTodo text=Milk")
      app.type("AddTodo text=Bread")
      try browser.wait("monitor.sources.find(it => it.kind === 'app').length === 3")
      // To the source button, then to the app.
      try browser.press(Key.tab + Key.enter)
      try browser.wait("document.querySelector('#sources').matches(':popover-open')")
      try browser.press(Key.down)
      try browser.press(Key.enter)
      try browser.wait("monitor.source.kind === 'app'")
      #expect(try browser.value("document.activeElement.id") == "entries")
      try browser.press(Key.home)
      try browser.press(Key.down)
      try page.waitForDetails("TodoList.todos[0]")
      try browser.press("s")
      try page.waitForDialog()
      try browser.tab(to: "dialog .fields textarea")
      try browser.press("By keyboard")
      try browser.tab(to: "dialog [type=submit]")
      try browser.press(Key.enter)
      try browser.wait("monitor.source.kind === 'branch'")
      // The app, which was shown before, has as many entries.
      try browser.wait("document.querySelector('#entries').innerText.includes('By keyboard')")
      #expect(!app.store.contains("By keyboard"))
    }
  }

  @Test("An effect is answered; a log is exported, which is opened by its input and by a drop")
  func effectsAndLogs() throws {
    try MonitorPage.open("search-cities") { page in
      let browser = page.browser
      try page.startSearch()
      try browser.click("[data-key^='Answer']")
      try browser.click("dialog [aria-label='Use the default: body']")
      try browser.press("{RESULTS: [{name: Berlin}]}")
      try browser.click("dialog [type=submit]")
      try page.waitForState("Berlin")
      // A change leads to its place in the state.
      try browser.click("#fold-all")
      try browser.click(".entry-row:last-child")
      try page.waitForDetails("CitiesFound")
      try browser.click("#details .change .link")
      try browser.wait("document.activeElement.id === 'tree'")
      #expect(try browser.text("#value").contains("Search.result"))

      try page.keepExport()
      try browser.click("#export-button")
      try browser.click("dialog [value=log]")
      try browser.click("dialog [type=submit]")
      let log = try page.exported()
      try MonitorPage.expectAccepted(
        log, as: "a.suaslog",
        ["replay", "a.suaslog", "--spec", MonitorPage.spec("search-cities")])

      let folder = try Folder()
      try folder.write(log, to: "chosen.suaslog")
      try browser.choose(folder.url.appendingPathComponent("chosen.suaslog"), in: "#file-input")
      try page.waitForMessage("opened chosen.suaslog")
      try browser.wait("monitor.source.kind === 'log'")
      try page.waitForState("Search")
      _ = try browser.value(
        """
        (() => { const files = new DataTransfer();
        files.items.add(new File([window.exported], "dropped.suaslog"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
        })()
        """)
      try page.waitForMessage("opened dropped.suaslog")
      try browser.wait("monitor.sources.length === 3 && monitor.source === monitor.sources[2]")

      // An entry of this log and one of the session are compared.
      try browser.click("#to-first")
      try page.waitForDetails("Mark to compare")
      try browser.click("[data-key=mark]")
      try browser.click("#source-button")
      try browser.click("[data-key='source 1']")
      try browser.click("#tab-compare")
      try browser.wait(
        "document.querySelector('#compare .change .link')?.innerText === 'Search.query'")
      #expect(try browser.text("#compare").contains("From entry 0 of "))
    }
  }

  @Test("Each dialog has a name for all it holds, takes the focus and gives it back")
  func dialogs() throws {
    try MonitorPage.open("search-cities") { page in
      let browser = page.browser
      try page.startSearch()
      for opener in [
        "#send-button", "#export-button", "#play-button", "#help-button", "[data-key^='Answer']",
        "[data-key^='Let it fail']",
      ] {
        try browser.click(opener)
        try page.waitForDialog()
        #expect(
          try browser.value("document.activeElement.closest('dialog') !== null") == "true",
          "\(opener)")
        #expect(try page.browser.unnamedControls() == [], "\(opener)")
        try browser.press(Key.escape)
        try page.waitForDialog(isOpen: false)
        #expect(
          try browser.value("document.activeElement.matches(\"\(opener)\")") == "true", "\(opener)")
      }
      try browser.click("#source-button")
      #expect(try page.browser.unnamedControls() == [])
      try browser.press(Key.escape)
      #expect(try browser.value("document.activeElement.id") == "source-button")
    }
  }

  @Test("Apps with another version of the spec, and with a spec of their own, are told apart")
  func otherSpecs() throws {
    try MonitorPage.open("todo") { page in
      let browser = page.browser
      let folder = try Folder()
      let spec = try String(contentsOfFile: Self.todo, encoding: .utf8)
      try folder.write(
        spec.replacing("append: todos", with: "prepend: todos"), to: "other.yaml")
      let other = try WatchedApp(folder.url.appendingPathComponent("other.yaml").path, page.monitor)
      for line in ["AddTodo text=Milk", "AddTodo text=Bread"] { other.type(line) }
      try browser.wait("monitor.sources[1]?.length === 3")
      try browser.click("#source-button")
      try browser.click("[data-key='source 2']")
      try page.waitForEntries(3)
      try page.waitForDetails("The log and the spec differ")
      #expect(try browser.text("#entries").contains("differs"))
      #expect(try browser.text("#problem").contains("another version"))

      let counter = try WatchedApp(MonitorPage.spec("counter"), page.monitor)
      counter.type("Increment")
      try browser.wait("monitor.sources[2]?.length === 2")
      try browser.click("#source-button")
      #expect(try browser.text("[data-key='source 3']").contains("no spec is known"))
      try browser.click("[data-key='source 3']")
      try page.waitForDetails("Counter.value")
      #expect(try browser.value("document.querySelector('#send-button').disabled") == "true")
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
}
