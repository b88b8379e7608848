import ArgumentParser
import SuasSpec
import YAML

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain the code of a diagnostic or a refused action.",
    discussion: "Without a code, lists all codes.")

  @Argument(help: "A code, such as unknown-field.")
  var code: String?

  func run() throws {
    guard let code else {
      let width = Explanation.all.map(\.code.count).max() ?? 0
      for explanation in Explanation.all {
        let blanks = String(repeating: " ", count: width - explanation.code.count)
        Terminal.write("\(explanation.code)\(blanks)  \(explanation.title)\n")
      }
      return
    }
    guard let explanation = Explanation.of(code) else {
      let near = suggestion(for: code, among: Explanation.all.map(\.code))
      let help = near.map { "did you mean '\($0)'?" } ?? "'suas-run explain' lists all codes"
      throw ValidationError("there is no code '\(DisplayText.escaped(code))'; \(help)")
    }
    Terminal.write(explanation.rendered)
  }
}
