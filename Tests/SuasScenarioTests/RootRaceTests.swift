import Foundation
import SuasScenario
import Support
import Testing
import YAML

/// Scenario files in a folder that is swapped for a link meanwhile.
@Suite final class RootRaceTests {
  private let base: URL
  private var tree: URL { base.appendingPathComponent("tree") }
  private var outside: URL { base.appendingPathComponent("outside") }

  init() throws {
    base = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    for (name, text) in [
      ("tree/spec.yaml", "suas: 1\ninclude: sub/more.yaml\nstates: { S: { a: int = 0 } }\n"),
      ("tree/sub/more.yaml", "suas: 1\nstates: { T: { a: int = 0 } }\n"),
      ("tree/golden/own", "inside"),
      ("tree/x.scenario.yaml", "spec: plain.yaml\nscenario: x\nsteps: [{ golden: one }]\n"),
      ("tree/plain.yaml", "suas: 1\nstates: { S: { a: int = 0 } }\n"),
      ("outside/more.yaml", "suas: 1\nsecret: 1\n"),
    ] {
      let file = base.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(at: base) }

  @Test("Of 2,500 specs none is read from outside while its folder is swapped for a link")
  func reading() throws {
    let swap = try FolderSwap(tree.appendingPathComponent("sub").path, forLinkTo: outside.path)
    var (escapes, done) = (0, 0)
    for _ in 0..<2500 {
      var loader = Loader(root: tree.path)
      do throws(Diagnostics) {
        _ = try loader.checkFile(tree.appendingPathComponent("spec.yaml").path)
        done += 1
      } catch {
        let codes = Set(error.items.map(\.code.rawValue))
        if !codes.isSubset(of: ["outside-root", "file-not-found", "unreadable"]) { escapes += 1 }
      }
    }
    swap.end()
    #expect(escapes == 0)
    #expect(done > 0 && done < 2500)
  }

  @Test("Of 2,500 goldens none is written outside while their folder is swapped for a link")
  func writing() throws {
    var loader = Loader(root: tree.path)
    let file = try loader.scenarioFile(tree.appendingPathComponent("x.scenario.yaml").path)
    let golden = tree.appendingPathComponent("golden")
    let swap = try FolderSwap(golden.path, forLinkTo: "../outside")
    var (escapes, done) = (0, 0)
    for _ in 0..<2500 {
      let result = Runner(updatesGoldens: true).run(file)
      if !result.writtenGoldens.isEmpty { done += 1 }
      for folder in [outside, golden, golden.appendingPathExtension("real")] {
        let written = folder.appendingPathComponent("x")
        guard (try? FileManager.default.removeItem(at: written)) != nil else { continue }
        if folder == outside { escapes += 1 }
      }
    }
    swap.end()
    #expect(escapes == 0)
    #expect(done > 0 && done < 2500)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["more.yaml"])
  }
}
