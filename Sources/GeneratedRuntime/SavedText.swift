/// Writes what is saved: the same bytes for the same state.
extension SavedVersions {
  /// Returns the text of some sub-states.
  ///
  /// - Parameter time: The time under `at`; nil to leave it out.
  func text(of subStates: [JSONValue], at time: Timestamp?) -> [UInt8] {
    let places = SavedPlaces(except)
    var text = "{\"suas-saved\":\(SavedHead.format),\"name\":"
    JSONValue.write(string: name, to: &text)
    text += ",\"version\":\(version),"
    if let time { text += "\"at\":\"\(time)\"," }
    text += "\"state\":"
    JSONValue.write(zip(store.fields, subStates), "{", "}", to: &text) { member, text in
      JSONValue.write(key: member.0, to: &text)
      member.1.write(to: &text, without: places.fields[member.0])
    }
    return Array((text + "}").utf8)
  }
}

/// Places that are not saved: a tree of fields, and of the elements of lists and maps.
private struct SavedPlaces {
  private(set) var isMarked = false
  private(set) var fields: [String: SavedPlaces] = [:]

  /// The places below every element or entry.
  var elements: SavedPlaces? { fields["[]"] }

  init(_ paths: [[String]] = []) {
    for path in paths { mark(path[...]) }
  }

  private mutating func mark(_ path: ArraySlice<String>) {
    guard let first = path.first else {
      isMarked = true
      return
    }
    fields[first, default: SavedPlaces()].mark(path.dropFirst())
  }
}

extension JSONValue {
  /// Writes the value without some places, and without sensitive fields.
  fileprivate func write(to text: inout String, without places: SavedPlaces?) {
    switch self {
    case .array(let elements):
      Self.write(elements, "[", "]", to: &text) { $0.write(to: &$1, without: places?.elements) }
    case .object(let members):
      Self.write(members.entries, "{", "}", to: &text) { member, text in
        Self.write(key: member.0.interpolated, to: &text)
        member.1.write(to: &text, without: places?.elements)
      }
    case .record(let record) where record.type.isVariant: record.writeCase(to: &text)
    case .record(let record): record.write(to: &text, without: places)
    default: write(to: &text)
    }
  }
}

extension RecordValue {
  fileprivate func write(to text: inout String, without places: SavedPlaces?) {
    let kept = zip(type.fields, values).lazy.filter { name, _ in
      !type.sensitive.contains(name) && places?.fields[name]?.isMarked != true
    }
    JSONValue.write(kept, "{", "}", to: &text) { member, text in
      JSONValue.write(key: member.0, to: &text)
      member.1.write(to: &text, without: places?.fields[member.0])
    }
  }

  fileprivate func writeCase(to text: inout String) {
    guard let slot = values.firstIndex(where: { !$0.isNull }),
      case .record(let contents) = values[slot]
    else { return JSONValue.record(self).write(to: &text) }
    let name = type.fields[slot]
    if contents.type.fields.allSatisfy(contents.type.sensitive.contains) {
      return JSONValue.write(string: name, to: &text)
    }
    JSONValue.write(CollectionOfOne(contents), "{", "}", to: &text) { contents, text in
      JSONValue.write(key: name, to: &text)
      contents.write(to: &text, without: nil)
    }
  }
}
