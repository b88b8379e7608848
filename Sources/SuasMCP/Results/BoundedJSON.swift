import SuasSpec

/// Shortens lists and texts so that JSON fits into a number of bytes, and notes which.
struct BoundedJSON {
  private struct Cut {
    let place: String
    let kept: Int
    let total: Int
  }

  private var cuts: [Cut] = []

  /// The most cuts that are told one by one.
  private static let mostTold = 20
  /// The room for these, in bytes.
  private static let room = 4_000

  /// The bounds that are tried one after the other: the elements of a list, the bytes of a text.
  private static let bounds = [
    (300, 8000), (100, 4000), (50, 2000), (20, 1000), (10, 500), (5, 300), (3, 200), (1, 100),
  ]

  /// Returns an object that fits, with a member `truncated` if something was shortened.
  mutating func fit(_ json: JSON, into bytes: Int) -> JSON {
    let shortened = cuts
    var result = json
    for (elements, text) in Self.bounds where Self.size(of: result) > bytes - Self.room {
      cuts = shortened
      result = cut(json, elements, text, at: "")
    }
    if Self.size(of: result) > bytes - Self.room, case .object(let members) = json {
      // An object with very many members: the scalars at the top say what is most needed.
      cuts = shortened
      result = .object(
        members.compactMap { key, value in
          switch value {
          case .array, .object:
            cuts.append(Cut(place: "/\(key)", kept: 0, total: Self.size(of: value)))
            return nil
          default: return (key, cut(value, 0, 1000, at: "/\(key)"))
          }
        })
    }
    return cuts.isEmpty ? result : result + ["truncated": told]
  }

  /// Returns the beginning and the end of a text that is too long.
  mutating func shorten(_ text: String, to bytes: Int, at place: String) -> String {
    guard text.utf8.count > bytes else { return text }
    let mark = "\n… (shortened)\n"
    let head = text.utf8.prefix(bytes * 3 / 4)
    let tail = text.utf8.suffix(max(0, bytes / 4 - mark.utf8.count))
    cuts.append(Cut(place: place, kept: head.count + tail.count, total: text.utf8.count))
    return Self.whole(head) + mark + Self.whole(tail)
  }

  /// The characters of a part of a text that are in it as a whole.
  private static func whole(_ part: Substring.UTF8View) -> String {
    func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    var part = part.drop(while: isContinuation)
    var incomplete = 0
    for byte in part.reversed().prefix(4) {
      incomplete += 1
      if isContinuation(byte) { continue }
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      if length > incomplete { part = part.dropLast(incomplete) }
      break
    }
    return String(decoding: part, as: UTF8.self)
  }

  private mutating func cut(
    _ json: JSON, _ elements: Int, _ text: Int, at place: String
  ) -> JSON {
    switch json {
    case .string(let value): return .string(shorten(value, to: text, at: place))
    case .array(let items):
      if items.count > elements {
        cuts.append(Cut(place: place, kept: elements, total: items.count))
      }
      return .array(
        items.prefix(elements).enumerated().map { index, item in
          cut(item, elements, text, at: "\(place)/\(index)")
        })
    case .object(let members):
      return .object(
        members.map { key, value in
          let name = key.replacing("~", with: "~0").replacing("/", with: "~1")
          return (key, cut(value, elements, text, at: "\(place)/\(name)"))
        })
    default: return json
    }
  }

  private var told: JSON {
    let items = cuts.prefix(Self.mostTold).map { cut -> JSON in
      [
        "at": .string(String(cut.place.prefix(150))), "kept": .int(cut.kept),
        "of": .int(cut.total),
      ]
    }
    let more = cuts.count - items.count
    return .array(more > 0 ? items + [["more": .int(more)]] : items)
  }

  private static func size(of json: JSON) -> Int {
    var text = JSONText()
    text.write(json: json)
    return text.bytes.count
  }
}
