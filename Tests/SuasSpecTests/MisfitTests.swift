import CEL
import Suas
import SuasSpec
import Testing
import YAML

/// The types of listeners are compared with the spec's when they are added, even while lists are
/// empty.
@Suite struct MisfitTests {
  static let yaml = """
    suas: 1
    enums: { Color: [red, green] }
    types:
      Node: { name: string, children: "list(Node) = []" }
    variants:
      Load: { idle: {}, loaded: { cities: list(string) } }
    states:
      Board:
        nodes: list(Node) = []
        color: Color = red
        load: Load = idle
        note: string?
        extra: any = null
        byId: map(Node) = {}
        site: string = ""
    """

  private func misfit<Board: Decodable>(_ type: Board.Type) throws -> String? {
    let spec = try CompiledSpec(
      Source(
        name: "board.yaml", text: Self.yaml + "\nactions: {}\nreducers: { R: { state: Board } }"))
    let part = try #require(spec.reducer.parts.first)
    return part.misfit(reading: type)
  }

  struct Node: Decodable {
    var name: String
    var children: [Node]
  }

  @Test("A type that reads all fields fits")
  func fitting() throws {
    enum Color: String, Decodable { case red, green }
    enum Load: Decodable {
      case idle
      case loaded(cities: [String])
    }
    struct Board: Decodable {
      var nodes: [Node]
      var color: Color
      var load: Load
      var note: String?
      var byId: [String: Node]
    }
    #expect(try misfit(Board.self) == nil)
    struct Part: Decodable { var color: String }
    #expect(try misfit(Part.self) == nil)
  }

  @Test("A field that is not there, even in a list that is empty")
  func missing() throws {
    struct Leaf: Decodable { var title: String }
    struct Board: Decodable { var nodes: [Leaf] }
    #expect(try misfit(Board.self) == "at 'nodes[0]': there is no field 'title'")
  }

  @Test("A field of another type")
  func otherType() throws {
    struct Board: Decodable { var color: Int }
    #expect(try misfit(Board.self) == "at 'color': it is of type string, not Int")
  }

  @Test("A value that is always there in Swift and may be null in the spec")
  func mayBeNull() throws {
    struct Board: Decodable { var note: String }
    #expect(try misfit(Board.self) == "at 'note': it may be null")
  }

  @Test("A case that Swift does not have")
  func noCase() throws {
    enum Color: String, Decodable { case red }
    struct Board: Decodable { var color: Color }
    #expect(try #require(try misfit(Board.self)).hasPrefix("at 'color': "))
    enum Load: Decodable { case idle }
    struct Other: Decodable { var load: Load }
    #expect(try misfit(Other.self) != nil)
  }

  @Test("A listener whose type does not fit is reported once, when it is added")
  func told() async throws {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent, \.standardOutputContent]
    ) {
      struct Leaf: Decodable { var title: String }
      struct Board: Decodable { var nodes: [Leaf] }
      let spec = try CompiledSpec(
        Source(
          name: "board.yaml",
          text: MisfitTests.yaml + "\nactions: {}\nreducers: { R: { state: Board } }"))
      let store = Suas.createStore(reducer: spec.reducer)
      let subscription = store.addListener(forStateType: Board.self, stateKey: "Board") { _ in }
      subscription.removeListener()
      subscription.addListener()
    }
    let log = String(
      decoding: result.standardErrorContent + result.standardOutputContent, as: UTF8.self)
    let report = """
      a listener for 'Board' does not fit: it expects Board, but at 'nodes[0]': there is no field \
      'title'
      """
    #expect(log.ranges(of: report).count == 1, "\(log)")
  }

  @Test("A mismatch that only a value can show is not reported")
  func undecided() throws {
    struct Site: Decodable {
      init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.hasPrefix("https") else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: "no address"))
        }
      }
    }
    struct Board: Decodable { var site: Site }
    #expect(try misfit(Board.self) == nil)
    struct Extra: Decodable { var extra: [Int] }
    #expect(try misfit(Extra.self) == nil)
  }
}
