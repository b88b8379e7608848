import Foundation
import Testing

/// The program is killed while it writes files, at any moment.
@Suite struct KilledProgramTests {
  /// The files of a folder by their paths, but for those that a later run removes.
  private static func files(in folder: URL) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where !path.contains(".suas-run-") {
      let file = folder.appendingPathComponent(path)
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      if !isFolder.boolValue { files[path] = try Data(contentsOf: file) }
    }
    return files
  }

  @Test(
    "Each file is the old one or the new one, whole, whenever the program is killed",
    arguments: [
      ["fmt", "."], ["run", "checkout.scenario.yaml", "--update"],
      ["generate", "swift", "checkout.yaml", "--output", "."],
      ["generate", "kotlin", "checkout.yaml", "--package", "a", "--output", "."],
      ["bundle", "checkout.yaml", "--output", "checkout.suasbundle"],
    ])
  func killed(arguments: [String]) throws {
    let example = packageRoot.appendingPathComponent("specs/checkout")
    // Blank lines at the end are what `fmt` and `--update` take away.
    let old = try Self.files(in: example).mapValues { $0 + Data("\n\n\n".utf8) }
    func folder() throws -> Folder {
      let folder = try Folder()
      for (path, data) in old { try folder.write(data, to: path) }
      return folder
    }
    let untouched = try folder()
    let whole = try Program.run(arguments, in: untouched)
    #expect(whole.status == 0, "\(whole.errors)")
    let new = try Self.files(in: untouched.url)
    #expect(new != old)
    for part in 1...12 {
      let folder = try folder()
      _ = try Program.run(arguments, in: folder.url) { process in
        usleep(UInt32(whole.seconds * 1e6) * UInt32(part) / 12)
        kill(process.processIdentifier, SIGKILL)
      }
      for (path, data) in try Self.files(in: folder.url) {
        #expect(data == old[path] || data == new[path], "\(path) is torn")
      }
      #expect(try Self.files(in: folder.url).keys.contains("checkout.yaml"))
    }
  }

  @Test(
    "A signal ends the program at once, whatever it is doing", arguments: [SIGTERM, SIGINT, SIGHUP])
  func signalled(signal: Int32) throws {
    let example = packageRoot.appendingPathComponent("specs/checkout")
    let whole = try Program.run(["checkout.scenario.yaml"], in: example)
    #expect(whole.status == 0, "\(whole.errors)")
    for part in 1...60 {
      let result = try Program.run(["checkout.scenario.yaml"], in: example) { process in
        usleep(UInt32(whole.seconds * 1e6) * UInt32(part) / 60)
        kill(process.processIdentifier, signal)
        let told = ContinuousClock.now
        while process.isRunning, ContinuousClock.now - told < .seconds(5) { usleep(1_000) }
        kill(process.processIdentifier, SIGKILL)
      }
      #expect(result.status != SIGKILL, "a signal after \(part) sixtieths of a run")
    }
  }
}
