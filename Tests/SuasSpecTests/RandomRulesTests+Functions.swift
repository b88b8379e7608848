import SuasSpec

/// Rules that call random functions.
extension RandomRulesTests {
  /// Returns rules that call a function; each of them calls two, in both notations.
  static func rules(calling functions: RandomFunctions, _ random: inout SplitMix64) -> [ModelRule] {
    (0..<3).flatMap { _ in
      let first = Int.random(in: 0..<functions.count, using: &random)
      let second = Int.random(in: 0..<functions.count, using: &random)
      return rules(first, second, functions)
    }
  }

  private static func rules(
    _ first: Int, _ second: Int, _ functions: RandomFunctions
  ) -> [ModelRule] {
    func rule(
      _ text: (_ call: (Int, String, String) -> String) -> String,
      run: @escaping @Sendable (inout Model, Int64, Int64) throws -> Bool
    ) -> ModelRule {
      ModelRule(
        text: text { functions.call($0, $1, $2, onFirst: $0.isMultiple(of: 3)) },
        expanded: text(functions.writtenOut), run: run)
    }
    return [
      rule(
        { "{ set: total, value: \"${\($0(first, "action.i", "action.j"))}\" }" },
        run: { model, i, j in
          model.total = try functions.value(first, i, j)
          return true
        }),
      rule(
        { "{ increment: main.sum, by: \"\($0(first, "total", "size(numbers)"))\" }" },
        run: { model, _, _ in
          let amount = try functions.value(first, model.total, Int64(model.numbers.count))
          model.main.sum = try sum(model.main.sum, amount)
          return true
        }),
      rule(
        { call in
          """
          { append: numbers, value: "${\(call(first, "action.j", "total"))}",
            when: "\(call(second, "action.i", "3")) > 0" }
          """
        },
        run: { model, i, j in
          guard try functions.value(second, i, 3) > 0 else { return false }
          model.numbers.append(try functions.value(first, j, model.total))
          return true
        }),
      rule(
        { "{ remove: numbers, where: \"\($0(first, "item", "action.i")) > 100\" }" },
        run: { model, i, _ in
          let count = model.numbers.count
          try model.numbers.removeAll { try functions.value(first, $0, i) > 100 }
          return model.numbers.count < count
        }),
      rule(
        { call in
          """
          { update: numbers, where: "item < action.j", do: [
            { set: item, value: "${\(call(second, "index", "item"))}" }] }
          """
        },
        run: { model, _, j in
          let matching = model.numbers.indices.filter { model.numbers[$0] < j }
          for index in matching {
            model.numbers[index] = try functions.value(second, Int64(index), model.numbers[index])
          }
          return !matching.isEmpty
        }),
      ModelRule(
        text: """
          { use: note, on: main, with: {
            n: "${\(functions.call(first, "action.i", "main.sum"))}", by: "${c0}" } }
          """,
        expanded: """
          { at: main, do: [
            { append: item.seen, value: "${\(functions.writtenOut(first, "action.i", "item.sum"))}" },
            { increment: item.sum, by: "\(functions.constants[0])" },
            { fail: full, when: size(item.seen) > 12 }] }
          """
      ) { model, i, _ in
        let number = try functions.value(first, i, model.main.sum)
        try model.main.note(number, by: functions.constants[0])
        return true
      },
      rule(
        { call in
          """
          { if: "\(call(first, "action.i", "action.j")) < \(call(second, "action.j", "action.i"))",
            then: [
              { let: { sum: "\(call(first, "2", "action.j"))" } },
              { decrement: total, by: sum },
              { fail: "${\(call(second, "sum", "sum"))} is too much", when: "sum > 50" }] }
          """
        },
        run: { model, i, j in
          guard try functions.value(first, i, j) < functions.value(second, j, i) else {
            return false
          }
          let amount = try functions.value(first, 2, j)
          let (total, overflow) = model.total.subtractingReportingOverflow(amount)
          if overflow { throw Refused() }
          model.total = total
          if amount > 50 { throw Refused() }
          return true
        }),
    ]
  }
}
