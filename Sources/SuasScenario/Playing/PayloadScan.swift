import SuasSpec

/// Scans a payload in `{ }` that is still being typed, to find completions.
struct PayloadScan {
  private enum Level {
    /// A mapping, with the type of its record, if any. The key is set once its colon is read.
    case mapping(RecordType?, key: String?, used: Set<String>)
    case list(FieldType?)
  }

  private let payload: RecordType
  private let types: TypeTable
  private var levels: [Level] = []
  private var hasBegun = false
  private var quote: UInt8?
  private var word: [UInt8] = []
  /// The offset at which the word being typed begins; nil before its first character.
  private(set) var wordStart: Int?

  init(of payload: RecordType, _ types: TypeTable) {
    self.payload = payload
    self.types = types
  }

  mutating func read(_ byte: UInt8, at offset: Int) {
    if let open = quote {
      word.append(byte)
      if byte == open { quote = nil }
      return
    }
    switch byte {
    case UInt8(ascii: "{"): open(.mapping(record, key: nil, used: []))
    case UInt8(ascii: "["): open(.list(element))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = levels.popLast()
      endWord()
    case UInt8(ascii: ","):
      if case .mapping(let type, _, let used)? = levels.last {
        levels[levels.count - 1] = .mapping(type, key: nil, used: used)
      }
      endWord()
    case UInt8(ascii: ":"):
      if case .mapping(let type, nil, var used)? = levels.last {
        let key = String(decoding: word, as: UTF8.self)
        used.insert(key)
        levels[levels.count - 1] = .mapping(type, key: key, used: used)
      }
      endWord()
    case 0x20, 0x09:
      // A blank inside a word belongs to it.
      if wordStart != nil { word.append(byte) }
    default:
      if wordStart == nil {
        wordStart = offset
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
      }
      word.append(byte)
    }
    hasBegun = true
  }

  private mutating func open(_ level: Level) {
    levels.append(level)
    endWord()
  }

  private mutating func endWord() {
    word = []
    wordStart = nil
  }

  /// The type of the value at this position, if it is known.
  private var type: FieldType? {
    switch levels.last {
    case nil: hasBegun ? nil : .record(payload.name)
    case .mapping(let type, let key, _): type?.fields.first { $0.name == key }?.type.unwrapped
    case .list(let element): element?.unwrapped
    }
  }

  private var record: RecordType? {
    switch type {
    case .record(let name), .partial(let name): types.records[name] ?? payload
    default: nil
    }
  }

  private var element: FieldType? {
    if case .list(let element)? = type { element } else { nil }
  }

  /// The completions for the word that is being typed.
  var candidates: [String] {
    if quote != nil { return [] }
    if levels.isEmpty {
      return hasBegun ? [] : payload.fields.map { "{\($0.name): " }
    }
    if case .mapping(let type, nil, let used)? = levels.last {
      let fields = type?.fields.filter { !used.contains($0.name) } ?? []
      return fields.map { "\($0.name): " }
    }
    switch type {
    case .bool: return ["false", "true"]
    case .enumeration(let name): return types.enums[name]?.cases ?? []
    case .record(let name), .partial(let name):
      guard let record = types.records[name] else { return [] }
      return record.fields.map { "{\($0.name): " }
    case .list: return ["["]
    default: return []
    }
  }
}
