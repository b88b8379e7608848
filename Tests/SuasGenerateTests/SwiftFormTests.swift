import CEL
import Testing

@testable import SuasGenerate

@Suite("Forms of the library in Swift")
struct SwiftFormTests {
  @Test(arguments: Library.tables.flatMap(\.functions).flatMap(\.overloads).map(\.id))
  func `Every overload has a row`(id: String) {
    // Equality, negation and elements are no calls in generated code.
    if ["equals", "not_equals", "logical_not", "index_list", "index_map"].contains(id) { return }
    #expect(SwiftLibrary.forms[id] != nil)
  }

  @Test func `Every row is that of an overload`() {
    let ids = Set(Library.tables.flatMap(\.functions).flatMap(\.overloads).map(\.id))
    #expect(Set(SwiftLibrary.forms.keys).subtracting(ids).isEmpty)
    #expect(Set(SwiftLibrary.dynamicForms.keys).subtracting(ids).isEmpty)
  }
}
