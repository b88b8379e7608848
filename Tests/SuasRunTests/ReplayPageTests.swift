import Foundation
import Testing

/// The page of `suas-run replay --report html:FILE`.
@Suite struct ReplayPageTests {
  private static let spec = """
    suas: 1
    name: Names
    states: { S: { names: "list(string) = []" } }
    actions: { Add: { name: string } }
    reducers:
      R: { state: S, on: { Add: [{ append: names, value: "${action.name}", when: size(names) < 2 }] } }
    """

  private static let scenario = """
    spec: spec.yaml
    scenario: Adding
    steps:
      - dispatch: Add
        with: { name: "</script><img src=x>" }
      - dispatch: Add
        with: { name: b }
    """

  private func page(_ folder: Folder) throws -> URL {
    try folder.write(Self.spec, to: "spec.yaml")
    try folder.write(Self.scenario, to: "a.scenario.yaml")
    let recorded = try Program.run(["a.scenario.yaml", "--record", "a.suaslog"], in: folder)
    #expect(recorded.status == 0, "\(recorded.errors)")
    try folder.write("{}\n", to: "bad.suaslog")
    try folder.write(
      Self.spec.replacingOccurrences(of: "size(names) < 2", with: "size(names) < 0"),
      to: "other.yaml")
    let log = try folder.text("a.suaslog")
    try folder.write(String(log.prefix { $0 != "\n" }) + "\n", to: "short.suaslog")
    let result = try Program.run(
      [
        "replay", "short.suaslog", "bad.suaslog", "a.suaslog", "--spec", "other.yaml", "--report",
        "html:page.html",
      ], in: folder)
    #expect(result.status == 2)
    #expect(result.errors == "")
    return folder.url.appendingPathComponent("page.html")
  }

  @Test("The page needs nothing besides itself, and no text of a log is markup")
  func contents() throws {
    let folder = try Folder()
    let text = try String(contentsOf: try page(folder), encoding: .utf8)
    #expect(text.hasPrefix("<!DOCTYPE html>\n"))
    #expect(text.contains("default-src 'none'"))
    #expect(!text.contains("http:") && !text.contains("https:"))
    #expect(!text.contains("<img") && !text.contains("{{"))
    #expect(text.split(separator: "</script>", omittingEmptySubsequences: false).count == 3)
  }

  @Test("The page is looked at and clicked through in a browser")
  func clicking() throws {
    guard Browser.isInstalled() else { return }
    let folder = try Folder()
    let page = try page(folder)
    let browser = try Browser()
    defer { browser.quit() }
    try browser.open(page)
    #expect(try browser.text("#summary") == "1 different 1 unsound 1 same")
    // The first difference is open, with both lines and the rule.
    #expect(try browser.text("#replay h2") == "a.suaslog")
    #expect(try browser.text("#replay .difference del").contains("</script><img src=x>"))
    #expect(try browser.text("#replay ul li").hasPrefix("other.yaml:6:"))
    #expect(try browser.text("#replay").contains("when: size(names) < 0 → false"))
    try browser.click("#search")
    try browser.press("short")
    #expect(try browser.value("document.querySelectorAll('.entry').length") == "1")
    try browser.click("#list .entry")
    #expect(try browser.text("#replay h2") == "short.suaslog")
    #expect(try browser.value("document.querySelector('#search').value = ''") == "")
    try browser.click("#outcomes button:nth-child(3)")
    #expect(try browser.text("#list .entry") == "bad.suaslog")
    #expect(try browser.value("document.images.length") == "0")
  }
}
