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

  /// The saved text or state, as a scenario has it under `saved`: what it leaves out is initial.
  func draft(of saved: CheckedSaved?) -> Draft {
    switch self {
    case .text(let text):
      let written = String(decoding: text, as: UTF8.self)
      return .mapping([(key: .text("text"), value: .text(written.escapingInterpolation))])
    case .state(let version, let state):
      return .mapping([
        (key: .text("version"), value: .plain("\(version)")),
        (key: .text("state"), value: state.draft(over: saved?.shape(of: version)?.initial)),
      ])
    }
  }
}

extension Record {
  /// The sub-states of a store, without the fields that are those of another, which has the same
  /// state keys.
  fileprivate func draft(over initial: Record?) -> Draft {
    let subStates = shape.fields.indices.compactMap { slot -> (key: Draft.Key, value: Draft)? in
      guard case .record(let subState) = self[slot] else { return nil }
      let usual: Record? = if case .record(let record)? = initial?[slot] { record } else { nil }
      let fields = subState.shape.fields.indices.filter { usual?[$0] != subState[$0] }
      guard !fields.isEmpty || initial == nil else { return nil }
      let written = fields.map { field in
        (
          key: Draft.Key.text(subState.shape.fields[field].name),
          value: subState[field].draft.escapingInterpolation
        )
      }
      return (key: .text(shape.fields[slot].name), value: .mapping(written))
    }
    return .mapping(subStates)
  }
}
