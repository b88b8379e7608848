import SuasScenario
import SuasSpec

/// The paths that are worth continuing, and the number of times each state and each sight was seen.
struct Corpus {
  /// A path through the states, as a linked list of steps.
  final class Way: Sendable {
    let before: Way?
    let move: Sandbox.Move
    let length: Int

    init(after before: Way?, _ move: Sandbox.Move) {
      self.before = before
      self.move = move
      length = (before?.length ?? 0) + 1
    }

    static func moves(of way: Way?) -> [Sandbox.Move] {
      var moves: [Sandbox.Move] = []
      var place = way
      while let step = place {
        moves.append(step.move)
        place = step.before
      }
      return moves.reversed()
    }
  }

  struct Entry: Sendable {
    let spot: Spot
    let way: Way?
    let key: StateKey
  }

  private(set) var entries: [Entry] = []
  /// The number of steps that led to each state.
  private(set) var visits: [StateKey: Int] = [:]

  /// Something observable: an outcome of the spec, or a feature of a state.
  private struct Sight {
    var count = 0
    /// The last few entries in which it was seen.
    var entries: [Int] = []
  }

  private var sights: [Sight] = []
  private var places: [UInt64: Int] = [:]

  private static let mostEntries = 20_000
  private static let mostPerSight = 32
  private static let mostStates = 5_000_000

  var stateCount: Int { visits.count }

  func hasSeen(_ sight: UInt64) -> Bool { places[sight] != nil }
  func hasVisited(_ key: StateKey) -> Bool { visits[key] != nil }

  /// Returns the count of the rarest of the sights seen in a state, or of the state itself if that
  /// is less.
  func familiarity(of key: StateKey, _ seen: [UInt64]) -> Int {
    seen.reduce(visits[key] ?? 0) { least, sight in
      min(least, places[sight].map { sights[$0].count } ?? 0)
    }
  }

  /// Counts a step, and keeps the entry that it led to if anything is new there.
  mutating func note(_ key: StateKey, _ seen: [UInt64], _ entry: @autoclosure () -> Entry?) {
    var isNew = false
    if let count = visits[key] {
      visits[key] = count + 1
    } else if visits.count < Self.mostStates {
      visits[key] = 1
      isNew = true
    }
    for sight in seen where places[sight] == nil {
      places[sight] = sights.count
      sights.append(Sight())
      isNew = true
    }
    var place: Int?
    if isNew, entries.count < Self.mostEntries, let entry = entry() {
      place = entries.count
      entries.append(entry)
    }
    for sight in seen {
      guard let number = places[sight] else { continue }
      sights[number].count += 1
      guard let place else { continue }
      if sights[number].entries.count < Self.mostPerSight {
        sights[number].entries.append(place)
      } else {
        sights[number].entries[place % Self.mostPerSight] = place
      }
    }
  }

  /// A weighted random choice of entries, which prefers those with rarely seen sights or states.
  struct Lottery: Sendable {
    fileprivate let sums: [Double]
    fileprivate let entries: [[Int]]
    fileprivate let stateSums: [Double]
    /// The index of the entry that the first of `stateSums` belongs to.
    fileprivate let firstState: Int

    /// Returns the index of an entry.
    func draw(_ random: inout SplitMix64) -> Int? {
      if random.next() % 3 != 0, let sight = Self.pick(sums, &random), !entries[sight].isEmpty {
        return entries[sight][Int(random.next() % UInt64(entries[sight].count))]
      }
      return Self.pick(stateSums, &random).map { firstState + $0 }
    }

    private static func pick(_ sums: [Double], _ random: inout SplitMix64) -> Int? {
      guard let total = sums.last, total > 0 else { return nil }
      let point = Double(random.next() >> 11) / Double(1 << 53) * total
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] > point { high = middle } else { low = middle + 1 }
      }
      return low
    }
  }

  /// The number of entries, the youngest, that are drawn by their states.
  private static let mostDrawn = 4096

  var lottery: Lottery {
    let youngest = entries.suffix(Self.mostDrawn)
    return Lottery(
      sums: Self.sums(
        sights.map { $0.entries.isEmpty ? 0 : 1 / (Double($0.count) * Double($0.count)) }),
      entries: sights.map(\.entries),
      stateSums: Self.sums(
        youngest.map { entry in
          let visits = Double(visits[entry.key] ?? 1)
          return 1 / (visits * visits)
        }), firstState: youngest.startIndex)
  }

  private static func sums(_ weights: [Double]) -> [Double] {
    var sum = 0.0
    return weights.map { weight in
      sum += weight
      return sum
    }
  }
}
