import Foundation
import Support
import Testing

@testable import SuasLive

/// Effects on files in a folder that is swapped for a link meanwhile.
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
    var (escapes, done, number) = (0, 0, 0)
    // On a busy machine the folder is swapped more slowly.
    while number < 2500 || swap.count <= 5000 && number < 250_000 {
      if let text = try? files.read("sub/a.txt") {
        done += 1
        if text != "inside" { escapes += 1 }
      }
      if (try? files.write("written", to: "sub/\(number).txt")) != nil { done += 1 }
      number += 1
    }
    let swaps = swap.count
    swap.end()
    escapes += try FileManager.default.contentsOfDirectory(atPath: outside.path).count - 1
    #expect(escapes == 0)
    // Some effects succeeded and some failed, so the race did happen.
    #expect(done > 0 && done < 2 * number)
    #expect(swaps > 5000)
    let left = try FileManager.default.contentsOfDirectory(atPath: inside.path)
    #expect(!left.contains { $0.hasSuffix(".tmp") })
  }
}
