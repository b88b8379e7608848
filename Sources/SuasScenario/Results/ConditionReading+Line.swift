import CEL
import SuasSpec

extension ConditionReading.Part {
  /// The part and its result in one line.
  package var line: String {
    let text = text.shortened(to: 80)
    return switch value {
    case .value(let value): "\(text) = \(value.yaml)"
    case .written(let yaml): "\(text) = \(yaml)"
    case .error(let code): "\(text) meets the error \(code)"
    case .notReached: "\(text) not reached"
    }
  }
}
