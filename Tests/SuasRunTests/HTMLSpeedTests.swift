import Foundation
import Testing

/// The size of the page of a long run, and the time until it is there.
///
/// `Benchmarks/html` runs it in full with the release build; otherwise it is a small one.
@Suite struct HTMLSpeedTests {
  private static let program = ProcessInfo.processInfo.environment["HTML_BENCHMARK"]
  private static let (files, rows) = program == nil ? (2, 100) : (10, 1000)

  /// A file of rows, each a day on a board of 70 cards; in one of 50 rows something is not as
  /// expected.
  private static func scenarios(from first: Int) -> String {
    func cards(_ ids: ClosedRange<Int>) -> String {
      ids.map { "{ id: \($0), title: Write chapter \($0) of the book }" }.joined(separator: ", ")
    }
    let rows = (first..<first + rows).map { row in
      "      - { n: \(row), title: Task \(row), card: \(1 + row % 30), "
        + "to: \(row.isMultiple(of: 2) ? "To do" : "Done"), wanted: \(!row.isMultiple(of: 50)) }"
    }
    return """
      spec: \(MonitorPage.spec("kanban"))
      scenarios:
        - name: A day with ${title}
          examples:
      \(rows.joined(separator: "\n"))
          given:
            Board:
              columns:
                - { name: To do, cards: [\(cards(1...30))] }
                - { name: Doing, limit: 12, cards: [\(cards(31...40))] }
                - { name: Done, cards: [\(cards(41...70))] }
              nextId: 71
          steps:
            - { dispatch: AddCards, with: { titles: ["${title}", "Review ${title}"] } }
            - { dispatch: MoveCard, with: { id: 71, to: Doing } }
            - { dispatch: RenameCard, with: { id: "${card}", title: "Card ${card} of row ${n}" } }
            - { dispatch: MoveCard, with: { id: "${card}", to: "${to}", index: 1 } }
            - { dispatch: RemoveCard, with: { id: 72 } }
            - expect:
                that: >-
                  store.Board.columns[1].cards.exists(c, c.title == title) == wanted
                  && size(store.Board.columns) == 3

      """
  }

  /// The milliseconds that searches and filters take until they are painted.
  private static let searches = """
    (async () => {
      const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
      const times = [], field = document.getElementById("search");
      const measure = async act => {
        const begin = performance.now();
        act();
        await painted();
        times.push(performance.now() - begin);
      };
      for (const at of [1, 3, 2, 4, 1])
        await measure(() => document.querySelector(`#outcomes button:nth-child(${at})`).click());
      for (const text of ["t", "ta", "task 9", "task 99", "nothing like that", ""])
        await measure(() => { field.value = text; field.dispatchEvent(new Event("input")) });
      return times.sort((a, b) => a - b).map(it => it.toFixed(1)).join(" ");
    })()
    """

  @Test("The page of a long run is small, and there at once")
  func firstPaint() throws {
    let folder = try Folder()
    let names = (0..<Self.files).map { "\($0).scenario.yaml" }
    for (file, name) in names.enumerated() {
      try folder.write(Self.scenarios(from: file * Self.rows), to: name)
    }
    let result = try Program.run(
      names + ["--root", "/", "--report", "html:page.html"], in: folder, program: Self.program)
    #expect(result.status == 1, "\(result.errors)")
    let page = folder.url.appendingPathComponent("page.html")
    let size = try Data(contentsOf: page).count
    // A state of 3 KB after each of 6 steps would be 18 KB for each scenario.
    let count = Self.files * Self.rows
    #expect(size < (Self.program == nil ? 100_000 + 2000 * count : 20_000_000), "\(size)")
    guard Browser.isInstalled() else { return }
    let browser = try Browser()
    defer { browser.quit() }
    try browser.open(page)
    try browser.wait("performance.getEntriesByName('first-contentful-paint').length === 1")
    let paint = try #require(
      Double(
        try browser.value("performance.getEntriesByName('first-contentful-paint')[0].startTime")))
    let shown = Double(
      try browser.value("performance.getEntriesByType('navigation')[0].domComplete"))
    #expect(try browser.text("#step .message") == "'that' does not hold")
    #expect(try browser.value("document.querySelectorAll('.entry').length < 60") == "true")
    let times = try browser.awaitedValue(Self.searches).split(separator: " ").compactMap {
      Double($0)
    }
    #expect(times.count == 11)
    let slowest = try #require(times.last)
    // The times of a small page show the other load of the machine.
    #expect(paint < (Self.program == nil ? 5000 : 1000))
    #expect(slowest < (Self.program == nil ? 2000 : 200))
    #expect(try browser.complaints() == [])
    if Self.program != nil {
      print(
        "\(count) scenarios: \(size / 1_000_000) MB, run and written in \(result.seconds) s;",
        "first paint after \(paint) ms, complete after \(shown ?? 0) ms;",
        "searches and filters: \(times[times.count / 2]) ms, slowest \(slowest) ms")
    }
  }
}
