import Foundation
import Testing

/// The failures and states on the page of a run, in a browser.
@Suite struct HTMLReportFailureTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      types:
        Item: { name: string, isBought: bool = false }
      states:
        Shopping: { items: "list(Item) = []", note: string = "" }
        Odd: { any: any = null, numbers: "list(double) = []", big: "list(int) = []" }
      actions:
        Add: { names: list(string) }
        Write: { note: string }
        Keep: { value: any }
        Measure: {}
      reducers:
        R:
          state: Shopping
          on:
            Add: [{ for-each: action.names, as: name, do: [{ append: items, value: { name: "${name}" } }] }]
            Write: [{ set: note, value: "${action.note}" }]
        O:
          state: Odd
          on:
            Keep: [{ set: any, value: "${action.value}" }]
            Measure:
              - set: numbers
                value: "${[0.0 / 0.0, 1.0 / 0.0, -1.0 / 0.0, 1.0, 1e300]}"
              - set: big
                value: [9223372036854775807, -9223372036854775808]
      """, to: "spec.yaml")
  }

  /// Runs scenarios, and looks at their page, which may complain about nothing and fetch nothing.
  private func look(
    at scenarios: String, width: Int = 1200, _ body: (Browser) throws -> Void
  ) throws {
    try folder.write("spec: spec.yaml\nscenarios:\n" + scenarios, to: "a.scenario.yaml")
    let result = try Program.run(
      ["a.scenario.yaml", "--no-times", "--report", "html:page.html"], in: folder)
    #expect(result.errors == "")
    guard Browser.isInstalled() else { return }
    let browser = try Browser(width: width)
    defer { browser.quit() }
    try browser.open(folder.url.appendingPathComponent("page.html"))
    try body(browser)
    #expect(try browser.complaints() == [])
    #expect(try browser.value("performance.getEntriesByType('resource').length") == "0")
    #expect(
      try browser.value("document.documentElement.scrollWidth <= innerWidth") == "true",
      "nothing is cut off at the side")
  }

  private static let shopping = """
      - name: Shopping
        steps:
          - { dispatch: Add, with: { names: [Bread, Butter, Cheese, Eggs, Flour, Honey] } }
          - { dispatch: Write, with: { note: today } }
          - golden: after
    """

  @Test("A condition that does not hold is shown with its text and its operands")
  func operands() throws {
    try look(
      at: """
          - name: Shopping
            steps:
              - { dispatch: Add, with: { names: [Bread] } }
              - expect:
                  that: size(store.Shopping.items) == 2 && store.Shopping.note == ""
        """
    ) { browser in
      let message = try browser.text("#step .message")
      #expect(message == "'that' does not hold")
      #expect(
        try browser.text("#step .excerpt mark")
          == #"size(store.Shopping.items) == 2 && store.Shopping.note == """#)
      #expect(
        try browser.text("#step .operands")
          == "size(store.Shopping.items)\t1\nstore.Shopping.note == \"\"\tnot reached")
    }
  }

  @Test("A golden file that differs stands beside what happened", arguments: [1200, 400])
  func golden(width: Int) throws {
    try folder.write("spec: spec.yaml\nscenarios:\n" + Self.shopping, to: "a.scenario.yaml")
    #expect(try Program.run(["a.scenario.yaml", "--update"], in: folder).status == 0)
    let golden = try folder.text("golden/a/after.yaml")
    try folder.write(
      golden.replacing("name: Bread", with: "name: Rye").replacing(
        "    - name: Honey\n      isBought: false\n", with: ""), to: "golden/a/after.yaml")
    try look(at: Self.shopping, width: width) { browser in
      let sides = try browser.text("#step .sides")
      #expect(sides.contains("- name: Rye"), "\(sides)")
      #expect(sides.contains("- name: Bread") && sides.contains("- name: Honey"))
      #expect(!sides.contains("Cheese"), "what is equal far from a difference is folded")
      let texts = "[...document.querySelectorAll('.sides %')].map(it => it.innerText).join('|')"
      #expect(try browser.value(texts.replacing("%", with: "ins mark")) == "Rye")
      #expect(try browser.value(texts.replacing("%", with: "del mark")) == "Bread")
      #expect(
        try browser.value(texts.replacing("%", with: ".is-del")).hasSuffix(
          "    - name: Honey|      isBought: false"))
      try browser.click(".sides .fold button")
      #expect(try browser.text("#step .sides").contains("Cheese"))
      #expect(try browser.text("#step .differences").contains("Shopping.items[0]"))
    }
  }

  @Test("The state is a tree that the keyboard folds, and that has names")
  func tree() throws {
    let many = (1...250).map { "n\($0)" }.joined(separator: ", ")
    try look(
      at: """
          - name: Many
            steps: [{ dispatch: Add, with: { names: [\(many)] } }, { dispatch: Measure }]
        """
    ) { browser in
      let rows = "document.querySelectorAll('#state [role=treeitem]').length"
      let focus = "document.activeElement.firstChild.innerText.split(':')[0].slice(1)"
      try browser.tab(to: "#state [role=treeitem]")
      #expect(try browser.value(focus).hasSuffix("Shopping"))
      // The step changed all 250 items, of which the first hundred are there.
      #expect(try browser.text("#state").contains("items: 250 items"))
      #expect(try browser.text("#state").contains("100 more of 10"))
      try browser.press(Browser.Key.left)
      #expect(try browser.value(rows) == "2")
      #expect(try browser.value("document.activeElement.ariaExpanded") == "false")
      #expect(try browser.text("#step").hasPrefix("1. "), "the arrow does not change the step")
      try browser.press(Browser.Key.right)
      try browser.press(Browser.Key.right)
      #expect(try browser.value(focus).hasSuffix("items"))
      try browser.press(Browser.Key.space)
      try browser.press(Browser.Key.right)
      try browser.press(Browser.Key.down)
      #expect(try browser.value("document.activeElement.ariaExpanded") == "false")
      #expect(try browser.value("document.activeElement.ariaLevel") == "3")
      try browser.press(Browser.Key.left)
      #expect(try browser.value(focus).hasSuffix("items"))
      try browser.press(Browser.Key.home)
      #expect(try browser.value(focus).hasSuffix("Shopping"))
      try browser.press(Browser.Key.end)
      #expect(try browser.value(focus).hasSuffix("Odd"))
      #expect(try browser.unnamedControls() == [])
    }
  }

  @Test("Values that would break a page are text in it")
  func hostile() throws {
    let long = String(repeating: "long ", count: 20_000)
    var deep = "1"
    for _ in 0..<60 { deep = "[\(deep)]" }
    try look(
      at: #"""
          - name: "<!-- <script>"
            tags: ["</script>"]
            steps:
              - { dispatch: Write, with: { note: "</script><!--<img src=x>\u2028\u2029\u202e\u2066\0\"\\" } }
              - { dispatch: Keep, with: { value: { __proto__: { x: 1 }, constructor: 2, "": 3, "10": 4, "9": 5 } } }
              - { dispatch: Keep, with: { value: \#(deep) } }
              - { dispatch: Write, with: { note: "\#(long)" } }
              - dispatch: Measure
                expect: { state: { Odd: { big: [1] } } }
        """#
    ) { browser in
      #expect(try browser.text("#scenario h2") == "<!-- <script>")
      #expect(try browser.text("#scenario .tag") == "</script>")
      #expect(
        try browser.text("#state").contains("[\"NaN\", \"Infinity\", \"-Infinity\", 1.0, 1e+300]"))
      #expect(
        try browser.text("#state").contains("[9223372036854775807, -9223372036854775808]"))
      #expect(try browser.text("#step .differences").contains("-9223372036854775808"))
      try browser.click("#back")
      #expect(try browser.text("#state").contains("show all 100,002 characters"))
      #expect(try browser.value("document.body.innerText.length < 5000") == "true")
      try browser.click("#state button")
      #expect(try browser.value("document.body.innerText.length > 100000") == "true")
      try browser.click("#back")
      #expect(try browser.text("#state").contains("[[[[[[[["))
      try browser.click("#back")
      let odd = try browser.text("#state").filter { !"▸▾".contains($0) }
      #expect(
        odd.contains("__proto__: { x: 1 }\nconstructor: 2\n\"\": 3\n\"10\": 4\n\"9\": 5\n"),
        "\(odd)")
      try browser.click("#back")
      #expect(
        try browser.text("#state").contains(
          #"</script><!--<img src=x>\u{2028}\u{2029}\u{202e}\u{2066}"#))
      #expect(try browser.value("document.images.length") == "0")
    }
  }

  @Test("A golden file that is no text is shown as far as it is one")
  func brokenGolden() throws {
    try folder.write(Data([0x61, 0x3A, 0x20, 0xFF, 0xFE, 0x0A]), to: "golden/a/after.yaml")
    try look(at: Self.shopping) { browser in
      let message = try browser.text("#step .message")
      #expect(message.contains("golden/a/after.yaml"))
      #expect(try browser.text("#step .sides").contains("a: \u{FFFD}\u{FFFD}"))
    }
  }

  @Test(
    "Files that cannot be run, and golden files that no step names, are in the list of failures")
  func problems() throws {
    try folder.write("spec: none.yaml\nscenario: s\nsteps: []\n", to: "b.scenario.yaml")
    try folder.write("x: 1\n", to: "golden/a/stray.yaml")
    try folder.write("spec: spec.yaml\nscenario: s\nsteps: []\n", to: "a.scenario.yaml")
    let result = try Program.run(
      ["a.scenario.yaml", "b.scenario.yaml", "--report", "html:page.html"], in: folder)
    #expect(result.status == 2)
    guard Browser.isInstalled() else { return }
    let browser = try Browser()
    defer { browser.quit() }
    try browser.open(folder.url.appendingPathComponent("page.html"))
    #expect(try browser.text("#scenario h2") == "could not be run")
    #expect(try browser.text("#scenario .problem").contains("none.yaml"))
    #expect(try browser.value("document.querySelectorAll('.entry').length") == "2")
    try browser.press(Browser.Key.tab)
    try browser.tab(to: "#list")
    try browser.press(Browser.Key.down)
    #expect(try browser.text("#scenario .problem").contains("golden/a/stray.yaml"))
    #expect(try browser.complaints() == [])
  }
}
