import CEL
import Testing

@Suite struct CELTests {
  @Test func anExpressionIsCompiledAndEvaluated() throws {
    var environment = Environment()
    environment.declare("x", .int)
    let program = try environment.compile("x * 2 + 1")
    var frame = Frame(slots: [.int(20)], budget: 100)
    #expect(try program.evaluate(&frame) == .int(41))
  }
}
