import CEL
import SuasLog
import SuasSpec

/// Reads the effects under way in the first line of a log.
struct EffectReader {
  let spec: CompiledSpec
  let values: LogValueReader
  /// The id of the last action before the line.
  let last: Int
  /// True if the log is of the same version of the spec.
  let isSameVersion: Bool

  /// The reason why the effects do not fit.
  struct Misfit: Error {
    let reason: String
  }

  /// Reads all effects, oldest first.
  func read(_ list: List) throws(Misfit) -> [EffectUnderWay] {
    var effects: [EffectUnderWay] = []
    var seen: [String: Set<EffectOrigin>] = [:]
    for value in list {
      let effect = try read(value)
      guard seen[effect.name, default: []].insert(effect.origin).inserted else {
        throw Misfit(reason: "'\(effect.name)' is there twice with the same 'of' and 'nth'")
      }
      effects.append(effect)
    }
    return effects
  }

  private func read(_ value: Value) throws(Misfit) -> EffectUnderWay {
    guard case .map(let map) = value else { throw Misfit(reason: "an effect is no object") }
    let name = try text(LogKey.effect, in: map)
    guard let type = spec.actionType(name),
      let definition = spec.checked.effects.first(where: { $0.name == name })
    else { throw Misfit(reason: "the spec declares no effect '\(name)'") }
    func misfit(_ reason: String) -> Misfit { Misfit(reason: "'\(name)': \(reason)") }
    guard let action = try number(LogKey.of, in: map), action > 0, action <= last else {
      throw misfit("'of' is no id up to 'last'")
    }
    let nth = try number(LogKey.nth, in: map) ?? 0
    guard nth >= 0 else { throw misfit("'nth' is no number of a run") }
    guard let phase = PendingEffect.Phase(logName: try text(LogKey.phase, in: map)) else {
      throw misfit("'phase' is none of debounced, pending and retrying")
    }
    if phase == .debounced, definition.debounce == nil {
      throw misfit("the effect has no 'debounce'")
    }
    let most = definition.retry?.times ?? 0
    let tries = try number(LogKey.tries, in: map) ?? 0
    guard tries >= 0, tries <= most || !isSameVersion else {
      throw misfit("'tries' is more than the effect has, or negative")
    }
    var isSuperseded = false
    if let superseded = map[.string(LogKey.superseded)] {
      guard case .bool(let flag) = superseded else { throw misfit("'superseded' is no bool") }
      isSuperseded = flag
    }
    return EffectUnderWay(
      name: name, origin: EffectOrigin(action: action, nth: nth),
      payload: try payload(of: type, map), phase: phase, isSuperseded: isSuperseded,
      triesLeft: min(tries, most))
  }

  private func payload(of type: ActionType, _ map: Map) throws(Misfit) -> Record {
    guard case .map(let given) = map[.string(LogKey.with)] ?? .map(Map()) else {
      throw Misfit(reason: "'with' of '\(type.name)' is no object")
    }
    var fields = ContiguousArray<Value>()
    for field in type.payload.fields {
      guard let value = given[.string(field.name)] else {
        guard let value = field.default else {
          throw Misfit(reason: "'\(type.name)' needs its field '\(field.name)'")
        }
        fields.append(value)
        continue
      }
      do throws(EvaluationError) {
        fields.append(try values.read(value, as: field.type))
      } catch {
        throw Misfit(reason: "'\(field.name)' of '\(type.name)': \(error.message)")
      }
    }
    return Record(type.payload.shape, fields)
  }

  private func text(_ key: String, in map: Map) throws(Misfit) -> String {
    guard case .string(let text)? = map[.string(key)] else {
      throw Misfit(reason: "the '\(key)' of an effect is no text")
    }
    return text
  }

  private func number(_ key: String, in map: Map) throws(Misfit) -> Int? {
    guard let value = map[.string(key)] else { return nil }
    guard case .int(let number) = value, let number = Int(exactly: number), number < 1 << 53 else {
      throw Misfit(reason: "the '\(key)' of an effect is no number")
    }
    return number
  }
}
