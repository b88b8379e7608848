import Foundation
import Suas

/// A function that makes a JSON-compatible dictionary; `nil` leaves the encoding to the default.
public typealias EncodingCallback<Value> = @Sendable (Value) -> [String: Any]?

/// A value that defines its own form in a monitor.
public protocol SuasEncodable {
  /// The value as a JSON-compatible dictionary.
  func toDictionary() -> [String: Any]
}

/// Encodes the messages of the monitor's protocol.
struct MonitorEncoder {
  var stateEncoder: EncodingCallback<Any>?
  var actionEncoder: EncodingCallback<any Action>?

  static let separator = "&&__&&__&&"

  func greeting(state: Store.State) -> [UInt8] {
    message("ConnectedToMonitor", data: [String: Any](), state: state)
  }

  func message(of action: any Action, state: Store.State) -> [UInt8] {
    message(name(of: action), data: data(of: action), state: state)
  }

  /// Returns the data of an action, which is always an object.
  func data(of action: any Action) -> Any {
    let data = actionEncoder?(action).flatMap(checked) ?? encoded(action)
    return data is [String: Any] ? data : ["value": data]
  }

  /// Returns the sub-states by their keys, in order.
  func subStates(of state: Store.State) -> [(key: String, value: Any)] {
    state.keys.compactMap { key in
      state[key].map { (key, stateEncoder?($0).flatMap(checked) ?? encoded($0)) }
    }
  }

  private func message(_ action: String, data: Any, state: Store.State) -> [UInt8] {
    let states = subStates(of: state).map { ($0.key, $0.value) }
    var text = JSONText()
    text.write([("action", action), ("actionData", data)], then: ("state", states))
    return text.bytes + Array(Self.separator.utf8)
  }

  /// Returns the dictionary if it is JSON-compatible.
  private func checked(_ dictionary: [String: Any]) -> Any? {
    JSONSerialization.isValidJSONObject(dictionary) ? dictionary : nil
  }

  private func encoded(_ value: Any) -> Any {
    if let value = value as? any SuasEncodable, let checked = checked(value.toDictionary()) {
      return checked
    }
    if let value = value as? any Encodable, let json = try? coded(value) { return json }
    return reflected(value, depth: 0)
  }

  private func coded(_ value: some Encodable) throws -> Any {
    let encoder = JSONEncoder()
    if let key = CodingUserInfoKey.hidesSensitiveValues { encoder.userInfo[key] = true }
    encoder.dateEncodingStrategy = .iso8601
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try JSONSerialization.jsonObject(
      with: try encoder.encode(value), options: .fragmentsAllowed)
  }

  /// The visible parts of a value that is not encodable, by reflection.
  private func reflected(_ value: Any, depth: Int) -> Any {
    if depth > 0, let value = value as? any Encodable, let json = try? coded(value) { return json }
    let mirror = Mirror(reflecting: value)
    let children = Array(mirror.children)
    guard depth < 32 else { return String(describing: value) }
    switch mirror.displayStyle {
    case .optional: return children.first.map { reflected($0.value, depth: depth) } ?? NSNull()
    case .collection, .set: return children.map { reflected($0.value, depth: depth + 1) }
    case .struct, .class, .tuple, .dictionary:
      var fields: [String: Any] = [:]
      for (position, child) in children.enumerated() {
        if mirror.displayStyle == .dictionary {
          let entry = Array(Mirror(reflecting: child.value).children)
          if entry.count == 2 {
            fields["\(entry[0].value)"] = reflected(entry[1].value, depth: depth + 1)
          }
        } else {
          fields[child.label ?? "\(position)"] = reflected(child.value, depth: depth + 1)
        }
      }
      return fields
    default: return String(describing: value)
    }
  }
}
