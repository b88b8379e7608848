import Files
public import Suas

/// A file as the place of a saved text.
///
/// It is written whole or not at all. What could not be restored is kept beside it, as `NAME.lost`;
/// of older such files two are kept, as `NAME.lost.1` and `NAME.lost.2`.
public struct StateFile: SavedPlace {
  private let path: String

  /// Creates the place for the file at a path, in a folder that exists.
  public init(_ path: String) { self.path = path }

  /// The number of lost texts that are kept.
  private static let keptCount = 3

  public func read() throws -> [UInt8]? { try text(at: path) }

  public func write(_ text: [UInt8]) throws { try FileSystem.write(text, to: path) }

  public func keep(_ text: [UInt8]?) throws {
    guard let text else {
      try makeRoom()
      return try FileSystem.rename(path, to: kept(0))
    }
    // An app that ends before it saves anything finds the same text again.
    guard try self.text(at: kept(0)) != text else { return }
    try makeRoom()
    try FileSystem.write(text, to: kept(0))
  }

  /// Renames the lost texts that are there; the oldest one goes.
  private func makeRoom() throws {
    for index in (1..<Self.keptCount).reversed() where FileSystem.kind(of: kept(index - 1)) != nil {
      try FileSystem.rename(kept(index - 1), to: kept(index))
    }
  }

  private func kept(_ index: Int) -> String {
    index == 0 ? "\(path).lost" : "\(path).lost.\(index)"
  }

  private func text(at path: String) throws -> [UInt8]? {
    do throws(FileFailure) {
      return try FileSystem.read(path, limit: Restoration.largestText)
    } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }
}
