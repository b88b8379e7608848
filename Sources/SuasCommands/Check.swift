import ArgumentParser
import SuasScenario
import YAML

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check specs and scenario files without running anything.",
    discussion: """
      Also warns of likely mistakes in valid files, such as an action that no reducer handles.
      """)

  /// The findings other than errors that make the check fail.
  enum Denial: String, ExpressibleByArgument {
    case warnings
  }

  @OptionGroup var files: FileArguments

  @Option(
    help: ArgumentHelp("Fail if there are warnings.", valueName: Denial.warnings.rawValue))
  var deny: Denial?

  func run() throws {
    var (loader, paths, lines) = try files.open()
    guard lines.isEmpty else {
      throw ValidationError("a check looks at whole files: leave out the lines")
    }
    var errors = Diagnostics()
    for path in paths {
      do throws(Diagnostics) {
        _ = try loader.checkFile(path)
      } catch {
        errors.add(error)
      }
    }
    ProcessLifetime.keep(loader)
    let warnings = loader.warnings.items
    let isSound = errors.items.isEmpty
    errors.items += warnings
    Terminal.report(errors)
    guard isSound else { throw ExitStatus.unreadable }
    let count = loader.soundFileCount
    let sound = count == 1 ? "1 file is sound" : "\(count) files are sound"
    let doubtful = warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings"
    Terminal.write(warnings.isEmpty ? "\(sound)\n" : "\(sound), \(doubtful)\n")
    if deny == .warnings, !warnings.isEmpty { throw ExitStatus.unreadable }
  }
}
