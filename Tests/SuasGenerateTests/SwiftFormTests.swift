import CEL
import Testing

@testable import SuasGenerate

@Suite("Forms of the library in Swift")
struct SwiftFormTests {
  @Test(arguments: Library.tables.flatMap(\.functions).flatMap(\.overloads).map(\.id))
  func `Every overload has a row`(id: String) {
    if CompiledPrograms.LibraryTests.notCalled.contains(id) { return }
    #expect(SwiftLibrary.forms[id] != nil)
  }

  @Test func `Every row is that of an overload`() {
    let ids = Set(Library.tables.flatMap(\.functions).flatMap(\.overloads).map(\.id))
    #expect(Set(SwiftLibrary.forms.keys).subtracting(ids).isEmpty)
    #expect(Set(SwiftLibrary.dynamicForms.keys).subtracting(ids).isEmpty)
  }
}
