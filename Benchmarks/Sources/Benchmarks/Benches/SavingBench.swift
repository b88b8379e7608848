import Suas
import SuasSpec

/// Writes and restores what a spec saves of the workload with a hundred thousand items.
struct SavingBench {
  let rounds: Int

  private static let count = 100_000

  func run() -> [Row] {
    let contender = SavingContender(count: Self.count)
    let (spec, state) = (contender.spec, contender.store.state)
    guard let text = spec.savedText(of: state) else { fatalError("the workload saves nothing") }
    precondition(spec.restore(text).lost.isEmpty, "the workload cannot be restored")
    return measureInTurns(
      "100,000 items are saved",
      [
        Measurement("their text is made", .milliseconds) {
          1000 * seconds { use(spec.savedText(of: state)) }
        },
        Measurement("they are restored", .milliseconds) {
          1000 * seconds { use(spec.restore(text)) }
        },
      ], rounds: rounds)
  }
}
