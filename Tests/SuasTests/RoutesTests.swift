import Testing

@testable import Suas

@Suite("Routes")
struct RoutesTests {
  private func parts(of routes: Routes, _ kind: Int) -> [Int] {
    routes[kind].map { routes.stops[$0].slot }
  }

  @Test("The route of a kind has the parts that handle it, in their order")
  func routes() {
    let routes = Routes(kinds: 4, handled: [[3, 0], [], [0], [1, 0]])
    #expect((0..<4).map { parts(of: routes, $0) } == [[0, 2, 3], [3], [], [0]])
  }

  @Test("A stop says where its part has the kind")
  func places() {
    let routes = Routes(kinds: 4, handled: [[3, 0], [], [0], [1, 0]])
    #expect(routes[0].map { routes.stops[$0].place } == [1, 0, 1])
    #expect(routes[3].map { routes.stops[$0].place } == [0])
  }

  @Test("Without parts or kinds there are no slots")
  func empty() {
    #expect(parts(of: Routes(kinds: 1, handled: []), 0).isEmpty)
    #expect(Routes(kinds: 0, handled: [[], []]).stops.isEmpty)
  }
}
