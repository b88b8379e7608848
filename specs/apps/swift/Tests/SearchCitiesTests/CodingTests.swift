import Foundation
import Testing

@testable import SearchCities

/// Generated types under the encoders of Foundation, as an app uses them to keep its state.
@Suite struct CodingTests {
  @Test(arguments: [
    (Search(), #"{"query":"","result":"idle"}"#),
    (
      Search(query: "Ro", result: .loaded(Load.Loaded(cities: ["Rome"]))),
      #"{"query":"Ro","result":{"loaded":{"cities":["Rome"]}}}"#
    ),
  ])
  func `A state is written as the spec writes it, and read again`(
    state: Search, json: String
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(state)
    #expect(String(decoding: data, as: UTF8.self) == json)
    #expect(try JSONDecoder().decode(Search.self, from: data) == state)
  }

  @Test func `A field that is missing has its default`() throws {
    #expect(try JSONDecoder().decode(Search.self, from: Data("{}".utf8)) == Search())
  }

  @Test(arguments: [#"{"result":"lost"}"#, #"{"query":1}"#, "[]", #"{"result":{"loaded":{}}}"#])
  func `What is no state is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Search.self, from: Data(json.utf8))
    }
  }
}
