import Testing

@testable import SuasMCP

@Suite struct ManualTests {
  @Test("A section ends at the next heading of its level, and code has no headings")
  func sections() {
    let page = """
      # Page
      Text
      ## One
      ```sh
      # no heading
      ```
      ### Below
      more
      ## `Two`
      end
      """
    let sections = ManualSection.sections(of: page)
    #expect(sections.map(\.heading) == ["Page", "One", "Below", "Two"])
    #expect(sections[1].text == "## One\n```sh\n# no heading\n```\n### Below\nmore\n")
    #expect(sections[1].ownText == "## One\n```sh\n# no heading\n```\n")
    #expect(sections[0].text.hasSuffix("end\n"))
  }

  @Test(
    "A page is found by its name, and as links write it",
    arguments: [
      ("for-agents", "for-agents"), ("docs/for-agents.md", "for-agents"),
      ("specs/Verbs", "specs/Verbs"), ("verbs", "specs/Verbs"),
      ("../Sources/SuasSpec/SuasSpec.docc/Verbs.md", "specs/Verbs"),
      ("../../Sources/SuasScenario/SuasScenario.docc/Steps.md", "scenarios/Steps"),
      ("explore.md", "commands/explore"),
    ])
  func names(_ name: String, _ found: String) {
    #expect(Manual.page(named: name)?.name == found)
  }

  @Test("No page has marks for the tests, and none is longer than a result")
  func pages() {
    #expect(Manual.pages.count > 90)
    for page in Manual.pages {
      #expect(!page.title.isEmpty, "\(page.name)")
      #expect(!page.text.contains("<!-- run"), "\(page.name)")
      #expect(page.text.utf8.count <= ToolResult.mostText, "\(page.name)")
    }
  }
}
