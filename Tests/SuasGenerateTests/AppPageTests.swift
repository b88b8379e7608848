import Foundation
import Testing

/// The guides for Android and SwiftUI: their blocks are parts of apps that `.ci/kotlin apps` and
/// `.ci/plugins test` compile and test.
@Suite("The pages about apps")
struct AppPageTests {
  @Test(arguments: [("android", 6, 1), ("swiftui", 11, 0)])
  func `Each block of code is part of the app, or is not run and says why`(
    name: String, leastParts: Int, others: Int
  ) throws {
    let root = GeneratedProgram.sources
    let page = try String(
      contentsOf: root.appending(path: "docs/guides/\(name).md"), encoding: .utf8)
    let parts = page.matches(
      of: /<!-- part of: (\S+) -->\n\n```(?:kotlin|swift|yaml)\n((?s).*?)```\n/)
    for part in parts {
      let path = String(part.1)
      let file = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      #expect(file.contains("\n\(part.2)"), "\(path) does not have\n\(part.2)")
    }
    let notRun = page.matches(of: /<!-- not run: [^\n]+ -->\n\n```(kotlin|swift)\n/)
    #expect(parts.count > leastParts)
    #expect(notRun.count == others)
    #expect(parts.count + others == page.matches(of: /```(kotlin|swift|yaml)\n/).count)
  }
}
