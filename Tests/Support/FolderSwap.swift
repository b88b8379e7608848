import Foundation
import Locking

/// Swaps a folder and a link repeatedly, on a thread of its own.
public final class FolderSwap: Sendable {
  private let folder: String
  private let isEnded = Atomic<Bool>(false)
  private let swaps = Atomic<Int>(0)
  private let ended = DispatchSemaphore(value: 0)

  /// The number of swaps so far.
  public var count: Int { swaps.load(ordering: .relaxed) }

  /// - Parameters:
  ///   - folder: The path of the folder; there must be no files with this path followed by `.real`
  ///     or `.link`.
  ///   - target: The target of the link.
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
    // The pause is long enough for an operation to begin.
    usleep(1)
  }

  private typealias Exchange =
    @convention(c) (
      Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
    ) -> Int32

  /// Linux's `renameat2`, which can swap two names atomically; Glibc's module does not export it.
  private static let exchange: Exchange? = {
    guard let symbol = dlsym(nil, "renameat2") else { return nil }
    return unsafeBitCast(symbol, to: Exchange.self)
  }()

  /// Ends the swapping, with the folder in its original place.
  public func end() {
    isEnded.store(true, ordering: .relaxed)
    ended.wait()
    try? FileManager.default.removeItem(atPath: "\(folder).link")
  }
}
