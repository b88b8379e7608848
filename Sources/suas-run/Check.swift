import ArgumentParser
import SuasScenario
import YAML

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check specs and scenario files without running anything.")

  @OptionGroup var files: FileArguments

  func run() throws {
    var loader = Loader()
    var diagnostics = Diagnostics()
    let paths = try files.resolve(&loader)
    for path in paths {
      do throws(Diagnostics) {
        _ = try loader.checkFile(path)
      } catch {
        diagnostics.items += error.items
      }
    }
    Terminal.report(diagnostics)
    guard diagnostics.items.isEmpty else { throw ExitStatus.unreadable }
    Terminal.write(paths.count == 1 ? "1 file is sound\n" : "\(paths.count) files are sound\n")
  }
}
