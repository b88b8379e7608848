import CEL
import SuasProgram

/// A place of the state, opened to be read or changed: the checks that come first, and the place
/// itself.
package struct OpenedPath: Sendable {
  /// A step that is taken before the place may be used; the steps are in order.
  package enum Check: Sendable {
    /// Names the value of a key that is needed more than once.
    case bind(Local, LoweredExpression)
    /// Names the position of an element; an error if the index is out of range.
    case position(Local, list: LoweredExpression, index: LoweredExpression)
    /// Refuses an index that is out of range.
    case requireIndex(list: LoweredExpression, index: LoweredExpression)
    /// Refuses a key that a map lacks.
    case requireKey(map: LoweredExpression, key: LoweredExpression)
    /// Refuses a null.
    case requireValue(LoweredExpression)
    /// Evaluates a place for its error.
    case require(LoweredExpression)
    /// Refuses a variant with another case.
    case requireCase(LoweredExpression, variant: String, name: String)
  }

  package var checks: [Check] = []
  /// The place, as code that cannot fail once the checks are done.
  package var place: LoweredExpression
  /// The map and key at the end of a path that ends in one.
  package var entry: (map: LoweredExpression, key: LoweredExpression)?
  /// The keys on the path, in order, for slots that keep them.
  package var keys: [LoweredExpression] = []

  package var canFail: Bool {
    checks.contains { check in
      switch check {
      case .bind(_, let code): code.canFail
      default: true
      }
    }
  }
}

extension OpenedPath {
  /// Refuses a null at the place.
  mutating func requireValue() {
    guard case .nullable = place.type else { return }
    checks.append(.requireValue(place))
    place = place.known
  }
}

extension Lowering {
  /// Opens the place of a target.
  ///
  /// - Parameters:
  ///   - root: The record at which the path begins.
  ///   - toLast: True if a key at the end need not be there.
  package func open(
    _ target: Target, in root: LoweredExpression, toLast: Bool = false, _ scope: inout Scope
  ) throws(NotGenerated) -> OpenedPath {
    var path = OpenedPath(place: root)
    var name = ""
    let count = target.components.count
    for (index, component) in target.components.enumerated() {
      path.requireValue()
      switch component {
      case .member(let name) where path.place.type != .any:
        try openElement(.text(name), &path, name, isLast: toLast && index == count - 1, &scope)
      case .member(let name):
        let member = LoweredExpression.Kind.dynamic(.openedMember(path.place, name))
        open(member, .text(name), isLast: toLast && index == count - 1, &path)
      case .field(let slot):
        name = try openField(slot, &path)
      case .element(let key):
        try openElement(
          try code(of: key, scope), &path, name, isLast: toLast && index == count - 1, &scope)
      }
    }
    return path
  }

  private func openField(_ slot: Int, _ path: inout OpenedPath) throws(NotGenerated) -> String {
    guard let layout = program.layout(of: path.place.type),
      let field = program.field(slot, of: path.place.type)
    else { throw refusal() }
    guard layout.isVariant else {
      path.place = LoweredExpression(.field(path.place, field.name), field.type, canFail: false)
      return field.name
    }
    path.checks.append(.requireCase(path.place, variant: layout.name, name: field.name))
    path.place = LoweredExpression(
      .contents(path.place, variant: layout.name, name: field.name), field.type, canFail: false)
    return field.name
  }

  /// An index or key on a path.
  package func code(of key: Target.Key, _ scope: Scope) throws(NotGenerated) -> LoweredExpression {
    switch key {
    case .computed(let expression, let fit):
      let code = try lower(expression, scope)
      // The depth is judged before the kind: a list that is no key may also be nested too deep.
      return fit.isProven ? code : limited(code, from: code, .place)
    case .bound(let slot):
      guard let bound = scope[slot] else { throw refusal() }
      return bound
    }
  }

  private func openElement(
    _ code: LoweredExpression, _ path: inout OpenedPath, _ name: String, isLast: Bool,
    _ scope: inout Scope
  ) throws(NotGenerated) {
    switch path.place.type {
    case .any:
      var key = code.asAny
      if !key.isSimple {
        let local = scope.local("key", "\(name)Key")
        path.checks.append(.bind(local, key))
        key = LoweredExpression(.local(local), .any, canFail: false)
      }
      path.keys.append(key)
      open(.dynamic(.opened(path.place, key)), key, isLast: isLast, &path)
    case .list(let element):
      let position: LoweredExpression
      if case .position = code.kind {
        position = code
      } else {
        let local = scope.local("index", "\(name)Index")
        path.checks.append(
          .position(local, list: path.place, index: try coerce(code, to: .int)))
        position = LoweredExpression(.position(local), .int, canFail: false)
      }
      path.keys.append(position)
      path.place = LoweredExpression(.opened(path.place, position), element, canFail: false)
    case .map(let keyType, let value):
      var key = try coerce(code, to: keyType)
      if !key.isSimple {
        let local = scope.local("key", "\(name)Key")
        path.checks.append(.bind(local, key))
        key = LoweredExpression(.local(local), keyType, canFail: false)
      }
      path.keys.append(key)
      if isLast {
        path.entry = (path.place, key)
      } else {
        path.checks.append(.requireKey(map: path.place, key: key))
      }
      path.place = LoweredExpression(.opened(path.place, key), value, canFail: false)
    default: throw refusal()
    }
  }
}

extension Lowering {
  /// Opens an element, an entry or a field of an `any`.
  fileprivate func open(
    _ place: LoweredExpression.Kind, _ key: LoweredExpression, isLast: Bool,
    _ path: inout OpenedPath
  ) {
    if isLast { path.entry = (path.place, key) }
    path.place = LoweredExpression(place, .any, canFail: true)
    if !isLast { path.checks.append(.require(path.place)) }
  }
}

extension LoweredExpression {
  /// True for a name or constant, which can be repeated.
  package var isSimple: Bool {
    switch kind {
    case .constant, .local, .position: true
    case .field(let record, _): record.isSimple
    default: false
    }
  }
}
