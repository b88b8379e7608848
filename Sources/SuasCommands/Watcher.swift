import ArgumentParser
import SuasScenario
import YAML

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Runs scenario files again whenever something changes that they depend on, until Ctrl-C.
struct Watcher {
  /// The files and folders of the command line.
  let arguments: [String]
  let root: String?
  /// Runs some scenario files, as they are named on the command line.
  let run: ([String]) throws -> Void

  func watch() throws -> Never {
    let folders = FolderWatch()
    var list = WatchList(arguments, root: root)
    // What happens from here on, during the first run too, is not missed.
    folders.watch(list.folders)
    try run(again: arguments)
    while true {
      list.acceptGoldens()
      let files = list.count == 1 ? "1 file" : "\(list.count) files"
      say("watching \(files), until Ctrl-C", after: "\n")
      var changes: [WatchList.Change] = []
      var isFirst = true
      repeat {
        // A change during the run has been told of already.
        if !isFirst { wait(folders) }
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

  /// Ctrl-C ends the process here: there is nothing to be put in order.
  private func wait(_ folders: FolderWatch) {
    signal(SIGINT, SIG_DFL)
    folders.wait()
  }

  /// What failed, or could not be read, has been shown, and may be mended.
  private func run(again targets: [String]) throws {
    do {
      try run(targets)
    } catch let code as ExitCode where code == ExitStatus.failed || code == ExitStatus.unreadable {
    }
  }

  /// How many names are shown at once.
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
