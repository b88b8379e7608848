import SuasLog
import SuasSpec
import YAML

/// What comes of a replay, as text for a person.
package struct ReplayText {
  private let style: TextStyle
  package private(set) var text = ""

  package init(style: TextStyle) { self.style = style }

  package mutating func write(_ result: Replay.Result, of path: String) {
    switch result.outcome {
    case .same: text += "\(path): no difference in \(result.inputs) inputs\n"
    case .different(let difference):
      text += "\(path):\(difference.line): \(difference.kind)\n  log: \(difference.logged ?? "the end")\n"
    case .unsound(let failure):
      text += "\(path):\(failure.line): \(failure.message)\n"
    }
  }
}
