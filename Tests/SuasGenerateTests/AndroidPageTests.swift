import Foundation
import Testing

/// The guide for Android: its blocks are parts of the app in `specs/apps/kotlin/android`, which
/// `.ci/kotlin apps` compiles and tests.
@Suite("The page about Android")
struct AndroidPageTests {
  @Test func `Each block of Kotlin or YAML is part of the app, or is not run and says why`() throws
  {
    let root = GeneratedProgram.sources
    let page = try String(
      contentsOf: root.appending(path: "docs/guides/android.md"), encoding: .utf8)
    let parts = page.matches(of: /<!-- part of: (\S+) -->\n\n```(?:kotlin|yaml)\n((?s).*?)```\n/)
    for part in parts {
      let path = String(part.1)
      let file = try String(contentsOf: root.appending(path: path), encoding: .utf8)
      #expect(file.contains("\n\(part.2)"), "\(path) does not have\n\(part.2)")
    }
    let others = page.matches(of: /<!-- not run: [^\n]+ -->\n\n```kotlin\n/)
    #expect(parts.count > 6)
    #expect(parts.count + others.count == page.matches(of: /```(kotlin|yaml)\n/).count)
    #expect(others.count == 1)
  }
}
