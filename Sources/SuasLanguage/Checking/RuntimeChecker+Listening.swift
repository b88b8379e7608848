import CEL
import SuasProgram
import YAML

/// Listeners to the store and to selectors.
extension RuntimeChecker {
  @discardableResult
  func checkListeners(
    _ declarations: [ListenerDeclaration], to selectors: [CheckedSelector]
  ) -> [CheckedListener] {
    let places = Dictionary(
      selectors.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    defer { survey.owner = nil }
    return declarations.compactMap { declaration in
      survey.owner = .listener(declaration.name.text)
      guard let (subject, type) = subject(of: declaration, selectors, places) else { return nil }
      let isHidden =
        if case .selector(let index) = subject { selectors[index].value.readsSensitiveValues } else
        { false }
      let variables = ["old", "new"].map { variable($0, type, subject, isHidden: isHidden) }
      let reader = reader(variables)
      var reactions = self.reader(variables, readsClock: true)
      let filter: CheckedListener.Filter
      switch declaration.filter {
      case .always: filter = .always
      case .changed: filter = .changed
      case .expression(let syntax):
        // The filter of a selector's listener reads the whole store.
        var filters = reader
        if case .selector = subject {
          filters = self.reader([store(as: "old"), store(as: "new")])
        } else {
          reactions = reactions.assuming(syntax)
        }
        guard !reportUnknownFilter(syntax, filters),
          let test = test(syntax, filters, .filter, "filter")
        else { return nil }
        filter = .expression(test)
      }
      return CheckedListener(
        name: declaration.name.text, subject: subject, filter: filter,
        reactions: self.reactions(declaration.reactions, reactions), type: type,
        point: survey.add(
          .listener, "listener '\(declaration.name.text)'", at: declaration.name.range))
    }
  }

  /// Reports a filter that is a single unknown name, which is taken for a misspelling.
  private func reportUnknownFilter(_ syntax: ExpressionSyntax, _ reader: ValueReader) -> Bool {
    let scalar = syntax.scalar
    let environment = reader.environment
    guard syntax.code.count == scalar.text.utf8.count, scalar.text.isName,
      case .ident(let name)? = reader.parse(syntax)?.kind,
      !environment.declares(name), !environment.hasFunction(name)
    else { return false }
    sink.report(
      .notAFilter(scalar, near: ["always", "changed"] + spec.constants.map(\.name.text)))
    return true
  }

  /// Returns the subject of a listener, and the type of its values.
  private func subject(
    of declaration: ListenerDeclaration, _ selectors: [CheckedSelector], _ places: [String: Int]
  ) -> (subject: CheckedListener.Subject, type: FieldType)? {
    switch declaration.subject {
    case .store: return (.store, .record(store.shape.name))
    case .stateKey(let key):
      if let slot = store.slot(of: key.text) {
        sink.readings?.mention(
          .stateKey(key.text, of: store.reducers[slot].state.name), at: key.range)
        return (.stateKey(slot), .record(store.reducers[slot].state.name))
      }
      sink.readings?.request(.stateKey, at: key.range)
      sink.report(
        .unknownStateKey(key.text, among: store.stateKeys, at: key.range))
      return nil
    case .selector(let name):
      sink.note(name, .selector, requesting: .selector, isKnown: places[name.text] != nil)
      if let index = places[name.text] {
        return (.selector(index), selectors[index].type)
      }
      // An error in the selector itself has been reported already.
      guard !spec.selectors.contains(where: { $0.name.text == name.text }) else { return nil }
      sink.report(
        .unknownSelector(name.text, among: spec.selectors.map(\.name.text), at: name.range))
      return nil
    }
  }

  private func variable(
    _ name: String, _ type: FieldType, _ subject: CheckedListener.Subject, isHidden: Bool
  ) -> Variable {
    switch subject {
    case .store: store(as: name)
    case .stateKey(let slot):
      Variable(name: name, type: type.cel, meaning: .record(store.reducers[slot].state))
    case .selector:
      // The selector may have selected nothing before.
      Variable(
        name: name, type: name == "old" ? FieldType.optional(type.unwrapped).cel : type.cel,
        meaning: .value(type), isHidden: isHidden)
    }
  }
}

extension TypeTable {
  /// Returns the field type with the same values as a CEL type; `any` if there is none.
  func fieldType(of type: Type) -> FieldType {
    switch type {
    case .bool: return .bool
    case .int: return .int
    case .double: return .double
    case .string: return .string
    case .timestamp: return .timestamp
    case .duration: return .duration
    case .list(let element): return .list(fieldType(of: element))
    case .map(let key, let value):
      guard [.string, .int, .bool].contains(key) else { return .any }
      return .map(key: fieldType(of: key), value: fieldType(of: value))
    case .nullable(let wrapped): return .optional(fieldType(of: wrapped))
    case .record(let name) where records[name] != nil: return .record(name)
    default: return .any
    }
  }
}
