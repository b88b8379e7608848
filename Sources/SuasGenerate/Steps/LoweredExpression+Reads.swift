import CEL
import SuasProgram

/// The names that an expression reads.
package struct CodeReads: Sendable, Hashable {
  /// The parameters and locals, the variables of the expression's own macros left out.
  package var locals: Set<Local> = []
  /// The sub-states that are read by their keys, in the order of their first use.
  package var stateKeys: [String] = []
  /// True if the whole store is handed on.
  package var readsWholeStore = false
  /// True if the clock or the source of identifiers is read.
  package var readsRuntime = false

  package var readsStore: Bool { readsWholeStore || !stateKeys.isEmpty }

  package mutating func formUnion(_ other: CodeReads) {
    locals.formUnion(other.locals)
    for key in other.stateKeys where !stateKeys.contains(key) { stateKeys.append(key) }
    readsWholeStore = readsWholeStore || other.readsWholeStore
    readsRuntime = readsRuntime || other.readsRuntime
  }
}

extension LoweredExpression {
  /// The names that the expression reads.
  package var reads: CodeReads {
    var reads = CodeReads()
    collect(into: &reads)
    return reads
  }

  private func collect(into reads: inout CodeReads) {
    switch kind {
    case .local(let local), .position(let local):
      reads.locals.insert(local)
      if isWholeStore { reads.readsWholeStore = true }
    case .field(let record, let name) where record.isWholeStore:
      if case .local(let local) = record.kind { reads.locals.insert(local) }
      if !reads.stateKeys.contains(name) { reads.stateKeys.append(name) }
    case .now, .identifier: reads.readsRuntime = true
    case .comprehension(let macro):
      macro.range.collect(into: &reads)
      var inner = CodeReads()
      for part in [macro.filter, macro.body].compactMap(\.self) { part.collect(into: &inner) }
      inner.locals.subtract(macro.variables)
      macro.start?.collect(into: &inner)
      reads.formUnion(inner)
    default: for child in children { child.collect(into: &reads) }
    }
  }

  /// True for a condition that is the same whenever it is evaluated, about which compilers warn.
  package var isFixed: Bool { type == .bool && !canFail && reads == CodeReads() }

  /// True for the name of the whole store.
  var isWholeStore: Bool {
    if case .local = kind { type == .record(StoreShape.typeName) } else { false }
  }

  /// True for a place in an element of a list or an entry of a map.
  var isInCollection: Bool {
    switch kind {
    case .opened, .dynamic(.opened), .dynamic(.openedMember): true
    case .field(let record, _), .contents(let record, _, _), .known(let record):
      record.isInCollection
    default: false
    }
  }

  /// The variables of the expression's macros.
  package var variables: Set<Local> {
    let inner = children.reduce(into: Set<Local>()) { $0.formUnion($1.variables) }
    if case .comprehension(let macro) = kind { return inner.union(macro.variables) }
    return inner
  }

  /// The expressions from which this one is made.
  package var children: [LoweredExpression] {
    switch kind {
    case .constant, .named, .local, .position, .now, .identifier, .failure: []
    case .field(let code, _), .contents(let code, _, _), .hasCase(let code, _, _),
      .isPresent(let code), .known(let code), .unwrapped(let code), .fieldIfAny(let code, _),
      .part(let code, _, _), .selected(_, let code), .not(let code), .convert(let code, _),
      .hiding(let code), .mergedFields(let code, _):
      [code]
    case .element(let first, let second), .elementIfAny(let first, let second),
      .entry(let first, let second), .opened(let first, let second),
      .equal(let first, let second, _), .same(let first, let second, _),
      .otherwise(let first, let second):
      [first, second]
    case .conditional(let condition, let then, let otherwise): [condition, then, otherwise]
    case .call(_, _, let codes), .apply(_, let codes), .and(let codes), .or(let codes),
      .list(let codes), .presentElements(let codes), .record(let codes):
      codes
    case .map(let entries), .presentEntries(let entries): entries.flatMap { [$0.key, $0.value] }
    case .variant(_, let contents): contents.map { [$0] } ?? []
    case .comprehension(let macro):
      [macro.range, macro.filter, macro.start, macro.body].compactMap(\.self)
    case .dynamic(let step): step.children
    case .text(let pieces):
      pieces.compactMap { if case .value(let code) = $0 { code } else { nil } }
    }
  }
}

extension LoweredExpression.Dynamic {
  fileprivate var children: [LoweredExpression] {
    switch self {
    case .select(let code, _), .selectIfAny(let code, _), .has(let code, _), .elements(let code),
      .entries(let code), .openedMember(let code, _), .expect(let code), .fit(let code, _):
      [code]
    case .element(let first, let second), .elementIfAny(let first, let second),
      .opened(let first, let second):
      [first, second]
    case .call(_, _, let codes): codes
    }
  }
}
