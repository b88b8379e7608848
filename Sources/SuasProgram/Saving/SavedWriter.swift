import CEL

/// Writes what a spec saves of a store: the same bytes for the same state.
package struct SavedWriter: Sendable {
  private let saved: CheckedSaved
  /// The records in which some field is sensitive, at any depth; all others are written whole.
  private let guarded: Set<String>

  package init(_ saved: CheckedSaved) {
    self.saved = saved
    guarded = Set(saved.types.records.keys.filter(saved.types.holdsSensitiveFields))
  }

  /// Returns the text of a store, which is larger than may be read again if some of it is left out.
  ///
  /// - Parameters:
  ///   - store: The whole store.
  ///   - time: The time under `at`; nil to leave it out.
  package func text(of store: Record, at time: Timestamp?) -> JSONText {
    text(ofVersion: saved.version, at: time) { json in
      for (slot, field) in saved.store.fields.enumerated() {
        json.writeKey(field.name)
        write(store[saved.slots[slot]], field.type, saved.exceptions.fields[slot], &json)
      }
    }
  }

  /// Returns the text of what a version saved.
  package func text(of state: Record, ofVersion version: Int) -> JSONText {
    text(ofVersion: version, at: nil) { json in
      for (field, value) in zip(state.shape.fields, state.fields) { json.write(field.name, value) }
    }
  }

  private func text(
    ofVersion version: Int, at time: Timestamp?, _ writeState: (inout JSONText) -> Void
  ) -> JSONText {
    var text = JSONText(limit: SavedHead.maximumSize)
    text.writeObject { json in
      json.write("suas-saved", .int(SavedHead.format))
      json.write("name", saved.name)
      json.write("version", version)
      if let time { json.write("at", .timestamp(time)) }
      json.writeObject("state", writeState)
    }
    return text
  }

  private func write(
    _ value: Value, _ type: FieldType, _ exceptions: PlaceTree?, _ json: inout JSONText
  ) {
    guard exceptions != nil || isGuarded(type) else { return json.write(value) }
    switch (type, value) {
    case (.optional(let inner), _) where value != .null: write(value, inner, exceptions, &json)
    case (.list(let inner), .list(let list)):
      json.writeArray(list) { write($1, inner, exceptions?.elements, &$0) }
    case (.map(_, let inner), .map(let map)):
      json.writeObject { json in
        for (key, element) in map {
          json.writeKey(key.interpolated)
          write(element, inner, exceptions?.elements, &json)
        }
      }
    case (.record(let name), .record(let record)):
      guard let type = saved.types.records[name] else { return json.write(value) }
      if type.isVariant { return writeCase(of: record, type, &json) }
      json.writeObject { write(record, type, exceptions, &$0) }
    default: json.write(value)
    }
  }

  /// True if a value of a type may have a sensitive field in it.
  private func isGuarded(_ type: FieldType) -> Bool {
    switch type {
    case .optional(let inner), .list(let inner), .map(_, let inner): isGuarded(inner)
    case .record(let name): guarded.contains(name)
    default: false
    }
  }

  private func write(
    _ record: Record, _ type: RecordType, _ exceptions: PlaceTree?, _ json: inout JSONText
  ) {
    for (slot, field) in type.fields.enumerated() where !field.isSensitive {
      let below = exceptions?.fields[slot]
      if below?.isMarked == true { continue }
      json.writeKey(field.name)
      write(record[slot], field.type, below, &json)
    }
  }

  private func writeCase(of record: Record, _ type: RecordType, _ json: inout JSONText) {
    guard let slot = record.presentCase, case .record(let contents) = record[slot],
      let inner = saved.types.records[contents.shape.name]
    else { return json.write(.record(record)) }
    let name = type.fields[slot].name
    guard inner.fields.contains(where: { !$0.isSensitive }) else {
      return json.write(.string(name))
    }
    json.writeObject { json in
      json.writeObject(name) { write(contents, inner, nil, &$0) }
    }
  }
}
