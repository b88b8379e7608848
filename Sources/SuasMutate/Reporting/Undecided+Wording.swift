import SuasExplore

extension Undecided {
  /// The extent of the search, and the limits that ended it.
  var reason: String {
    "no difference in \(ComparingSearch.extent(states, depth))"
      + (limits.isEmpty ? "" : ": " + limits.map(\.words).joined(separator: ", and "))
  }

  /// The ways to a decision.
  var advice: String {
    let options = limits.compactMap(\.option)
    return (options.isEmpty ? "" : "try a higher \(options.joined(separator: " and ")), or ")
      + "write a scenario that expects what is done here"
  }
}

extension ComparingSearch.Limit {
  fileprivate var words: String {
    switch self {
    case .attempts: "the search made as many steps as it may"
    case .states: "it saw as many states as it may"
    case .depth: "it looked as far ahead as it may"
    case .size: "it did not go on from larger lists or maps"
    case .ending: "it was interrupted"
    case .values: "there are more values than can be tried"
    }
  }

  /// The option of the command that sets the limit.
  fileprivate var option: String? {
    switch self {
    case .attempts: "--max-attempts"
    case .states: "--max-states"
    case .depth: "--max-depth"
    case .size: "--max-size"
    case .ending, .values: nil
    }
  }
}
