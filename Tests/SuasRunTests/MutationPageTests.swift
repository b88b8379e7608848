import Foundation
import Testing

/// The page of `suas-run mutate`.
@Suite struct MutationPageTests {
  private static let spec = """
    suas: 1
    states:
      Lamp: { lit: bool = false, level: int = 0, name: string = "</script><img src=x>" }
    actions: { Press: {}, Brighter: {} }
    reducers:
      LampReducer:
        state: Lamp
        on:
          Press:
            - toggle: lit
          Brighter:
            - increment: level
              when: lit && level < 2

    """

  private static let scenario = """
    spec: lamp.yaml
    scenario: "Brighter </script><b>"
    steps:
      - dispatch: Press
      - dispatch: Brighter
        expect: { state: { Lamp: { lit: true, level: 1 } } }

    """

  private func page(_ folder: Folder, jobs: String = "2") throws -> URL {
    try folder.write(Self.spec, to: "lamp.yaml")
    try folder.write(Self.scenario, to: "lamp.scenario.yaml")
    let result = try Program.run(
      ["mutate", ".", "--report", "html:page.html", "--jobs", jobs], in: folder)
    #expect(result.status == 0)
    #expect(result.errors == "")
    return folder.url.appendingPathComponent("page.html")
  }

  @Test("The page needs nothing besides itself, and no text of a file is markup")
  func contents() throws {
    let folder = try Folder()
    let text = try String(contentsOf: try page(folder), encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>\n"))
    #expect(text.contains("default-src 'none'"))
    #expect(!text.contains("http:") && !text.contains("https:"))
    #expect(!text.contains("<img") && !text.contains("<b>") && !text.contains("{{"))
    #expect(text.split(separator: "</script>", omittingEmptySubsequences: false).count == 3)
  }

  @Test("The page is the same bytes at any number of jobs")
  func jobs() throws {
    let folder = try Folder()
    let one = try Data(contentsOf: try page(folder, jobs: "1"))
    #expect(try Data(contentsOf: try page(folder, jobs: "8")) == one)
  }

  @Test("The page is looked at and clicked through in a browser")
  func clicking() throws {
    guard Browser.isInstalled() else { return }
    let folder = try Folder()
    let page = try page(folder)
    let browser = try Browser()
    defer { browser.quit() }
    try browser.open(page)
    #expect(try browser.text("#summary").hasPrefix("score: "))
    // The first survivor is open: the name of the lamp, which no step expects.
    #expect(try browser.text("#mutant h2") == "a default has another value")
    #expect(try browser.text("#fate") == "the initial states differ")
    try browser.click("#search")
    try browser.press("level <= 2")
    #expect(try browser.value("document.querySelectorAll('.entry').length") == "1")
    #expect(try browser.text("#list .entry") == "13: a comparison is another one")
    try browser.click("#list .entry")
    #expect(try browser.text("#mutant h2") == "a comparison is another one")
    #expect(try browser.text("#mutant .difference del") == "          when: lit && level < 2")
    #expect(try browser.text("#mutant .difference ins") == "          when: lit && level <= 2")
    #expect(try browser.text("#fate").hasPrefix("a scenario would notice after:"))
    #expect(
      try browser.value("document.querySelectorAll('#fate li').length") == "4",
      "Press and three times Brighter")
    #expect(try browser.text(".source .is-current .number") == "13")
    #expect(try browser.text(".source ins").hasSuffix("when: lit && level <= 2"))

    // Buttons for fates filter the list; a killed mutant names the scenario and its step.
    #expect(try browser.value("document.querySelector('#search').value = ''") == "")
    try browser.click("#outcomes button:nth-child(4)")
    #expect(try browser.value("document.querySelectorAll('.entry.survived').length") == "0")
    try browser.click(".entry.killed")
    let fate = try browser.text("#fate")
    #expect(fate.contains("of Brighter </script><b>"), "\(fate)")
    #expect(fate.contains("lamp.scenario.yaml:2:"), "\(fate)")
    // A line's button goes through its mutants.
    let before = try browser.text("#mutant .difference")
    try browser.click(".source .is-missed .hits button")
    #expect(try browser.text("#mutant .difference") != before)
    #expect(try browser.text(".source").contains("</script><img src=x>"))
    #expect(try browser.value("document.images.length") == "0")
  }
}
