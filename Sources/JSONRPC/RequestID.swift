import CEL
import SuasSpec

/// The id of a request, or another token that the other side has chosen.
package enum RequestID: Hashable, Sendable {
  case number(Int64)
  case text(String)

  package var json: JSON {
    switch self {
    case .number(let number): .int(Int(number))
    case .text(let text): .string(text)
    }
  }

  package init?(_ value: Value?) {
    switch value {
    case .int(let number)?: self = .number(number)
    case .string(let text)?: self = .text(text)
    default: return nil
    }
  }
}
