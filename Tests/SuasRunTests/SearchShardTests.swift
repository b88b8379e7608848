import Foundation
import Testing

/// `suas-run explore --shard`, and `suas-run report`, which joins the shards.
@Suite struct SearchShardTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    for name in ["cart", "lights"] {
      try folder.write(
        try Data(
          contentsOf: packageRoot.appendingPathComponent(
            "Tests/SuasExploreTests/Specs/\(name).yaml")), to: "\(name).yaml")
    }
  }

  private func run(_ arguments: [String]) throws -> Program.Result {
    try Program.run(arguments, in: folder)
  }

  /// Searches the shards of a spec, and returns the names of their reports.
  private func shards(_ count: Int, _ arguments: String...) throws -> [String] {
    try (1...count).map { index in
      let result = try run(
        ["explore"] + arguments + ["--max-depth", "2", "--shard", "\(index)/\(count)", "--json"])
      try folder.write(result.output, to: "\(index).json")
      return "\(index).json"
    }
  }

  @Test("Joined shards show the violations of one search, and fail as it does")
  func joined() throws {
    let whole = try run(["explore", "cart.yaml", "--max-depth", "2"])
    let names = try shards(3, "cart.yaml")
    let joined = try run(["report"] + names + ["--report", "json:joined.json"])
    #expect(whole.status == joined.status)
    func headings(_ text: String) -> [String] {
      text.split(separator: "\n").filter { $0.hasPrefix("✗") || $0.hasPrefix("✓") }.map(String.init)
        .sorted()
    }
    #expect(headings(joined.output) == headings(whole.output))
    #expect(joined.output.contains("\n3 shards were joined"))
    #expect(
      joined.output.split(separator: "\n").last == whole.output.split(separator: "\n").last)
    #expect(try run(["report"] + names.reversed()).output == joined.output)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.text("joined.json").utf8))
        as? [String: Any])
    #expect((json["joined"] as? [String: Any])?["missing"] as? [String] == [])
    let page = try String(
      contentsOf: packageRoot.appendingPathComponent("docs/commands/explore.md"), encoding: .utf8)
    let inner = ["joined", "scope"].flatMap { (json[$0] as? [String: Any] ?? [:]).keys }
    for key in Array(json.keys) + inner { #expect(page.contains("`\(key)`"), "\(key)") }
  }

  @Test("A shard says what it is, and a missing one is named")
  func missing() throws {
    let shard = try run(["explore", "lights.yaml", "--max-depth", "2", "--shard", "2/2"])
    #expect(shard.output.contains("\nthis is shard 2/2; "))
    let names = try shards(2, "lights.yaml")
    let result = try run(["report", names[1]])
    #expect(result.status == 2)
    #expect(result.output.contains("\nshard 1/2 is missing: nothing is known of what only it"))
    #expect(result.errors == "error: the report of shard 1/2 is missing\n")
    #expect(!result.output.contains("all there are"))
  }

  @Test(
    "What is not of one search is not joined",
    arguments: [
      (["lights.yaml", "--shard", "2/3"], "the number of shards was not the same for"),
      (["cart.yaml", "--shard", "2/2"], "the spec was not the same for '1.json' and 'other.json'"),
      (["lights.yaml", "--shard", "2/2", "--max-size", "3"], "an option of the search was not"),
      (["lights.yaml", "--shard", "1/2"], "the shard 1/2 is in '1.json' and in 'other.json'"),
      (["lights.yaml"], "the number of shards was not the same for '1.json'"),
    ])
  func conflicts(arguments: [String], reason: String) throws {
    try folder.write(
      try run(["explore", "lights.yaml", "--max-depth", "2", "--shard", "1/2", "--json"]).output,
      to: "1.json")
    try folder.write(
      try run(["explore"] + arguments + ["--max-depth", "2", "--json"]).output, to: "other.json")
    let result = try run(["report", "1.json", "other.json", "--report", "json:joined.json"])
    #expect(result.status == 2)
    #expect(result.errors.contains(reason), "\(result.errors)")
    #expect(!folder.exists("joined.json"))
  }

  @Test("A wrong shard, a drawing of one, and other formats are errors of usage")
  func usage() throws {
    #expect(
      try run(["explore", "lights.yaml", "--shard", "3/2"]).errors
        .contains("--shard takes a part of so many, as 2/4, from 1/1 to 10000/10000, not '3/2'"))
    for text in ["1/10001", "1/9223372036854775807", "1/99999999999999999999"] {
      for command in [["explore", "lights.yaml"], ["."]] {
        let result = try run(command + ["--shard", text])
        #expect(result.status == 64)
        #expect(result.errors.contains("from 1/1 to 10000/10000, not '\(text)'"))
      }
    }
    #expect(try run(["explore", "lights.yaml", "--shard", "1/2", "--dot"]).status == 64)
    let names = try shards(2, "lights.yaml")
    #expect(
      try run(["report"] + names + ["--report", "junit:a.xml"]).errors
        .contains("there is no report 'junit'; there are json"))
    #expect(try run(["report"] + names + ["--coverage-min", "9"]).status == 64)
    try folder.write(
      String(try folder.text("1.json").replacing("\"attempts\":", with: "\"tries\":")),
      to: "1.json")
    let result = try run(["report"] + names)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("error: '1.json' cannot be joined: its 'attempts' is missing"))
  }
}
