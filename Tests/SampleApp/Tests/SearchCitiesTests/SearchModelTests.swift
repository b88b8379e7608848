import Observation
import Testing

@testable import SearchCities

@Suite("The model of the search screen", .timeLimit(.minutes(30)))
struct SearchModelTests {
  struct Cities: CityServer {
    func cities(matching query: String) async throws -> [String] {
      ["Paris", "Rome", "Rotterdam"].filter { $0.hasPrefix(query) }
    }
  }

  @Test func `The cities that were found are shown when typing has stopped`() async throws {
    let model = try SearchModel(server: Cities())
    model.query = "R"
    model.query = "Ro"
    #expect(model.isLoading)
    #expect(model.cities == [])
    await model.settled()
    #expect(model.query == "Ro")
    #expect(!model.isLoading)
    #expect(model.cities == ["Rome", "Rotterdam"])
    #expect(model.problem == nil)
  }

  @Test func `A view that shows the cities is drawn again for new ones`() async throws {
    let model = try SearchModel(server: Cities())
    await confirmation { drawnAgain in
      withObservationTracking {
        _ = model.cities
      } onChange: {
        drawnAgain()
      }
      model.query = "Par"
      await model.settled()
    }
    #expect(model.cities == ["Paris"])
  }

  @Test func `Nobody waits for a search once the screen is left`() async throws {
    let model = try SearchModel(server: Cities())
    model.query = "Ro"
    model.leave()
    #expect(!model.isLoading)
    await model.settled()
    #expect(model.cities == [])
  }

  @Test func `An emptied field shows nothing`() async throws {
    let model = try SearchModel(server: Cities())
    model.query = "Ro"
    model.query = ""
    await model.settled()
    #expect(model.cities == [])
    #expect(!model.isLoading)
  }
}
