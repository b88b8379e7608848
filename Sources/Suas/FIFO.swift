/// A queue that reuses its storage, so that a steady flow through it allocates nothing.
struct FIFO<Element> {
  private var elements: ContiguousArray<Element?> = []
  private var head = 0

  private(set) var isEmpty = true

  mutating func append(_ element: Element) {
    elements.append(element)
    isEmpty = false
  }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head].take()
    head += 1
    if head == elements.count {
      elements.removeAll(keepingCapacity: true)
      head = 0
      isEmpty = true
    } else if head >= 64, head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
