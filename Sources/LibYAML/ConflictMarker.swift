import YAML

/// A line that version control leaves where two versions of a text could not be merged.
package struct ConflictMarker {
  package let range: SourceRange

  /// Finds the first such line of a text that cannot be there by chance.
  package init?(in source: Source) {
    let bytes = source.utf8
    var line = 0
    while line < bytes.count {
      let end = bytes[line...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      if Self.isMarker(bytes[line..<end]) {
        range = SourceRange(source: source, lowerBound: line, upperBound: end)
        return
      }
      line = end + 1
    }
    return nil
  }

  /// True if the line is a marker: seven signs of `<` or `>`, alone or before a blank and a name.
  private static func isMarker(_ line: ArraySlice<UInt8>) -> Bool {
    guard let sign = line.first, sign == UInt8(ascii: "<") || sign == UInt8(ascii: ">"),
      line.prefix(while: { $0 == sign }).count == 7
    else { return false }
    let rest = line.dropFirst(7)
    return rest.isEmpty || rest.first == 0x20
  }
}

extension Diagnostics {
  /// The diagnostics before a merge-conflict marker, and one for the marker in place of the others.
  func naming(_ marker: ConflictMarker?) -> Diagnostics {
    guard let marker else { return self }
    let before = items.filter { diagnostic in
      if case .range(let range) = diagnostic.place {
        range.lowerBound < marker.range.lowerBound
          && range.source.line(around: range.lowerBound).upperBound < marker.range.lowerBound
      } else {
        true
      }
    }
    return Diagnostics(before + [.conflictMarker(at: marker.range)])
  }
}
