import Testing

@testable import GeneratedRuntime

@Suite("Values whose types are known only at run time")
struct DynamicValueTests {
  @Test(
    arguments: [
      (.int(1), .uint(1), true), (.int(1), .double(1), true), (.double(.nan), .double(.nan), false),
      (.string("1"), .int(1), false), (.array([.int(1)]), .array([.double(1)]), true),
      (.object(["a": .int(1), "b": .null]), .object(["b": .null, "a": .int(1)]), true),
      (.optional(nil), .null, false), (.int(.max), .double(0x1p63), true),
    ] as [(JSONValue, JSONValue, Bool)])
  func `Values are equal as expressions compare them`(
    _ left: JSONValue, _ right: JSONValue, _ equal: Bool
  ) {
    #expect(left.equals(right) == equal)
    #expect(right.equals(left) == equal)
  }

  @Test(
    arguments: [
      (.int(-1), .uint(0), .less), (.uint(.max), .double(0), .greater),
      (.int(3), .double(3), .equal),
      (.double(.nan), .int(1), .unordered), (.string("a"), .string("b"), .less),
      (.string("a"), .int(1), nil),
      (.bool(true), .bool(false), .greater),
    ] as [(JSONValue, JSONValue, Order?)])
  func `Values have an order on one number line, or none`(
    _ left: JSONValue, _ right: JSONValue, _ order: Order?
  ) {
    #expect(left.compare(with: right) == order)
    #expect(right.compare(with: left) == order?.reversed)
  }

  @Test func `A member is found, or its absence reported`() throws {
    let value = JSONValue.object(["a": .int(1)])
    #expect(try value.member("a") == .int(1))
    #expect(try value.memberIfAny("b") == nil)
    #expect(failure { () throws(Failure) in try value.member("b") }?.code == "no-such-key")
    #expect(failure { () throws(Failure) in try JSONValue.null.member("b") }?.code == "null-value")
    #expect(
      failure { () throws(Failure) in try JSONValue.int(1).member("b") }?.code
        == "no-matching-overload")
    #expect(
      failure { () throws(Failure) in try value.expectInt() }?.message == "expected int, found map")
  }

  @Test func `Lists of any values are sorted and summed if they are of one type`() throws {
    #expect(try [JSONValue.int(2), .int(1)].inOrder() == [.int(1), .int(2)])
    #expect(try [JSONValue.double(0.5), .double(1)].sum() == .double(1.5))
    #expect(
      failure { () throws(Failure) in try [JSONValue.int(2), .string("a")].sum() }?.code
        == "no-matching-overload")
    #expect(try [.array([.int(1)]), .int(2)].flattened(levels: 1) == [JSONValue.int(1), .int(2)])
  }

  @Test func `A value that is nested too deep is refused`() {
    let deep = (0..<201).reduce(JSONValue.null) { value, _ in .array([value]) }
    #expect(failure { () throws(Failure) in try deep.checkDepth() }?.code == "state-too-large")
  }

  @Test func `A long text is cut in messages, and what has parts is its type`() {
    #expect(
      JSONValue.string(String(repeating: "a", count: 41)).brief
        == "\"\(String(repeating: "a", count: 40))\"…")
    #expect(JSONValue.array([]).brief == "of type list")
    #expect(JSONValue.bytes([65, 0]).description == #"b"A\x00""#)
  }
}
