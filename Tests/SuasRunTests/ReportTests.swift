import Foundation
import Testing

/// The reports for programs, also with several jobs.
@Suite struct ReportTests {
  let folder: Folder

  /// Names with characters that are special in the formats of reports.
  static let hostileNames = [
    #"<b>&amp; "quotes" 'and' ]]>"#, "line\\nbreak", "bell\\a \\u001b[31mred",
    "\\u202eright to left",
    "שלום عالم", "::error file=x::y", "100% a,b:c", "\\uFFFE \\uFFFF \\u0000", "😀",
  ]

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 0, names: "list(string) = []" } }
      actions: { Bump: { by: int = 1 }, Name: { name: string } }
      reducers:
        R:
          state: S
          on:
            Bump: [{ increment: n, by: action.by }]
            Name: [{ append: names, value: "${action.name}" }]
      """, to: "spec.yaml")
    let scenarios = Self.hostileNames.enumerated().map { index, name in
      """
        - name: "\(name.replacing("\"", with: "\\\""))"
          tags: ["\(index)"]
          steps:
            - { dispatch: Name, with: { name: "\(name.replacing("\"", with: "\\\""))" } }
            - { dispatch: Bump, expect: { state: { S: { n: \(index % 2 + 1), names: [] } } } }
            - note: "\(name.replacing("\"", with: "\\\""))"

      """
    }
    try folder.write(
      "spec: spec.yaml\nscenarios:\n" + scenarios.joined() + """
          - { name: skipped, skip: "later & <never>", steps: [] }
          - { name: known, xfail: bug, steps: [{ expect: { that: 1 > 2 } }] }
          - { name: passes, steps: [{ dispatch: Bump, expect: { handled: true } }] }

        """, to: "hostile.scenario.yaml")
    try folder.write("spec: spec.yaml\nscenarios: 1\n", to: "unsound.scenario.yaml")
    try folder.write("old", to: "golden/hostile/old.yaml")
  }

  private func run(_ arguments: String...) throws -> Program.Result {
    try Program.run(arguments, in: folder)
  }

  @Test("JUnit's report is valid, whatever names hold")
  func junit() throws {
    #expect(try run(".", "--report", "junit:report.xml").status == 2)
    try expectValid("report.xml")
    let text = try folder.text("report.xml")
    let document = XMLParserRecord(text)
    #expect(document.error == nil)
    #expect(document.count["testcase"] == Self.hostileNames.count + 5)
    #expect(document.count["skipped"] == 1)
    #expect(document.count["error"] == 1)
    #expect(text.contains("time=\""))
    #expect(text.contains("1. dispatch Name {name: &quot;"))
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    _ = try run(".", "--report", "junit:plain.xml", "--no-times")
    try expectValid("plain.xml")
    #expect(try !folder.text("plain.xml").contains("time="))
  }

  @Test("An empty run and one without times are valid, too")
  func emptyJUnit() throws {
    try folder.write("spec: spec.yaml\nscenarios: []\n", to: "empty.scenario.yaml")
    #expect(try run("empty.scenario.yaml", "--report", "junit:a.xml").status == 2)
    try expectValid("a.xml")
  }

  @Test("Reports hold the parts of a condition, and the effects that failed unnoticed")
  func details() throws {
    try folder.write(
      """
      suas: 1
      states: { S: { n: int = 3 } }
      actions: { Set: { n: int } }
      reducers: { R: { state: S, on: { Set: [{ set: n, value: "${action.n}" }] } } }
      middleware: [async]
      effects:
        Fetch:
          run: { http: { url: https://cities.example/ } }
          on-success: [{ dispatch: Set, with: { n: "${response.body.n}" } }]
      """, to: "fetch.yaml")
    try folder.write(
      """
      spec: fetch.yaml
      scenario: details
      steps:
        - dispatch: Fetch
        - { respond: Fetch, with: { body: {} } }
        - expect:
            that: store.S.n + 1 == 5 && store.S.n > 9
            state: { S: { n: { $that: it % 2 == 0 } } }
      """, to: "details.scenario.yaml")
    _ = try run(
      "details.scenario.yaml", "--report", "json:report.json", "--report", "html:report.html",
      "--report", "junit:report.xml")
    let text = try folder.text("report.json")
    for part in [
      #""parts":[{"expression":"store.S.n + 1","value":"4"},{"expression":"store.S.n > 9"}]"#,
      #""actual":"3","parts":[{"expression":"it % 2","value":"1"}]"#,
      #""failedEffects":[{"effect":"Fetch","code":"expression","message":"the map has no key "#
        + #"\"n\"","at":{"file":"fetch.yaml","line":9,"column":49}}]"#,
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    try lookAtDetails(in: folder.url.appendingPathComponent("report.html"))
    #expect(try folder.text("report.xml").contains("store.S.n + 1 = 4"))
  }

  private func lookAtDetails(in page: URL) throws {
    guard Browser.isInstalled() else { return }
    let browser = try Browser()
    defer { browser.quit() }
    try browser.open(page)
    #expect(try browser.text("#step .operands") == "store.S.n + 1\t4\nstore.S.n > 9\tnot reached")
    #expect(try browser.text("#step .differences .operands") == "it % 2\t1")
    try browser.click("#back")
    #expect(
      try browser.text("#step .warn")
        == "effect 'Fetch' failed with 'expression': the map has no key \"n\" (fetch.yaml:9:49)")
  }

  /// Expects that a report is valid according to the schema.
  private func expectValid(_ name: String) throws {
    let xmllint = "/usr/bin/xmllint"
    guard FileManager.default.isExecutableFile(atPath: xmllint) else {
      let isCI = ProcessInfo.processInfo.environment["CI"] != nil
      if isCI { Issue.record("xmllint is missing: apt-get install libxml2-utils") }
      return
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: xmllint)
    let schema = packageRoot.appendingPathComponent("Tests/SuasRunTests/Schemas/jenkins-junit.xsd")
    process.arguments = [
      "--noout", "--nonet", "--schema", schema.path,
      folder.url.appendingPathComponent(name).path,
    ]
    let errors = try folder.handle("xmllint")
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    let told = try folder.text("xmllint")
    #expect(process.terminationStatus == 0, "\(told)")
  }

  @Test("The JSON report holds everything, and its keys are those of the documentation")
  func json() throws {
    #expect(try run(".", "--report", "json:report.json").status == 2)
    let text = try folder.text("report.json")
    #expect(text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
    #expect(!text.unicodeScalars.contains("\u{202E}"))
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let files = try #require(report["files"] as? [[String: Any]])
    let scenarios = try #require(files.first?["scenarios"] as? [[String: Any]])
    #expect(scenarios.count == Self.hostileNames.count + 3)
    #expect(scenarios[3]["name"] as? String == "\u{202E}right to left")
    let steps = try #require(scenarios.first?["steps"] as? [[String: Any]])
    let changes = try #require(steps[1]["changes"] as? [[String: Any]])
    #expect(changes[0]["path"] as? String == "S.n")
    #expect(changes[0]["old"] as? Int == 0 && changes[0]["new"] as? Int == 1)
    let page = String(
      decoding: try Data(
        contentsOf: packageRoot.appendingPathComponent(
          "Sources/SuasScenario/SuasScenario.docc/ReportFormats.md")), as: UTF8.self)
    for key in Self.keys(of: report) { #expect(page.contains("`\(key)`"), "\(key)") }
  }

  /// Returns all keys of objects, except for those of states.
  private static func keys(of value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys(of: $1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.reduce(into: Set(object.keys)) { keys, entry in
      if !["old", "new", "value", "values", "before", "after"].contains(entry.key) {
        keys.formUnion(Self.keys(of: entry.value))
      }
    }
  }

  @Test("An annotation names a file as a pull request does, whatever folder was given")
  func annotatedFile() throws {
    let result = try run(".", "--report", "github")
    #expect(result.output.contains("\n::error file=hostile.scenario.yaml,"), "\(result.output)")
    #expect(!result.output.contains("file=./"))
  }

  @Test("Annotations for GitHub stand on lines of their own and point at the failures")
  func github() throws {
    let result = try run("hostile.scenario.yaml", "--report", "github")
    let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("::") }
    #expect(lines.count { $0.hasPrefix("::error ") } == Self.hostileNames.count + 1)
    #expect(
      lines.contains {
        $0.hasPrefix("::notice file=hostile.scenario.yaml,")
          && $0.hasSuffix("::skipped: later & <never>")
      })
    #expect(
      lines.contains { $0.contains(",title=100%25 a%2Cb%3Ac::the state is not as expected%0A") })
    #expect(lines.contains { $0.contains(",title=%3A%3Aerror file=x%3A%3Ay::") })
    #expect(lines.allSatisfy { $0.contains(",line=") || $0.contains("golden file") })
  }

  @Test("A report on standard output is not mixed with other output")
  func standardOutput() throws {
    let result = try run("hostile.scenario.yaml", "--report", "json:-")
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    }
    #expect(result.errors.contains("✗ 😀"))
  }

  @Test(
    "A report that nobody could write is an error of usage, and nothing is run",
    arguments: [
      ["junit:"], ["junit"], ["xunit:a"], [":a"],
      ["json:-", "junit:-"], ["json:-", "github"], ["json:a", "junit:a"], ["json:spec.yaml"],
    ])
  func misnamed(reports: [String]) throws {
    let result = try Program.run(
      ["hostile.scenario.yaml"] + reports.flatMap { ["--report", $0] }, in: folder)
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Error: "))
  }

  @Test(
    "A report that cannot be written ends the program before anything is run",
    arguments: [
      ("nowhere/a.xml", "there is no folder 'nowhere'"), ("golden", "it is a folder"),
      ("spec.yaml/a.xml", "there is no folder 'spec.yaml'"),
      ("/proc/a.xml", "no such file or directory"),
    ])
  func unwritable(path: String, reason: String) throws {
    let result = try Program.run(
      ["hostile.scenario.yaml", "--report", "junit:\(path)"], in: folder)
    #expect(result.status == 2)
    #expect(result.errors.hasSuffix("error: the report '\(path)' cannot be written: \(reason)\n"))
    // For system folders, only an attempt to write shows that it fails.
    #expect(result.output.isEmpty == !path.hasPrefix("/"))
  }

  @Test("A report that cannot be written is an error, and keeps the older one")
  func fullReport() throws {
    try folder.write("older", to: "report.json")
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c", "ulimit -f 1; \(Program.path) hostile.scenario.yaml --report json:report.json",
    ]
    shell.currentDirectoryURL = folder.url
    let errors = Pipe()
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = errors
    try shell.run()
    let told = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 2)
    #expect(told == "error: the report 'report.json' cannot be written: file too large\n")
    #expect(try folder.text("report.json") == "older")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!left.contains { $0.hasSuffix(".tmp") })
  }

  @Test("A report does not replace a device or a link")
  func devices() throws {
    #expect(try run("hostile.scenario.yaml", "--report", "json:/dev/null").status == 1)
    let device = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(device as? FileAttributeType == .typeCharacterSpecial)
    try folder.write("", to: "real.json")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appendingPathComponent("link.json"),
      withDestinationURL: folder.url.appendingPathComponent("real.json"))
    _ = try run("hostile.scenario.yaml", "--report", "json:link.json")
    #expect(try folder.text("real.json").hasPrefix("{\"version\":2,"))
    #expect(try run("hostile.scenario.yaml", "--report", "json:/dev/full").status == 2)
  }
}

/// The elements that an XML parser finds in a text.
private final class XMLParserRecord {
  private(set) var count: [String: Int] = [:]
  private(set) var error: String?

  /// Counts elements without a library: Foundation's parser would need libxml2 for this alone.
  init(_ text: String) {
    var open: [Substring] = []
    for part in text.split(separator: "<").dropFirst() {
      let tag = part.prefix { $0 != ">" }
      let name = tag.prefix { !" />?".contains($0) }
      if tag.hasPrefix("?") { continue }
      if tag.hasPrefix("/") {
        if open.popLast() != tag.dropFirst() { error = "\(tag) closes something else" }
        continue
      }
      count[String(name), default: 0] += 1
      if !tag.hasSuffix("/") { open.append(name) }
    }
    if !open.isEmpty { error = "\(open) is not closed" }
  }
}
