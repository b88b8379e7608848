import SuasScenario
import YAML

extension ScenarioFolder {
  /// Opens a folder that the command line names, or ends the program with the reason.
  static func opened(_ path: String) throws -> ScenarioFolder {
    do throws(WriteError) {
      return try ScenarioFolder(path)
    } catch {
      error.tell()
      throw ExitStatus.unreadable
    }
  }

  /// Writes scenarios into the folder; prints the reason and returns false if one cannot be written.
  func hasTaken(_ write: (ScenarioFolder) throws(WriteError) -> Void) -> Bool {
    do throws(WriteError) {
      try write(self)
      return true
    } catch {
      error.tell()
      return false
    }
  }
}

extension ScenarioFolder.WriteError {
  /// Prints the reason why nothing was written.
  func tell() {
    if leadsOut {
      Terminal.report(Diagnostics([diagnostic]))
    } else {
      Terminal.complain(diagnostic.message)
    }
  }
}
