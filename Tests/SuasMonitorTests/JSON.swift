import Foundation

/// A value of an answer, whose parts are null where there are none.
struct JSON: CustomStringConvertible {
  private let value: Any?

  init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  init(bytes: [UInt8]) throws {
    self.init(try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
  }

  subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }

  subscript(index: Int) -> JSON {
    let items = items
    return items.indices.contains(index) ? items[index] : JSON(nil)
  }

  var isNull: Bool { value == nil }
  var text: String? { value as? String }
  var number: Int? { value as? Int }
  var flag: Bool? { value as? Bool }
  var items: [JSON] { (value as? [Any])?.map(JSON.init) ?? [] }
  var keys: Set<String> { Set((value as? [String: Any])?.keys.map(\.self) ?? []) }

  /// The texts of a list.
  var texts: [String] { items.compactMap(\.text) }

  /// The texts that the items of a list have under a key.
  func texts(_ key: String) -> [String] { items.compactMap { $0[key].text } }

  var description: String {
    guard let value else { return "null" }
    let data = try? JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }
}
