import CEL
import SuasSpec

/// The values that the conditions of a spec suggest for the fields of payloads.
struct FieldHints: Sendable {
  /// A part that a condition expects of a text.
  struct Fragment: Hashable, Sendable {
    /// The place of the part, by the function that asks for it.
    enum Place: String, Sendable {
      case start = "startsWith"
      case inside = "contains"
      case end = "endsWith"
    }

    let place: Place
    let text: String
  }

  /// The constants, lengths and parts of texts that a group of fields is compared with, in the order
  /// in which they were found.
  struct Group: Sendable {
    private(set) var constants: [Value] = []
    private(set) var lengths: [Int] = []
    private(set) var fragments: [Fragment] = []
    private var knownFragments: Set<Fragment> = []

    mutating func add(_ fragment: Fragment) {
      if knownFragments.insert(fragment).inserted { fragments.append(fragment) }
    }

    /// Adds a constant, unless there are as many of its type as a field is tried with.
    mutating func add(_ constant: Value) {
      guard constant != .null, !constants.contains(constant) else { return }
      let type = constant.type
      if constants.count(where: { $0.type == type }) < FieldHints.most {
        constants.append(constant)
      }
    }

    mutating func add(_ length: Int) {
      if FieldHints.lengths.contains(length), !lengths.contains(length) { lengths.append(length) }
    }
  }

  private var groups: [FieldName: Group] = [:]

  /// The greatest number of values to try in a field.
  fileprivate static let most = 12
  /// The lengths of texts that are tried.
  fileprivate static let lengths = 1...256
  /// The greatest number of elements in a list that is tried.
  private static let mostElements = 32

  init(_ spec: CheckedSpec) {
    let flow = FieldFlow(spec)
    let groups = flow.groups
    for record in spec.typesOfEverything.records.values {
      for field in record.fields {
        let name = FieldName(record: record.name, field: field.name)
        if let group = groups[flow.group(of: name)] { self.groups[name] = group }
      }
    }
  }

  /// Returns the values to try in a field of a record type.
  ///
  /// - Parameter elements: Returns values for the elements of a list.
  func values(
    for field: RecordType.Field, of record: String, elements: (FieldType) -> [Value]
  ) -> [Value] {
    // A record of an earlier version has the name of its author before the version.
    guard
      let group = groups[FieldName(record: record, field: field.name)]
        ?? groups[FieldName(record: record.authoredTypeName, field: field.name)]
    else { return [] }
    var values = group.constants.compactMap { $0.fitted(to: field.type.unwrapped) }
    switch field.type.unwrapped {
    case .string:
      values += group.texts.map(Value.string)
    case .list(let element):
      let items = elements(element)
      guard !items.isEmpty else { break }
      for length in group.lengths where length <= Self.mostElements {
        values.append(.list(List((0..<length).map { items[$0 % items.count] })))
      }
    default: break
    }
    return Array(values.prefix(Self.most))
  }
}

extension FieldHints.Group {
  /// Texts of the lengths, in which all expected parts are.
  fileprivate var texts: [String] {
    func parts(_ place: FieldHints.Fragment.Place) -> [String] {
      fragments.filter { $0.place == place }.map(\.text)
    }
    guard !fragments.isEmpty else { return lengths.map(Self.filling) }
    let start = (parts(.start).first ?? "") + parts(.inside).map { "a" + $0 }.joined() + "a"
    let end = parts(.end).first ?? ""
    let missing = lengths.map { $0 - start.count - end.count }.filter { $0 > 0 }
    return ([0] + missing).map { start + Self.filling($0) + end }
  }

  private static func filling(_ length: Int) -> String { String(repeating: "a", count: length) }
}

extension Value {
  /// The value as one of a type that is no record; `nil` if it is none.
  fileprivate func fitted(to type: FieldType) -> Value? {
    switch (self, type) {
    case (.int(let number), .double): .double(Double(number))
    case (.int, .int), (.double, .double), (.string, .string), (.timestamp, .timestamp),
      (.duration, .duration), (.int, .any), (.double, .any), (.string, .any):
      self
    case (_, .list(let element)): fitted(to: element.unwrapped).map { .list([$0]) }
    default: nil
    }
  }
}
