import CEL
import SuasProgram

/// A change of an enum or variant in the state, as the rules show it.
struct CaseTransition: Hashable {
  enum Origin: Hashable {
    /// The cases that are proven where the rule stands; nil if none is known.
    case cases([String]?)
    /// None: the place is in a new element of a list.
    case new
  }

  let origin: Origin
  /// The cases that the rule may write; nil if they are not known.
  let destination: [String]?
  /// The action that leads to the rule.
  let action: String
  /// The conditions around the rule besides those on its own case, outermost first.
  let conditions: [String]
}

/// An enum or variant in the state of a reducer, with its changes.
struct CaseDiagram {
  let reducer: String
  /// The path from the store.
  let path: String
  /// The path from the reducer's state.
  let place: StatePath
  let cases: [String]
  /// The case in the initial state; nil for a place in a list or map.
  let initial: String?
  private(set) var transitions: [CaseTransition] = []
  /// The actions that write a whole around the place, whose value is known only when they run.
  var untold: [String] = []
  private var known: Set<CaseTransition> = []

  init(reducer: String, path: String, place: StatePath, cases: [String], initial: String?) {
    self.reducer = reducer
    self.path = path
    self.place = place
    self.cases = cases
    self.initial = initial
  }

  /// Adds a transition, which is shown only once.
  mutating func add(_ transition: CaseTransition) {
    if known.insert(transition).inserted { transitions.append(transition) }
  }
}

extension CheckedSpec {
  /// The enums and variants in the state that rules change, in the order of the reducers; without
  /// those of a reducer whose rules, with the uses of shared ones, are too many to follow.
  var caseDiagrams: [CaseDiagram] {
    reducers.filter { !$0.isHistory }.flatMap { reducer in
      var scan = CaseScan(reducer, types, sharedRules)
      for (id, rules) in reducer.rules.sorted(by: { $0.key < $1.key }) {
        scan.read(rules, of: actions[id].name)
      }
      return scan.isComplete ? scan.completeDiagrams : []
    }
  }
}
