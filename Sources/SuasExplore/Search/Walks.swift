import CEL
import Suas
import SuasScenario
import SuasSpec

/// Walks at random from where the search begins: many ways, each from a seed of its own.
struct Walks<M: Machine> {
  private let ground: Ground
  private let settings: ExploreSettings
  private let workers: Workers<M>
  private let report: (Progress) -> Void

  init(
    _ ground: Ground, _ settings: ExploreSettings, _ machines: [M],
    report: @escaping (Progress) -> Void
  ) {
    self.ground = ground
    self.settings = settings
    workers = Workers(machines: machines)
    self.report = report
  }

  mutating func run() -> SearchOutcome { SearchOutcome() }
}
