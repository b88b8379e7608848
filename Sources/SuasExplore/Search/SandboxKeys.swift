import CEL
import SuasScenario
import SuasSpec

/// Makes the keys of a sandbox's states: from everything that decides which steps are possible
/// next.
final class SandboxKeys {
  private let spec: CompiledSpec
  private let codec: StateCodec
  private let buffer: ByteBuffer
  /// `nil` if the spec generates no ids.
  private let identifiers: MadeIdentifiers?
  /// True if the current time matters, and not only how long effects wait.
  let readsClock: Bool

  init(_ spec: CompiledSpec, _ codec: StateCodec, seed: Int64) {
    self.spec = spec
    self.codec = codec
    identifiers = MadeIdentifiers(of: spec, seed: seed)
    buffer = ByteBuffer(numbering: identifiers)
    readsClock = spec.dependsOnClock
  }

  /// Returns the profile of the current state.
  func profile(of sandbox: Sandbox, besides known: Set<String>) -> Profile {
    identifiers?.begin(made: sandbox.madeIdentifiers)
    return codec.profile(of: sandbox.state.subStates, besides: known, identifiers)
  }

  /// Returns the key of the current state; `nil` if it holds values that cannot be encoded.
  func key(of sandbox: Sandbox) -> StateKey? {
    buffer.clear()
    identifiers?.begin(made: sandbox.madeIdentifiers)
    for (slot, record) in sandbox.state.subStates.enumerated()
    where !codec.write(codec.identity(of: record, slot: slot), slot: slot, to: buffer) {
      return nil
    }
    let effects = sandbox.effectsUnderWay
    // The key holds only the relative order of the effects, not how many there were before them.
    let orders = effects.map(\.order).sorted()
    for effect in effects {
      buffer.append(text: effect.name)
      let payload = spec.withoutIdleFields(effect.payload)
      guard codec.write(any: .record(payload), to: buffer) else { return nil }
      buffer.append(effect.phase.rawValue)
      buffer.append(effect.isSuperseded ? 1 : 0)
      buffer.append(number: UInt64(effect.triesLeft))
      buffer.append(signed: effect.wait ?? -1)
      if let interval = effect.interval { buffer.append(signed: interval) }
      buffer.append(number: UInt64(orders.firstIndex(of: effect.order) ?? 0))
    }
    if readsClock {
      buffer.append(signed: sandbox.now.seconds)
      buffer.append(number: UInt64(sandbox.now.nanoseconds))
    }
    return StateKey(buffer.bytes)
  }
}
