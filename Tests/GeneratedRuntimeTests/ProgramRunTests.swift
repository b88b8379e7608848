import Suas
import Testing

@testable import GeneratedRuntime

@Suite("A generated program under way")
struct ProgramRunTests {
  private let run = ScenarioRun(
    DriverProgram(), clock: Timestamp(seconds: 0), state: ["count": Int64(2)])

  @Test func `An action changes the state, and listeners are told`() {
    run.dispatch(times: 2, Add(amount: 3))
    #expect(run.isHandled)
    #expect(AppState(run.state).count == 8)
    #expect(run.notified == ["count 5", "count 8"])
    #expect(run.actions == [#"Add {"amount":3}"#, #"Add {"amount":3}"#])
  }

  @Test func `A refused action changes nothing`() {
    run.dispatch(Add(amount: .max), errors: ["overflow"])
    #expect(!run.isHandled)
    #expect(AppState(run.state).count == 2)
  }

  @Test func `A listener that is removed is told nothing`() {
    run.unlisten("count")
    run.dispatch(Add(amount: 1))
    #expect(run.notified.isEmpty)
  }

  @Test func `The clock moves only when it is told to`() {
    run.advance(by: .seconds(90))
    #expect(run.now.description == "1970-01-01T00:01:30Z")
  }
}
