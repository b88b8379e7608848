import ArgumentParser
import SuasScenario
import YAML

/// Runs scenario files again whenever a file that they depend on changes, until Ctrl-C.
struct Watcher {
  /// The files and folders on the command line.
  let arguments: [String]
  let root: String?
  /// Runs scenario files, given as they are named on the command line.
  let run: ([String]) throws -> Void

  func watch() throws -> Never {
    let folders = FolderWatch()
    var list = WatchList(arguments, root: root)
    // From here on, no change is missed, not even during the first run.
    folders.watch(list.folders)
    try run(again: arguments)
    while true {
      list.acceptGoldens()
      let files = list.count == 1 ? "1 file" : "\(list.count) files"
      say("watching \(files), until Ctrl-C", after: "\n")
      var changes: [WatchList.Change] = []
      var isFirst = true
      repeat {
        // The first pass does not wait, so that changes during the run are found at once.
        if !isFirst { try wait(folders) }
        isFirst = false
        changes = list.update()
        folders.watch(list.folders)
      } while changes.isEmpty
      changes.forEach(tell)
      let affected = Set(changes.flatMap(\.targets))
      let targets = list.arguments.filter(affected.contains)
      if !targets.isEmpty { try run(again: targets) }
    }
  }

  /// Waits for a change. Ctrl-C ends the process here, since nothing needs to be cleaned up.
  private func wait(_ folders: FolderWatch) throws {
    Interruption.stopListening()
    // A Ctrl-C that came after the run's last check is meant for the whole program.
    if Interruption.hasCome { throw ExitStatus.interrupted }
    folders.wait()
  }

  /// Runs files. Failures and unreadable files have been reported and may be fixed, so they do not
  /// end the program.
  private func run(again targets: [String]) throws {
    do {
      try run(targets)
    } catch let code as ExitCode where code == ExitStatus.failed || code == ExitStatus.unreadable {
    }
  }

  /// The greatest number of names that are shown at once.
  private static let shownNames = 5

  private func tell(_ change: WatchList.Change) {
    var text = "\(change.path) \(change.kind.rawValue)"
    let others = change.targets.filter { $0 != change.path }
    if !others.isEmpty {
      text += ", which is read by " + others.prefix(Self.shownNames).joined(separator: ", ")
      if others.count > Self.shownNames { text += " and \(others.count - Self.shownNames) more" }
    }
    say(text)
  }

  private func say(_ text: String, after lead: String = "") {
    let style = Terminal.outputStyle
    Terminal.write("\(lead)\(style.paint(DisplayText.escaped(text), .blue))\n")
    Terminal.flush()
  }
}
