import SuasProgram

/// A fact about a variant or a value, which a test or a `match` has shown.
package struct PresentCase: Hashable, Sendable {
  package enum Fact: Hashable, Sendable {
    /// The case of that name is the present one.
    case present(String)
    /// The case of that name is not the present one.
    case absent(String)
    /// The value is not null.
    case value
    case null
  }

  /// The path to the variant or the value from a local.
  let path: String
  let fact: Fact

  init(_ path: String, _ fact: Fact) {
    self.path = path
    self.fact = fact
  }

  /// True if the path begins at a local.
  func isPart(of local: Local) -> Bool { path == local.name || path.hasPrefix("\(local.name).") }
}

/// The case that a `match` has shown to be present, while its rules are lowered.
struct MatchedCase {
  let present: PresentCase
  /// The place of the value, if rules can change it.
  let place: Target?
  /// The local that holds the contents of the case, if there is one.
  var contents: LoweredExpression?
}

extension LoweredExpression {
  /// The path of fields and cases that leads here from a local; nil for any other code.
  var path: String? {
    switch kind {
    case .local(let local): local.name
    case .field(let record, let name): record.path.map { "\($0).\(name)" }
    case .contents(let variant, _, let name) where !canFail: variant.path.map { "\($0).\(name)" }
    case .known(let value), .convert(let value, .toNullable): value.path
    default: nil
    }
  }

  /// The cases that are present where the code is true.
  var presentCases: Set<PresentCase> {
    switch kind {
    case .hasCase(let variant, _, let name):
      variant.path.map { [PresentCase($0, .present(name))] } ?? []
    case .isPresent(let value):
      value.path.map { [PresentCase($0, .value)] } ?? []
    case .equal(let left, let right, isNegated: false): left.presentIfEqual(to: right)
    case .and(let terms): Set(terms.flatMap(\.presentCases))
    case .not(let code): code.casesIfFalse
    default: []
    }
  }

  /// The cases that are present where the code is false.
  var casesIfFalse: Set<PresentCase> {
    switch kind {
    case .not(let code): code.presentCases
    case .isPresent(let value):
      value.path.map { [PresentCase($0, .null)] } ?? []
    case .hasCase(let variant, _, let name):
      variant.path.map { [PresentCase($0, .absent(name))] } ?? []
    case .equal(let left, let right, isNegated: true): left.presentIfEqual(to: right)
    case .or(let terms): Set(terms.flatMap(\.casesIfFalse))
    default: []
    }
  }

  /// The facts that hold where two values are equal: one that equals a value which is never null is not null.
  private func presentIfEqual(to other: LoweredExpression) -> Set<PresentCase> {
    var present: Set<PresentCase> = []
    for (value, other) in [(self, other), (other, self)] {
      guard case .nullable = value.type, let path = value.path, other.isNeverNull else { continue }
      present.insert(PresentCase(path, .value))
    }
    return present
  }

  private var isNeverNull: Bool {
    switch type {
    case .null, .any, .nullable: surelyPresent != nil
    default: true
    }
  }
}

extension Lowering {
  /// The lowering of code that is evaluated only if some cases are present.
  package func knowing(_ cases: Set<PresentCase>) -> Lowering {
    var lowering = self
    lowering.presentCases.formUnion(cases)
    return lowering
  }

  /// The lowering of the rules for a matched case.
  func knowing(_ matched: MatchedCase) -> Lowering {
    var lowering = knowing([matched.present])
    if let local = matched.contents { lowering.contents[matched.present] = local }
    return lowering
  }

  /// The local that holds the contents of a variant's case; nil if there is none.
  func local(of name: String, in variant: LoweredExpression) -> LoweredExpression? {
    variant.path.flatMap { contents[PresentCase($0, .present(name))] }
  }

  /// True if a fact about a variant or a value is known.
  func knows(_ fact: PresentCase.Fact, of value: LoweredExpression) -> Bool {
    guard let path = value.path else { return false }
    let known = PresentCase(path, fact)
    return presentCases.contains(known) || presentUntilWritten.contains(known)
  }

  /// True if another case of a variant is known to be the present one, or this one not to be it.
  func knowsAnother(than name: String, of variant: LoweredExpression) -> Bool {
    guard let path = variant.path else { return false }
    return presentCases.union(presentUntilWritten).contains { known in
      guard known.path == path else { return false }
      return switch known.fact {
      case .present(let other): other != name
      case .absent(let other): other == name
      case .value, .null: false
      }
    }
  }
}
