import Foundation
import Support
import Testing

@testable import SuasLive

/// Effects whose files lie in a folder that somebody swaps for a link meanwhile.
@Suite final class FileFolderRaceTests {
  private let base: URL
  private var outside: URL { base.appendingPathComponent("outside") }
  private var inside: URL { base.appendingPathComponent("files/sub") }
  private let files: FileFolder

  init() throws {
    base = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    files = FileFolder(path: base.appendingPathComponent("files").path, maximumSize: 100)
    for (folder, text) in [(outside, "outside"), (inside, "inside")] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: folder.appendingPathComponent("a.txt"))
    }
  }

  deinit { try? FileManager.default.removeItem(at: base) }

  @Test(
    "Of 5,000 operations none leaves the folder while it is swapped for a link",
    arguments: ["../outside", nil])
  func swapping(target: String?) throws {
    let swap = try FolderSwap(inside.path, forLinkTo: target ?? outside.path)
    var (escapes, done) = (0, 0)
    for number in 0..<2500 {
      if let text = try? files.read("sub/a.txt") {
        done += 1
        if text != "inside" { escapes += 1 }
      }
      if (try? files.write("written", to: "sub/\(number).txt")) != nil { done += 1 }
    }
    let swaps = swap.count
    swap.end()
    escapes += try FileManager.default.contentsOfDirectory(atPath: outside.path).count - 1
    #expect(escapes == 0)
    // Both were seen: the race was one.
    #expect(done > 0 && done < 5000)
    #expect(swaps > 5000)
    let left = try FileManager.default.contentsOfDirectory(atPath: inside.path)
    #expect(!left.contains { $0.hasSuffix(".tmp") })
  }
}
