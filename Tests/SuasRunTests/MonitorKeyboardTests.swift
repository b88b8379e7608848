import Foundation
import Testing

/// The monitor's page by the keyboard alone.
@Suite struct MonitorKeyboardTests {
  private typealias Key = Browser.Key

  /// A page with four actions, the last of which was refused.
  private static func lookAtTodo(_ body: (MonitorPage) throws -> Void) throws {
    try MonitorPage.open("todo") { page in
      for text in ["Milk", "Bread"] {
        page.act(#""dispatch","name":"AddTodo","with":{"text":"\#(text)"}"#)
      }
      for index in [0, 7] {
        page.act(#""dispatch","name":"ToggleTodo","with":{"index":"\#(index)"}"#)
      }
      try page.waitForEntries(5)
      try body(page)
    }
  }

  @Test("Entries are filtered by text, by kind, and by what came of them")
  func filtering() throws {
    try Self.lookAtTodo { page in
      let browser = page.browser
      try browser.press("/bread")
      try page.waitForEntries(1)
      try browser.tab(to: "#only-refused")
      try browser.press(Key.space)
      try page.waitForEntries(0)
      try browser.tab(to: "#clear-filters")
      try browser.press(Key.enter)
      try page.waitForEntries(5)
      #expect(try browser.value("document.activeElement.id") == "search")
      try browser.tab(to: "#kinds-button")
      try browser.press(Key.enter)
      try browser.wait("document.querySelector('#kinds input') !== null")
      try browser.tab(to: "[data-key='names ToggleTodo']")
      try browser.press(Key.space)
      try page.waitForEntries(2)
      // The list steps among what is shown only.
      try browser.press("1" + Key.home)
      try page.waitForDetails("TodoList.todos[0].isCompleted")
      try browser.press(Key.down)
      try page.waitForDetails("index-out-of-range")
    }
  }

  @Test("Two entries are compared, and a change leads to its place in the state")
  func comparing() throws {
    try Self.lookAtTodo { page in
      let browser = page.browser
      try browser.press("1" + Key.home + Key.down + "m" + Key.end + "c")
      try browser.wait(
        "[...document.querySelectorAll('#compare .change .link')].map(it => it.innerText).join()"
          + " === 'TodoList.todos[0].isCompleted,TodoList.todos[1]'")
      #expect(try browser.text("#compare").contains("From entry 1 to entry 4"))
      try browser.tab(to: "[data-key='path TodoList.todos[0].isCompleted']")
      try browser.press(Key.enter)
      try browser.wait("document.activeElement.id === 'tree'")
      #expect(try browser.text("#value").contains("TodoList.todos[0].isCompleted"))
      #expect(try browser.text("#tree [aria-selected=true]").contains("true"))
      try browser.tab(to: "[data-key=unmark]")
      try browser.press(Key.enter)
      try browser.wait("document.querySelector('#tabs').hidden")
    }
  }

  @Test("A scenario and a log are exported")
  func exporting() throws {
    try Self.lookAtTodo { page in
      let browser = page.browser
      try page.keepExport()
      try browser.press("e")
      try page.waitForDialog()
      try browser.press(Key.enter)
      try MonitorPage.expectAccepted(
        try page.exported(), as: "a.scenario.yaml", ["a.scenario.yaml", "--root", "/"])
      try page.waitForDialog(isOpen: false)
      try page.keepExport()
      try browser.press("e")
      try page.waitForDialog()
      try browser.press(Key.down + Key.enter)
      let log = try page.exported()
      #expect(log.hasPrefix(#"{"suas-log":1,"#))
      try MonitorPage.expectAccepted(
        log, as: "a.suaslog", ["replay", "a.suaslog", "--spec", MonitorPage.spec("todo")])
    }
  }

  @Test("An effect is answered, fails and is cancelled")
  func effects() throws {
    try MonitorPage.open("search-cities") { page in
      let browser = page.browser
      func search(_ text: String) throws {
        try page.startSearch(text)
        try browser.press("2")
      }
      try search("ber")
      try browser.tab(to: "[data-key^='Answer']")
      try browser.press(Key.enter)
      try page.waitForDialog()
      try browser.tab(to: "dialog [aria-label='Use the default: body']")
      try browser.press(Key.space)
      try browser.press("{RESULTS: [{name: Berlin}]}")
      try browser.tab(to: "dialog [type=submit]")
      try browser.press(Key.enter)
      try page.waitForState("Berlin")

      try search("bern")
      try browser.tab(to: "[data-key^='Let it fail']")
      try browser.press(Key.enter)
      try page.waitForDialog()
      try browser.press("gone")
      try browser.tab(to: "dialog [type=submit]")
      try browser.press(Key.enter)
      try page.waitForDetails("retrying")
      #expect(try browser.text("#entries").contains("gone"))

      try browser.press("2")
      try browser.tab(to: "[data-key^='Cancel']")
      try browser.press(Key.enter)
      try page.waitForMessage("cancelled FetchCities")
      try browser.wait("!document.querySelector('#details').innerText.includes('retrying')")
    }
  }

  @Test("The app follows a jump; an action is sent to it once more")
  func app() throws {
    try MonitorPage.open("todo") { page in
      let browser = page.browser
      let app = try WatchedApp(MonitorPage.spec("todo"), page.monitor, allowsControl: true)
      for line in ["AddTodo text=Milk", "AddTodo text=Bread"] { app.type(line) }
      try browser.wait("monitor.sources.find(it => it.kind === 'app')?.length === 3")
      try browser.tab(to: "#source-button")
      try browser.press(Key.enter)
      try browser.wait("document.querySelector('#sources').matches(':popover-open')")
      try browser.press(Key.down + Key.enter)
      try page.waitForEntries(3)
      try browser.tab(to: "#app-follows")
      try browser.press(Key.space + "1" + Key.home + Key.down)
      app.waitForStore(#"{"todos":[{"title":"Milk","isCompleted":false}]}"#)

      try page.waitForDetails("TodoList.todos[0]")
      try browser.press("r")
      try page.waitForDialog()
      #expect(
        try browser.value("document.querySelector('dialog .fields textarea').value") == "Milk")
      try browser.tab(to: "dialog .fields textarea")
      try browser.press(Key.end + " again")
      try browser.tab(to: "dialog [type=submit]")
      try browser.press(Key.enter)
      app.waitForStore("Milk again")
      #expect(try browser.value("monitor.source.kind") == "app", "no branch was made")
    }
  }

  @Test("A form is filled with all of a payload but secrets and what is made for one action only")
  func forms() throws {
    let spec = packageRoot.appendingPathComponent("Tests/SuasRunTests/Forms/forms.yaml").path
    try MonitorPage.open(at: spec) { page in
      let browser = page.browser
      let payload = [
        "text": #""a: \"b\" [c]""#, "maybe": #""null""#, "maybeTwo": "null", "number": "5",
        "real": "2.5", "flag": "false", "color": "green", "when": "2026-01-31T12:30:00Z",
        "howLong": "90s", "item": #"{title: "x, y", tags: [a, "5"]}"#,
        "items": "[{title: one}, {title: two, isDone: true}]", "map": #"{a b: 1, "5": 2}"#,
        "screen": "{open: {item: {title: z, due: 2026-01-31T12:30:00Z}}}",
        "tree": "{name: r, children: [{name: c, children: [{name: d}]}]}",
        "anything": #"{a: [1, "1", null, {b: x}], c d: true}"#, "secret": "s",
      ]
      let members = String(
        decoding: try JSONSerialization.data(withJSONObject: payload), as: UTF8.self)
      page.act(#""dispatch","name":"All","with":\#(members)"#)
      try page.waitForEntries(2)
      try page.waitForDetails("anything")
      try browser.press("r")
      try page.waitForDialog()
      try browser.tab(to: "dialog [type=submit]")
      try browser.press(Key.enter)
      try page.waitForEntries(3)
      let texts = try (1...2).map { entry in
        try browser.awaitedValue(
          "link.ask({do: 'entry', source: 1, n: \(entry)}).then(it => it.payload)")
      }
      #expect(texts[0].contains("late: "))
      let (first, second) = (
        texts[0].split(separator: ", late"), texts[1].split(separator: ", late")
      )
      #expect(first[0] == second[0])
      #expect(first[1] != second[1], "an id is made anew")
    }
  }
}
