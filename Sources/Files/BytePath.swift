import SystemPackage

/// A path as the system sees it: bytes, with slashes between names. Two paths are equal if their
/// bytes are, whatever equivalences Unicode defines.
package struct BytePath: Hashable, Sendable {
  private static let slash = UInt8(ascii: "/")

  /// The bytes of the path, without any zero.
  private(set) var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a path only to distinguish names, from which zeros are removed.
  package init(_ text: String) { bytes = text.utf8.filter { $0 != 0 } }

  /// - Throws: `noSuchFileOrDirectory` for a text that is empty or that contains a zero.
  package init(checking text: String) throws(FileFailure) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else { throw .system(.noSuchFileOrDirectory) }
    self.bytes = bytes
  }

  /// - Parameter start: A text from the system, which ends with a zero.
  init(_ start: UnsafePointer<CChar>) {
    var bytes: [UInt8] = []
    var next = start
    while next.pointee != 0 {
      bytes.append(UInt8(bitPattern: next.pointee))
      next += 1
    }
    self.bytes = bytes
  }

  static let root = BytePath(bytes: [slash])

  package var isRoot: Bool { bytes == [Self.slash] }
  var isAbsolute: Bool { bytes.first == Self.slash }

  /// The path as a text, in which invalid UTF-8 is replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  var names: [EntryName] {
    bytes.split(separator: Self.slash).map { EntryName(bytes: Array($0)) }
  }

  /// The path without its last name; for a single name, the working directory.
  package var folder: BytePath {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return BytePath(bytes: [0x2E]) }
    return slash == 0 ? .root : BytePath(bytes: Array(bytes[..<slash]))
  }

  /// The path for names below the folder at this path.
  func appending(_ names: [EntryName]) -> BytePath {
    var bytes = bytes
    for name in names {
      if bytes.last != Self.slash { bytes.append(Self.slash) }
      bytes += name.bytes
    }
    return BytePath(bytes: bytes)
  }

  /// True if the path is the folder or is below it; both must be free of links.
  package func isBelow(_ folder: BytePath) -> Bool { names(from: folder) != nil }

  /// The names from a folder, both without links; nil if the path is not below the folder.
  func names(from folder: BytePath) -> [EntryName]? {
    if folder.isRoot { return isAbsolute ? names : nil }
    let count = folder.bytes.count
    guard bytes.count >= count, bytes[..<count].elementsEqual(folder.bytes),
      bytes.count == count || bytes[count] == Self.slash
    else { return nil }
    return BytePath(bytes: Array(bytes[count...])).names
  }

  /// The path as a text relative to a folder, if it is below the folder; else the whole path.
  package func text(from folder: BytePath) -> String {
    guard self != folder, isBelow(folder) else { return text }
    let start = folder.isRoot ? 1 : folder.bytes.count + 1
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// The relative path from a folder that need not contain the path; both must be free of links.
  package func way(from folder: BytePath) -> String {
    let (to, from) = (names, folder.names)
    let shared = zip(to, from).prefix { $0 == $1 }.count
    let up = from.dropFirst(shared).map { _ in EntryName.above }
    let way = (up + to.dropFirst(shared)).map { String(decoding: $0.bytes, as: UTF8.self) }
    return way.joined(separator: "/")
  }

  /// The absolute path, with `.` and `..` resolved by text alone.
  package var tidied: BytePath {
    var kept: [EntryName] = []
    for name in names where name != .itself {
      if name == .above { _ = kept.popLast() } else { kept.append(name) }
    }
    return Self.root.appending(kept)
  }

  /// Calls `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    EntryName(bytes: bytes).withCString(body)
  }
}

extension BytePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

/// One name in a path, as it appears in a folder.
struct EntryName: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }

  /// The name of the folder itself.
  static let itself = EntryName(".")
  static let above = EntryName("..")

  /// Calls `body` with the name as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}
