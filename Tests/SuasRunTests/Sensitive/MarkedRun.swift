import Foundation
import LocalServer

/// The commands on a spec with marks, and a scenario file with planted values.
struct MarkedRun {
  private let files: MarkedFiles
  private let scenario: String
  private let folder: Folder

  /// - Returns: nil if no planted value comes into a session.
  init?(of files: MarkedFiles, _ scenario: String) throws {
    var files = files
    folder = try Folder()
    self.scenario = scenario
    try Self.write(files, areMarked: false, to: folder)
    _ = try Self.run(["run", scenario, "--record", "old.suaslog"], folder)
    guard folder.exists("old.suaslog") else { return nil }
    let log = try folder.text("old.suaslog")
    guard log.utf8.count < Self.longest, !MarkedFiles.leaks(in: log).isEmpty else { return nil }
    // A value that a spec makes of another one, and keeps elsewhere, is marked there too.
    while true {
      try Self.write(files, areMarked: true, to: folder)
      let trace = try Self.run(["run", scenario, "--trace", "--record", "new.suaslog"], folder)
      guard folder.exists("new.suaslog") else { return nil }
      let played = try Self.logs(ofPlaying: files, scenario, in: folder)
      let names = Self.keepers(in: try folder.text("new.suaslog") + played, files)
        .union(Self.keepers(inTrace: trace, files))
      if names.isEmpty { break }
      files.marks.formUnion(names)
      try FileManager.default.removeItem(at: folder.url.appending(path: "new.suaslog"))
    }
    self.files = files
  }

  /// The length of the logs that are tried, in bytes.
  private static let longest = 500_000

  private static func write(_ files: MarkedFiles, areMarked: Bool, to folder: Folder) throws {
    for (name, text) in files.texts(areMarked: areMarked) { try folder.write(text, to: name) }
  }

  @discardableResult
  private static func run(
    _ arguments: [String], _ folder: Folder, input: [String] = []
  ) throws -> String {
    let result = try Program.run(
      arguments, in: folder, input: Data((input + [""]).joined(separator: "\n").utf8))
    return result.output + result.errors
  }

