import CEL
import Suas
import SuasSpec
import YAML

/// The saved text or state that an app finds when it starts.
package enum FoundState: Sendable {
  case text([UInt8])
  /// Sub-states that fit what a version saved.
  case state(version: Int, Record)
}

extension CompiledSpec {
  /// Restores what an app finds.
  func restore(_ found: FoundState) -> Restoration {
    switch found {
    case .text(let text): restore(text)
    case .state(let version, let state): restore(state, ofVersion: version)
    }
  }
}

extension FoundState {
  /// The saved text, in UTF-8; empty for a state of a spec that saves nothing.
  func text(of spec: CompiledSpec) -> [UInt8] {
    switch self {
    case .text(let text): text
    case .state(let version, let state):
      spec.checked.saved.map { SavedWriter($0).text(of: state, ofVersion: version).bytes } ?? []
    }
  }

  /// The saved text or state, as a scenario has it under `saved`.
  var draft: Draft {
    switch self {
    case .text(let text):
      let written = String(decoding: text, as: UTF8.self)
      return .mapping([(key: .text("text"), value: .text(written.escapingInterpolation))])
    case .state(let version, let state):
      return .mapping([
        (key: .text("version"), value: .plain("\(version)")),
        (key: .text("state"), value: Value.record(state).draft.escapingInterpolation),
      ])
    }
  }
}
