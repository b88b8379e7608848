import SuasProgram

/// A case of a variant that a test has shown to be the present one, or not to be it; or that a value is there, or
/// null.
package struct PresentCase: Hashable, Sendable {
  /// The path to the variant or the value from a local.
  let path: String
  let name: String

  // No case of a variant has such a name.
  static let value = "?"
  static let null = "null"

  /// What is known where the case is not the present one.
  static func absent(_ name: String) -> String { "!\(name)" }

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
      variant.path.map { [PresentCase(path: $0, name: name)] } ?? []
    case .isPresent(let value):
      value.path.map { [PresentCase(path: $0, name: PresentCase.value)] } ?? []
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
      value.path.map { [PresentCase(path: $0, name: PresentCase.null)] } ?? []
    case .hasCase(let variant, _, let name):
      variant.path.map { [PresentCase(path: $0, name: PresentCase.absent(name))] } ?? []
    case .equal(let left, let right, isNegated: true): left.presentIfEqual(to: right)
    case .or(let terms): Set(terms.flatMap(\.casesIfFalse))
    default: []
    }
  }

  /// What equals a value that is never null is there itself.
  private func presentIfEqual(to other: LoweredExpression) -> Set<PresentCase> {
    var present: Set<PresentCase> = []
    for (value, other) in [(self, other), (other, self)] {
      guard case .nullable = value.type, let path = value.path, other.isNeverNull else { continue }
      present.insert(PresentCase(path: path, name: PresentCase.value))
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
    variant.path.flatMap { contents[PresentCase(path: $0, name: name)] }
  }

  /// True if the case of a variant is known to be the present one.
  func knows(_ name: String, of variant: LoweredExpression) -> Bool {
    guard let path = variant.path else { return false }
    let present = PresentCase(path: path, name: name)
    return presentCases.contains(present) || presentUntilWritten.contains(present)
  }

  /// True if another case of a variant is known to be the present one.
  func knowsAnother(than name: String, of variant: LoweredExpression) -> Bool {
    guard let path = variant.path else { return false }
    let known = presentCases.union(presentUntilWritten).lazy.filter { $0.path == path }.map(\.name)
    let others: Set = [name, PresentCase.value, PresentCase.null]
    return known.contains(PresentCase.absent(name))
      || known.contains { !others.contains($0) && !$0.hasPrefix(PresentCase.absent("")) }
  }
}
