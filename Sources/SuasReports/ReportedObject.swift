import CEL
import SuasSpec

/// The reason why reports cannot be joined.
package struct ReportFailure: Error {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// A JSON object of a report, whose members are read by their keys.
package struct ReportedObject {
  private let members: Map

  /// - Throws: A failure if the value is no object.
  package init(_ value: Value) throws(ReportFailure) {
    guard case .map(let members) = value else {
      throw ReportFailure("an object is missing in it")
    }
    self.members = members
  }

  /// Makes sure that the object is a report of a version of its format.
  ///
  /// - Throws: A failure if it is of another version.
  package func require(version wanted: Int) throws(ReportFailure) {
    let version = try number("version")
    guard version == wanted else {
      throw ReportFailure(
        "it is a report of version \(version), and this program joins those of version \(wanted)")
    }
  }

  /// The keys with their values, in their order.
  package var entries: [(key: String, value: Value)] {
    members.map { (key: $0.key.interpolated, value: $0.value) }
  }

  /// Returns a member; nil if there is none, or if it is null.
  package func value(_ key: String) -> Value? {
    let value = members[.string(key)]
    return value == .null ? nil : value
  }

  /// Returns a member, which may be null; nil if there is none.
  package func nullable(_ key: String) -> Value? { members[.string(key)] }

  package func optionalText(_ key: String) -> String? {
    if case .string(let text)? = value(key) { text } else { nil }
  }

  package func text(_ key: String) throws(ReportFailure) -> String {
    guard let text = optionalText(key) else { throw missing(key) }
    return text
  }

  /// Returns a whole number from 0.
  package func number(_ key: String) throws(ReportFailure) -> Int {
    guard case .int(let number)? = value(key), let number = Int(exactly: number), number >= 0 else {
      throw missing(key)
    }
    return number
  }

  package func flag(_ key: String) -> Bool { value(key) == .bool(true) }

  package func list(_ key: String) throws(ReportFailure) -> List {
    guard case .list(let list)? = value(key) else { throw missing(key) }
    return list
  }

  package func texts(_ key: String) throws(ReportFailure) -> [String] {
    try list(key).map { (value) throws(ReportFailure) in
      guard case .string(let text) = value else { throw missing(key) }
      return text
    }
  }

  package func object(_ key: String) throws(ReportFailure) -> ReportedObject {
    guard let value = value(key) else { throw missing(key) }
    return try ReportedObject(value)
  }

  /// Returns the results of `read` for the objects of a list.
  package func objects<Item>(
    _ key: String, _ read: (ReportedObject) throws(ReportFailure) -> Item
  ) throws(ReportFailure) -> [Item] {
    try list(key).map { (value) throws(ReportFailure) in try read(ReportedObject(value)) }
  }

  package func missing(_ key: String) -> ReportFailure {
    ReportFailure("its '\(key)' is missing or is not as this program writes it")
  }
}
