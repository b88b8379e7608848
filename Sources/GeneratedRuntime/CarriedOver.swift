/// A plan of the values that are carried over from the store of one version to that of another.
package struct CarriedOver: Sendable {
  /// A place of the new store, which is reached through records alone.
  package indirect enum CarriedPlace: Sendable {
    /// It has the converted value of a slot of the old record.
    case kept(Int, SavedConversion)
    /// It is a record, whose fields are looked at one by one.
    case fields(Int, [CarriedPlace])
    case anew
  }

  /// The conversion of a value, which never fails for a value of the old type.
  package indirect enum SavedConversion: Sendable {
    case same, toDouble, toAny
    case elements(SavedConversion)
    case optional(SavedConversion)
    /// A record or variant, by the number of its conversion.
    case record(Int)
  }

  /// The conversion of a record or a variant: for each field of the new record where it comes from;
  /// for each case of an old variant where it goes.
  package struct ConvertedRecord: Sendable {
    /// The name of the new type.
    package let type: String
    package let parts: [ConvertedPart]

    package enum ConvertedPart: Sendable {
      case moved(Int, SavedConversion)
      case standard
    }

    package init(_ type: String, _ parts: [ConvertedPart]) {
      self.type = type
      self.parts = parts
    }
  }

  package let places: [CarriedPlace]
  package let records: [ConvertedRecord]

  package init(_ places: [CarriedPlace], records: [ConvertedRecord] = []) {
    self.places = places
    self.records = records
  }

  /// Returns the new store: what is carried over, laid over an initial one.
  func carry(
    _ old: JSONValue, over initial: JSONValue, _ types: SavedTypes
  ) throws(Failure) -> JSONValue {
    try carry(old, over: initial, places, types)
  }

  private func carry(
    _ old: JSONValue, over initial: JSONValue, _ places: [CarriedPlace], _ types: SavedTypes
  ) throws(Failure) -> JSONValue {
    guard case .record(let former) = old, case .record(var record) = initial else { return initial }
    for (slot, place) in places.enumerated() {
      switch place {
      case .kept(let from, let conversion):
        record.values[slot] = try convert(former.values[from], conversion, types)
      case .fields(let from, let inner):
        record.values[slot] = try carry(
          former.values[from], over: record.values[slot], inner, types)
      case .anew: break
      }
    }
    return .record(record)
  }

  private func convert(
    _ value: JSONValue, _ conversion: SavedConversion, _ types: SavedTypes
  ) throws(Failure) -> JSONValue {
    switch (conversion, value) {
    case (.same, _), (.optional, .null): return value
    case (.toDouble, .int(let number)): return .double(Double(number))
    case (.toAny, _): return try value.likeJSON()
    case (.optional(let inner), _): return try convert(value, inner, types)
    case (.elements(let inner), .array(let elements)):
      return .array(
        try elements.map { (element) throws(Failure) in try convert(element, inner, types) })
    case (.elements(let inner), .object(let members)):
      var converted: OrderedMap<JSONValue, JSONValue> = [:]
      for (key, member) in members.entries { converted[key] = try convert(member, inner, types) }
      return .object(converted)
    case (.record(let number), .record(let record)):
      return try convert(record, records[number], types)
    default: return value
    }
  }

  private func convert(
    _ former: RecordValue, _ conversion: ConvertedRecord, _ types: SavedTypes
  ) throws(Failure) -> JSONValue {
    guard let new = types.records[conversion.type] else { return .record(former) }
    guard new.type.isVariant else {
      var values: [JSONValue] = []
      for (slot, part) in conversion.parts.enumerated() {
        switch part {
        case .moved(let from, let inner):
          values.append(try convert(former.values[from], inner, types))
        case .standard: values.append(types.standard(of: new, slot) ?? .null)
        }
      }
      return .record(new.type, values)
    }
    let present = former.values.firstIndex { !$0.isNull } ?? 0
    guard case .moved(let slot, let inner) = conversion.parts[present] else {
      return .record(former)
    }
    let contents = try convert(former.values[present], inner, types)
    return .record(new.type, new.fields.indices.map { $0 == slot ? contents : .null })
  }
}
