extension Pair {
  static let all: [Pair] = [
    counting, orders, todos, carts, types, renaming, enums, guards, constraints, middleware,
    effects, saving, listeners, history, layout, names,
  ].flatMap(\.self)
}
