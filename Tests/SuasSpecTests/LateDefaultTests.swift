import CEL
import SuasSpec
import Testing
import YAML

/// `${now}` and `${uuid()}`, which are evaluated once for each action.
@Suite struct LateDefaultTests {
  static func spec(_ payload: String) throws(Diagnostics) -> CompiledSpec {
    try CompiledSpec(
      Source(
        name: "spec.yaml", text: "suas: 1\nactions:\n  Go:\n    \(payload)\n"))
  }

  @Test("The UUIDs of seed 0 are reproducible from the documented algorithm")
  func uuids() {
    var random = SplitMix64(seed: 0)
    #expect(random.uuid() == "e220a839-7b1d-4daf-ae78-9e6aa1b965f4")
    let second = random.uuid()
    #expect(second != "e220a839-7b1d-4daf-ae78-9e6aa1b965f4")
    #expect(second.dropFirst(14).first == "4")
  }

  @Test("What the payload names is kept, the rest is filled at dispatch")
  func filling() throws {
    let spec = try Self.spec("{ id: \"string = ${uuid()}\", at: \"timestamp = ${now}\" }")
    let type = spec.actionTypes[0]
    let action = spec.action(
      of: type, Record(type.payload.shape, ["mine", .timestamp(.epoch)]), named: ["id"])
    var random = SplitMix64(seed: 0)
    let now = try #require(Timestamp("2000-01-01T00:00:00Z"))
    let completed = action.completed(now: { _ in now }, makeIdentifier: { _ in random.uuid() })
    #expect(completed.payload[0] == "mine")
    #expect(completed.payload[1] == .timestamp(now))
  }

  @Test("Two actions made in Swift have two UUIDs")
  func system() throws {
    let spec = try Self.spec("{ id: \"string = ${uuid()}\" }")
    let first = try spec.action("Go").payload[0]
    #expect(first != (try spec.action("Go").payload[0]))
    guard case .string(let text) = first else {
      Issue.record("\(first) is no string")
      return
    }
    #expect(text.count == 36)
  }

  @Test(
    "A late default of another type than its field's is refused",
    arguments: [
      "{ id: \"int = ${uuid()}\" }", "{ at: \"string = ${now}\" }",
      "{ at: \"timestamp = ${later}\" }",
    ])
  func mismatch(payload: String) {
    #expect(throws: Diagnostics.self) { try Self.spec(payload) }
  }
}
