/// Generates specs of any size, with an expression in about every 150 bytes, as in real specs.
enum SpecText {
  static func make(bytes: Int) -> String {
    var types = ""
    var states = ""
    var actions = ""
    var reducers = ""
    var number = 0
    while types.utf8.count + states.utf8.count + actions.utf8.count + reducers.utf8.count < bytes {
      let n = number
      number += 1
      types += "  Item\(n): { title: string, isCompleted: bool = false, count: int = 0 }\n"
      states += "  List\(n): { items: \"list(Item\(n)) = []\", limit: int = 100 }\n"
      actions += """
          Add\(n): { text: string }
          Remove\(n): { index: int }
          Toggle\(n): { index: int }
          Limit\(n): { limit: int }

        """
      reducers += """
          Reducer\(n):
            state: List\(n)
            on:
              Add\(n):
                - append: items
                  value: { title: "${action.text}" }
                  when: size(items) < limit && !action.text.startsWith("x")
                - fail: the list is full
                  when: size(items) > limit
              Remove\(n):
                - remove-at: items
                  index: action.index
              Toggle\(n):
                - toggle: items[action.index].isCompleted
                - increment: items[action.index].count
                  when: items[action.index].isCompleted
              Limit\(n):
                - set: limit
                  value: ${action.limit}

        """
    }
    return """
      suas: 1
      name: A spec of about \(bytes) bytes
      types:
      \(types)
      states:
      \(states)
      actions:
      \(actions)
      reducers:
      \(reducers)
      """
  }

  /// Generates a scenario for such a spec; its steps have one expectation on one leaf each.
  static func scenario(of path: String, steps: Int) -> String {
    var text = """
      spec: \(path)
      scenario: Setting a limit again and again
      steps:

      """
    for step in 0..<steps {
      text += """
          - dispatch: Limit0
            with: { limit: \(step % 1000) }
            expect: { state: { List0: { limit: \(step % 1000) } } }

        """
    }
    return text
  }
}