  /// The names without marks of fields to which a trace shows that planted values were written, if
  /// only by an action that was refused in the end.
  private static func keepers(inTrace trace: String, _ files: MarkedFiles) -> Set<String> {
    let known = Set(files.names).subtracting(files.marks)
    let changes = trace.split(separator: "\n").filter {
      $0.contains(#/^ +[+~-] /#) && !MarkedFiles.leaks(in: String($0)).isEmpty
    }
    return Set(
      changes.compactMap { change in
        let path = change.split(separator: ": ", maxSplits: 1).first ?? ""
        return path.split { !$0.isLetter && !$0.isNumber }.map(String.init).last(
          where: known.contains)
      })
  }

  /// The logs of the sessions of a scenario file, which go on where an expectation fails.
  private static func logs(
    ofPlaying files: MarkedFiles, _ scenario: String, in folder: Folder
  ) throws -> String {
    var logs = ""
    for lines in files.played(files.texts(areMarked: true)[scenario] ?? "") {
      try run(["play"] + files.specs(of: scenario), folder, input: lines + ["save! saved.suaslog"])
      if folder.exists("saved.suaslog") { logs += try folder.text("saved.suaslog") }
    }
    return logs
  }

  /// The names without marks under which a log has planted values: that of the innermost field
  /// without a mark, or of the effect of an answer.
  private static func keepers(in log: String, _ files: MarkedFiles) -> Set<String> {
    let known = Set(files.names)
    var found: Set<String> = []
    func search(_ value: Any, _ path: [String]) {
      switch value {
      case let members as [String: Any]:
        let effect = (members["answer"] ?? members["fail"]) as? String
        for (key, member) in members {
          let path = path + [effect].compactMap(\.self) + key.split(separator: ".").map(String.init)
          // The key of a map may be a value, too.
          search(key, path)
          search(member, path)
        }
      case let items as [Any]: for item in items { search(item, path) }
      default:
        guard !MarkedFiles.leaks(in: "\(value)").isEmpty else { return }
        let names = path.map { String($0.prefix { $0 != "[" }) }
        if let name = names.last(where: { known.contains($0) && !files.marks.contains($0) }) {
          found.insert(name)
        }
      }
    }
    for line in log.split(separator: "\n") {
      if let json = try? JSONSerialization.jsonObject(with: Data(line.utf8)) { search(json, []) }
    }
    return found
  }

  /// Everything that commands write and that has a planted value.
  func leaks() throws -> [String] {
    var found: [String] = []
    func search(_ text: String, _ command: String) {
      found += MarkedFiles.leaks(in: text).prefix(1).map { "\(command): …\($0)…" }
    }
    func run(_ arguments: [String], input: [String] = []) throws {
      search(
        try Self.run(arguments, folder, input: input), arguments.joined(separator: " "))
    }
    search(try folder.text("new.suaslog"), "--record")
    search(try messages(), "messages of an ordinary run")
    for reporter in [
      [], ["--trace"], ["--update"], ["--report", "junit:-"], ["--report", "html:-"],
      ["--report", "github"],
    ] {
      try run(["run", scenario] + live + reporter)
    }
    search(try report(live), "run --live --report json")
    try run(["trace", scenario] + live)
    for lines in files.played(files.texts(areMarked: true)[scenario] ?? "") {
      let queries = [
        "state", "pending", "selected", "eval store", "undo", "redo", "steps",
        "save! saved.scenario.yaml", "save! saved.suaslog",
      ]
      let said = try Self.run(["play"] + live + specs, folder, input: lines + queries)
      // A mistake is shown in the line that was typed.
      search(
        said.replacing(#/error\[[^\n]*\n +--> input:[^\n]*\n(?: *\d* +\|[^\n]*\n)*/#, with: ""),
        "play")
    }
    for name in ["saved.scenario.yaml", "saved.suaslog"] where folder.exists(name) {
      search(try folder.text(name), name)
    }
    let spec = specs.flatMap { ["--spec", $0] }
    for log in ["new.suaslog", "old.suaslog"] {
      for report in [
        [], ["--report", "json:-"], ["--report", "html:-"], ["--write", "out-" + log],
      ] {
        try run(["replay", log, "--force"] + spec + report)
      }
      search(try written("out-" + log), "replay --write of \(log)")
      try run(["play"] + specs + [log], input: ["steps", "state"])
      // The monitor takes each file for a spec.
      if specs.count == 1 { search(try monitored(log), "monitor of \(log)") }
    }
    try run(["docs"] + specs)
    return found
  }

  private var specs: [String] { files.specs(of: scenario) }

  /// The options of a live run that waits for nothing.
  private var live: [String] { ["--live", "--live-limit", "20ms"] }

  /// The report of a run as JSON, without the texts of the files, which are as they are.
  private func report(_ options: [String]) throws -> String {
    let report = try Program.run(
      ["run", scenario, "--report", "json:-"] + options, in: folder
    ).output
    guard
      var json = try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [String: Any]
    else { return report }
    json["sources"] = nil
    return String(decoding: try JSONSerialization.data(withJSONObject: json), as: UTF8.self)
  }

  /// The messages of failures in an ordinary run, which shows the data of its scenarios, and what
  /// the spec itself says with `fail`.
  private func messages() throws -> String {
    let failures = try report([]).matches(
      of: #/"failures":\[\{.*?"message":"((?:[^"\\]|\\.)*)"/#)
    let texts = files.texts(areMarked: true)
    let ownCodes = specs.compactMap { texts[$0] }.flatMap { $0.matches(of: #/code: ([\w-]+)/#) }
      .map { ": \($0.1):" }
    return failures.map { String($0.1) }.filter { message in
      !ownCodes.contains { message.contains($0) }
    }.joined(separator: "\n")
  }

  private func written(_ name: String) throws -> String {
    let url = folder.url.appending(path: name)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
    return try names.map { try folder.text("\(name)/\($0)") }.joined(separator: "\n")
  }

  /// All that the monitor says of a log, and of the spec that goes on from there.
  private func monitored(_ log: String) throws -> String {
    let monitor = try MonitorProcess(
      specs + [log], in: folder,
      program: URL(filePath: Program.path).deletingLastPathComponent()
        .appending(path: "suas-run-live").path)
    defer { monitor.stop() }
    let page = try PageConnection(monitor)
    var said = ""
    func ask(_ request: String) {
      said += (page.ask(request) ?? "") + "\n"
    }
    for source in 1...3 {
      let of = #""source":\#(source)"#
      for verb in ["counts", "spec", "entries"] { ask(#""do":"\#(verb)",\#(of),"count":1000"#) }
      for format in ["scenario", "log"] { ask(#""do":"export",\#(of),"as":"\#(format)""#) }
      for entry in 0..<12 {
        for verb in ["entry", "payload", "state", "value"] {
          ask(#""do":"\#(verb)",\#(of),"n":\#(entry),"path":"","count":1000"#)
        }
        ask(#""do":"compare",\#(of),"from":0,"to":\#(entry)"#)
      }
    }
    return said
  }
}
