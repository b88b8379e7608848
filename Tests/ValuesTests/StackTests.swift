import Support
import Testing

@testable import Values

@Suite struct StackTests {
  final class Element {
    let number: Int
    let onEnd: () -> Void

    init(_ number: Int, onEnd: @escaping () -> Void) {
      self.number = number
      self.onEnd = onEnd
    }

    deinit { onEnd() }
  }

  @Test(arguments: 1...20)
  func `It holds what an array would and lets go of it all`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var alive = 0
    do {
      var stack = Stack<Element>(capacity: 1)
      var model: [Int] = []
      for number in 0..<500 {
        switch Int.random(in: 0..<20, using: &random) {
        case ..<13:
          alive += 1
          stack.append(Element(number) { alive -= 1 })
          model.append(number)
        case 19:
          stack.removeAll()
          model = []
        default:
          #expect(stack.popLast()?.number == model.popLast())
        }
        #expect(stack.count == model.count)
        #expect(stack.elements.map(\.number) == model)
        #expect(alive == model.count)
      }
    }
    #expect(alive == 0)
  }
}
