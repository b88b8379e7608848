import SuasScenario
import YAML

extension GitRevision {
  /// Finds a commit that the command line names, or ends the program with the reason.
  static func opened(_ name: String) throws -> GitRevision {
    do throws(GitFailure) {
      return try GitRevision(named: name)
    } catch {
      Terminal.complain(error.message)
      throw ExitStatus.unreadable
    }
  }
}
