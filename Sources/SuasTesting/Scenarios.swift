import SuasScenario
import YAML

/// The scenarios of a folder, as the arguments of a test:
///
/// ```swift
/// @Test(arguments: Scenarios(in: "Scenarios"))
/// func scenario(_ scenario: Scenario) throws { try scenario.run() }
/// ```
///
/// A folder without scenarios, a file that cannot be read or has errors, and a golden file to which
/// no step refers appear as cases that fail: a test never passes because nothing was found.
public struct Scenarios: Sendable {
  private let cases: [Scenario]

  /// Finds the scenarios in every `*.scenario.yaml` below a folder, in the order of the file names.
  ///
  /// - Parameters:
  ///   - folder: The folder, or one file. A path that does not begin with `/` is relative to the
  ///     folder of `file`; use an absolute path for a bundle's resources.
  ///   - file: The file of the test.
  ///   - root: The folder below which specs and other files are read. Its path is relative to the
  ///     same folder as `folder`. By default it is the working directory if that contains the
  ///     scenarios, as under `swift test`; else the folder of each file.
  ///   - writesGoldens: True if golden files that are missing or different are written. A scenario
  ///     whose golden files were written fails in that run, and nothing is written if `CI` is set.
  public init(
    in folder: String, beside file: String = #filePath, root: String? = nil,
    writesGoldens: Bool = false
  ) {
    let home = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
    func path(_ written: String) -> String {
      if written.hasPrefix("/") { return written }
      return written.isEmpty || written == "." ? home : "\(home)/\(written)"
    }
    let folder = path(folder)
    var loader = Loader(root: root.map(path))
    let runner = Runner(updatesGoldens: writesGoldens && !Scenario.isUnderCI)
    let name = { (file: String) in
      file.hasPrefix("\(folder)/") ? String(file.dropFirst(folder.count + 1)) : file
    }
    let files: [String]
    do throws(Diagnostics) {
      files = try loader.files(named: [folder])
    } catch {
      cases = [Scenario(broken: folder, error)]
      return
    }
    if files.isEmpty {
      cases = [Scenario(empty: folder)]
      return
    }
    var cases: [Scenario] = []
    for file in files {
      do throws(Diagnostics) {
        let checked = try loader.scenarioFile(file)
        cases += checked.scenarios.map {
          Scenario("\(name(file)): \($0.name)", $0, of: checked, runner)
        }
        if checked.scenarios.isEmpty { cases.append(Scenario(empty: name(file))) }
        let strays = checked.strayGoldens
        if !strays.isEmpty {
          cases.append(Scenario("\(name(file)): golden files", strayGoldens: strays, of: file))
        }
      } catch {
        cases.append(Scenario(broken: name(file), error))
      }
    }
    self.cases = cases
  }
}

extension Scenarios: RandomAccessCollection {
  public var startIndex: Int { cases.startIndex }
  public var endIndex: Int { cases.endIndex }
  public subscript(position: Int) -> Scenario { cases[position] }
}
