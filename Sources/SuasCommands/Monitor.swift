import ArgumentParser
import SuasLog
import SuasMonitor
import SuasScenario
import YAML

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show in a browser what apps, logs and specs do.",
    discussion: """
      Serves a page on this machine, and prints its address: a timeline of actions with the changes \
      of each, the rules that ran, and the state; jump to any point, go on from there, send actions \
      and answer effects, and export what happened as a scenario. A single spec is played at once; \
      logs end with '.suaslog', and need their spec for rules and for going on.

      Apps connect with the second address that is printed; a recorder in the app sends its log \
      there. The token in the addresses is new each time, unless SUAS_MONITOR_TOKEN has one of 32 \
      hexadecimal digits. Nobody but programs on this machine can connect.
      """)

  @Argument(
    help: ArgumentHelp("Specs and session logs, in any order.", valueName: "file"),
    completion: .file(extensions: ["yaml", "suaslog"]))
  var paths: [String] = []

  @Option(help: ArgumentHelp("The port; by default any that is free.", valueName: "number"))
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp(
      """
      An app to connect to, which listens with the protocol of the monitor that Suas had; may be \
      repeated.
      """, valueName: "host:port"))
  var connect: [String] = []

  @OptionGroup var folder: RootArguments
  @OptionGroup var most: LimitArguments

  func validate() throws { _ = try connect.map(Self.app) }

  func run() throws {
    let token = try token()
    guard let serve = SuasRun.serve else { try NetworkProgram.become() }
    let loader = Loader(root: folder.root, limits: most.limits)
    var specs: [MonitoredSpec] = []
    var errors = Diagnostics()
    for path in paths where !SessionLog.isNamed(by: path) {
      do throws(Diagnostics) {
        specs.append(MonitoredSpec(try loader.spec(at: [path]), at: [path]))
      } catch {
        errors.items += error.items
      }
    }
    guard errors.items.isEmpty else {
      Terminal.report(errors)
      throw ExitStatus.unreadable
    }
    let service = MonitorService(specs: specs)
    let logs = paths.filter(SessionLog.isNamed)
    for log in logs {
      do {
        _ = try service.openLog(named: log, try LogReader.open(log))
      } catch let failure as LogFailure {
        Terminal.complain("'\(DisplayText.escaped(log))' cannot be read: \(failure.message)")
        throw ExitStatus.unreadable
      }
    }
    if logs.isEmpty, specs.count == 1 { try service.play(at: specs[0].paths) }
    let plan = try MonitorPlan(
      service: service, port: Int(port), token: token, apps: connect.map(Self.app)
    ) { page, feed in
      Terminal.write("the page: \(page)\nfor apps: SUAS_MONITOR=\(feed)\n")
      Terminal.flush()
    }
    do {
      try serve(plan)
    } catch {
      Terminal.complain("\(error)")
      throw ExitStatus.unreadable
    }
  }

  private static func app(_ text: String) throws -> (host: String, port: Int) {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let port = UInt16(text[text.index(after: colon)...]), port > 0
    else {
      throw ValidationError("--connect takes HOST:PORT, not '\(DisplayText.escaped(text))'")
    }
    return (String(text[..<colon]), Int(port))
  }

  /// The token of the environment, or a new one of 128 bits.
  private func token() throws -> String {
    if let given = Terminal.environment("SUAS_MONITOR_TOKEN") {
      guard MonitorToken.isSound(given) else {
        throw ValidationError("SUAS_MONITOR_TOKEN takes 32 hexadecimal digits")
      }
      return given
    }
    return MonitorToken.random()
  }
}

/// The service of a monitor, with the place where it is served.
package struct MonitorPlan {
  package let service: MonitorService
  package let port: Int
  package let token: String
  /// The apps to connect to.
  package let apps: [(host: String, port: Int)]
  /// Called with the addresses for browsers and for apps.
  package let announce: (_ page: String, _ feed: String) -> Void
}
