import Foundation
import Synchronization

/// Swaps a folder for a link that leads elsewhere, to and fro, on a thread of its own.
public final class FolderSwap: Sendable {
  private let folder: String
  private let isEnded = Atomic<Bool>(false)
  private let swaps = Atomic<Int>(0)
  private let ended = DispatchSemaphore(value: 0)

  /// How often one has taken the other's place.
  public var count: Int { swaps.load(ordering: .relaxed) }

  /// - Parameters:
  ///   - folder: The path of the folder; the names beside it that end with `.real` and `.link` are
  ///     to be free.
  ///   - target: What the link holds.
  public init(_ folder: String, forLinkTo target: String) throws {
    self.folder = folder
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder).link", withDestinationPath: target)
    Thread.detachNewThread { [self] in
      while !isEnded.load(ordering: .relaxed) {
        swap()
        swap()
      }
      ended.signal()
    }
  }

  private func swap() {
    let link = "\(folder).link"
    if let exchange = Self.exchange {
      _ = exchange(AT_FDCWD, folder, AT_FDCWD, link, 2)
    } else if (try? FileManager.default.destinationOfSymbolicLink(atPath: folder)) == nil {
      rename(folder, "\(folder).real")
      rename(link, folder)
    } else {
      rename(folder, link)
      rename("\(folder).real", folder)
    }
    swaps.add(1, ordering: .relaxed)
    // Long enough for an operation to be under way.
    usleep(1)
  }

  private typealias Exchange =
    @convention(c) (
      Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
    ) -> Int32

  /// Linux's `renameat2`, which can swap two names at once; Glibc's module does not show it.
  private static let exchange: Exchange? = {
    guard let symbol = dlsym(nil, "renameat2") else { return nil }
    return unsafeBitCast(symbol, to: Exchange.self)
  }()

  /// Ends it, with the folder in its place.
  public func end() {
    isEnded.store(true, ordering: .relaxed)
    ended.wait()
    try? FileManager.default.removeItem(atPath: "\(folder).link")
  }
}
