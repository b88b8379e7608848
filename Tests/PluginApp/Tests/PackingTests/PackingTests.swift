import Packing
import Testing
import Trips

@Suite("An app with plugins")
struct PackingTests {
  @Test func `Its Swift is generated from the spec and the files that this includes`() {
    let list = PackingList()
    list.pack("socks")
    list.pack("soap")
    list.unpack(at: 0)
    #expect(list.packed == ["soap"])
  }

  @Test func `Its bundle is a resource`() throws {
    let trips = try Trips()
    try trips.plan("Rome")
    #expect(trips.state.contains("Rome"))
  }
}
