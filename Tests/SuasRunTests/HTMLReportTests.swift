import Foundation
import Testing

struct HTMLReportTests {
  /// The spec of the scenarios in the report: one fails at its third step, one has a hostile name.
  private static let spec = """
    suas: 1
    types:
      Item: { name: string, isBought: bool = false }
    states:
      Shopping: { items: "list(Item) = []", total: int = 9007199254740993 }
      Other: { byId: "map(int, Item) = {}" }
    actions:
      Add: { name: string }
      Toggle: { index: int }
      Put: { id: int }
    reducers:
      ShoppingReducer:
        state: Shopping
        on:
          Add: [{ append: items, value: { name: "${action.name}" }, when: size(items) < 5 }]
          Toggle: [{ toggle: "items[action.index].isBought" }]
      OtherReducer:
        state: Other
        on:
          Put: [{ set: "byId[action.id]", value: { name: Milk } }]
    listeners:
      list: { stateKey: Shopping, filter: old.items != new.items }
    """

  private static let scenarios = #"""
    spec: spec.yaml
    scenarios:
      - name: Passing
        tags: [smoke]
        steps: [{ dispatch: Put, with: { id: 3 } }]
      - name: Failing
        steps:
          - { dispatch: Add, with: { name: Bread } }
          - { dispatch: Toggle, with: { index: 0 } }
          - dispatch: Toggle
            with: { index: 0 }
            expect: { state: { Shopping: { items: [{ isBought: true }] } } }
      - name: "</script><img src=x onerror=\"document.title = 'hit'\"> \u202E\n"
        steps: [{ dispatch: Add, with: { name: "<b>&amp;</b></script>" } }]
      - { name: Left, skip: not now, steps: [] }
    """#

  private func page(_ folder: Folder) throws -> URL {
    try folder.write(Data(Self.spec.utf8), to: "spec.yaml")
    try folder.write(Data(Self.scenarios.utf8), to: "a.scenario.yaml")
    let result = try Program.run(
      ["a.scenario.yaml", "--no-times", "--report", "html:page.html"], in: folder)
    #expect(result.status == 1)
    #expect(result.errors == "")
    return folder.url.appendingPathComponent("page.html")
  }

  @Test func aPageNeedsNothingBesidesItself() throws {
    let folder = try Folder()
    let text = try String(contentsOf: try page(folder), encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>\n"))
    #expect(text.contains("default-src 'none'"))
    #expect(!text.contains("http:") && !text.contains("https:"))
    #expect(!text.contains("<img") && !text.contains("<b>"), "no text of a file is markup")
    #expect(text.split(separator: "</script>", omittingEmptySubsequences: false).count == 4)
  }

  @Test func aPageHoldsEachValueOnce() throws {
    let folder = try Folder()
    let text = try String(contentsOf: try page(folder), encoding: .utf8)
    let table = try #require(text.firstMatch(of: /id="values">([^<]*)<\/script>/)).1
    let lines = table.split(separator: ",\n")
    let rows = try JSONSerialization.jsonObject(with: Data(table.utf8)) as? [Any] ?? []
    #expect(rows.count == lines.count && rows.count > 20)
    let values = rows.indices.map { row in
      guard let items = rows[row] as? [Any] else { return String(lines[row]) }
      // A negative number counts back from its own row.
      let places = items.map { item in
        guard let number = item as? Int, number < 0 else { return "\(type(of: item)) \(item)" }
        return "\(type(of: item)) \(row + number)"
      }
      return "\(places)"
    }
    #expect(Set(values.dropFirst().dropLast()).count == rows.count - 2)
  }

  @Test func aPageIsTheSameBytesAtAnyNumberOfJobs() throws {
    let folder = try Folder()
    _ = try page(folder)
    var pages: Set<String> = []
    for jobs in ["1", "8"] {
      let result = try Program.run(
        ["a.scenario.yaml", "--no-times", "--jobs", jobs, "--report", "html:-"], in: folder)
      pages.insert(result.output)
    }
    #expect(pages.count == 1)
  }

  @Test func aPageIsLookedAtAndClickedThroughInABrowser() throws {
    guard Browser.isInstalled() else { return }
    let folder = try Folder()
    let page = try page(folder)
    let browser = try Browser()
    do {
      try browser.open(page)
      try look(browser)
      #expect(try browser.complaints() == [])
    } catch {
      browser.quit()
      throw error
    }
    browser.quit()
  }

  private func look(_ browser: Browser) throws {
    #expect(try browser.text("#summary").hasPrefix("2 passed 1 failed 1 skipped"))
    // The failed scenario is open, at the step that failed.
    #expect(try browser.text("#scenario h2") == "Failing")
    #expect(try browser.text("#step").hasPrefix("3. dispatch Toggle {index: 0}"))
    #expect(try browser.text("#step .problem").contains("Shopping.items[0].isBought"))
    #expect(try browser.text("#changes").contains("true\tfalse"))
    #expect(try visibleMarks(browser) == "false")
    #expect(try browser.text("#state").contains("{ name: \"Bread\", isBought: false }"))
    #expect(
      try browser.text("#state").contains("total: 9007199254740993"),
      "an int keeps all of its digits")

    // A step back, by the button and by the key.
    try browser.click("#back")
    #expect(try browser.text("#step").hasPrefix("2. dispatch Toggle"))
    #expect(try browser.text("#changes").contains("false\ttrue"))
    try browser.press("\u{E012}")
    #expect(try browser.text("#step").hasPrefix("1. dispatch Add {name: Bread}"))
    #expect(try browser.value("document.querySelector('#back').disabled") == "true")
    try browser.press("\u{E014}")
    #expect(try browser.text("#step").hasPrefix("2. "))

    // Names are text, whatever they hold.
    #expect(try browser.value("document.querySelectorAll('.entry').length") == "1")
    try browser.click("#outcomes button:nth-child(1)")
    try browser.click(".entry[data-index='2']")
    #expect(try browser.text("#scenario h2").contains("</script><img src=x"))
    #expect(try browser.text("#scenario h2").hasSuffix("\\u{202e}\\n"))
    #expect(try browser.text("#state").contains("<b>&amp;</b></script>"))
    #expect(try browser.value("document.title") == "1 failed – suas-run")
    #expect(try browser.value("document.images.length") == "0")

    // Buttons for outcomes, and words, filter the list.
    try browser.click("#outcomes button:nth-child(4)")
    #expect(try browser.text("#list").hasSuffix("Left"))
    #expect(try browser.value("document.querySelectorAll('.entry').length") == "1")
    try browser.click("#outcomes button:nth-child(1)")
    try browser.click("#search")
    try browser.press("smoke")
    #expect(try browser.text("#list .entry") == "Passing")
    try browser.click(".entry")
    #expect(
      try browser.text("#state").hasSuffix("\"3\": { name: \"Milk\", isBought: false }"))
    #expect(
      try browser.value(
        "[...document.querySelectorAll('#state [role=treeitem]')].at(-1).ariaDescription")
        == "new")

    // The spec, with the outcomes that were not seen.
    try browser.click("#show-coverage")
    #expect(try browser.text("#coverage-view h2") == "spec.yaml")
    #expect(try browser.text("#coverage-view .note") == "guard never false")
    #expect(
      try browser.text("#coverage-view mark.is-missing") == "size(items) < 5")
  }

  /// Returns the parts of the state that are marked as changed.
  private func visibleMarks(_ browser: Browser) throws -> String {
    try browser.value(
      "[...document.querySelectorAll('#state mark')].filter(it => it.getClientRects().length)"
        + ".map(it => it.innerText).join(' ')")
  }
}
