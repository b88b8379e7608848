import SystemPackage

/// A path as the system reads it: bytes, with slashes between names. Two paths are the same where
/// their bytes are, however Unicode would have it.
package struct BytePath: Hashable, Sendable {
  private static let slash = UInt8(ascii: "/")

  /// Without a zero at the end, or anywhere else.
  private(set) var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// A path that tells what somebody wrote from what was written otherwise.
  package init(_ text: String) { bytes = text.utf8.filter { $0 != 0 } }

  /// - Throws: for a text that is empty or holds a zero, up to which the system would read it.
  package init(checking text: String) throws(FileFailure) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, !bytes.contains(0) else { throw .system(.noSuchFileOrDirectory) }
    self.bytes = bytes
  }

  /// - Parameter start: A text of the system's, which ends with a zero.
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

  /// The path as a text; what is no UTF-8 in it is replaced.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  var names: [EntryName] {
    bytes.split(separator: Self.slash).map { EntryName(bytes: Array($0)) }
  }

  /// The path without its last name: a name alone lies in the working directory.
  package var folder: BytePath {
    guard let slash = bytes.lastIndex(of: Self.slash) else { return BytePath(bytes: [0x2E]) }
    return slash == 0 ? .root : BytePath(bytes: Array(bytes[..<slash]))
  }

  /// The path of something that lies in the folder at this path.
  func appending(_ names: [EntryName]) -> BytePath {
    var bytes = bytes
    for name in names {
      if bytes.last != Self.slash { bytes.append(Self.slash) }
      bytes += name.bytes
    }
    return BytePath(bytes: bytes)
  }

  /// True for a path that lies in the folder, or is it; both are without links.
  package func isBelow(_ folder: BytePath) -> Bool { names(from: folder) != nil }

  /// The names from a folder on, both without links; nil where the path does not lie below it.
  func names(from folder: BytePath) -> [EntryName]? {
    if folder.isRoot { return isAbsolute ? names : nil }
    let count = folder.bytes.count
    guard bytes.count >= count, bytes[..<count].elementsEqual(folder.bytes),
      bytes.count == count || bytes[count] == Self.slash
    else { return nil }
    return BytePath(bytes: Array(bytes[count...])).names
  }

  /// The path below a folder as a text: from there on, if it lies there.
  package func text(from folder: BytePath) -> String {
    guard self != folder, isBelow(folder) else { return text }
    let start = folder.isRoot ? 1 : folder.bytes.count + 1
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// The way to the path from a folder that it need not lie below, as a text; both are without links.
  package func way(from folder: BytePath) -> String {
    let (to, from) = (names, folder.names)
    let shared = zip(to, from).prefix { $0 == $1 }.count
    let up = from.dropFirst(shared).map { _ in EntryName.above }
    let way = (up + to.dropFirst(shared)).map { String(decoding: $0.bytes, as: UTF8.self) }
    return way.joined(separator: "/")
  }

  /// The path from the root of the system on, with `.` and `..` taken out as they are written.
  package var tidied: BytePath {
    var kept: [EntryName] = []
    for name in names where name != .itself {
      if name == .above { _ = kept.popLast() } else { kept.append(name) }
    }
    return Self.root.appending(kept)
  }

  /// Hands out the path as C has it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    EntryName(bytes: bytes).withCString(body)
  }
}

extension BytePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

/// One name of a path, as it stands in a folder.
struct EntryName: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }

  /// The folder in which the name stands.
  static let itself = EntryName(".")
  static let above = EntryName("..")

  /// Hands out the name as C has it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(bytes.map { CChar(bitPattern: $0) } + [0])
  }
}
