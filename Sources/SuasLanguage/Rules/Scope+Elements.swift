import CEL
import SuasProgram
import YAML

/// Elements of lists and maps, brought into scope.
extension Scope {
  /// Resolves a path to a list or map, and brings its elements into scope.
  mutating func elements(_ path: ExpressionSyntax, as name: Name?) -> Elements? {
    let target = target(path, as: "a list or a map") { type in
      switch type {
      case .list, .map: true
      default: false
      }
    }
    guard let target else { return nil }
    let (elementType, keyType, keyName): (FieldType, FieldType, String) =
      switch target.type.unwrapped {
      case .list(let element): (element, .int, "index")
      case .map(let key, let value): (value, key, "key")
      default: (.any, .any, "index")
      }
    checkName(name, beside: keyName)
    let itemName = name?.text ?? "item"
    let itemSlot = bind(itemName, elementType.cel, meaning: .value(elementType))
    let keySlot = bind(keyName, keyType.cel, meaning: .value(keyType))
    noteDeclaration(of: name)
    if isSensitive(target) {
      hide(slot: itemSlot)
      hide(slot: keySlot)
    }
    return Elements(
      target: target, elementType: elementType, itemName: itemName, itemSlot: itemSlot,
      keySlot: keySlot)
  }

  /// Warns of a condition or a key of elements that is the same for all of them.
  func warnIfSame(_ syntax: ExpressionSyntax, for elements: Elements) {
    guard let expression = values.parse(syntax, reporting: false) else { return }
    if case .literal = expression.kind { return }
    if !expression.mentions(Self.names(ofElement: elements.itemName)) {
      warn(.sameForEachElement(elements.itemName, at: syntax.range))
    }
  }

  /// Warns of rules on an element, or on another place, of which none names it.
  ///
  /// - Parameter body: Where the rules stand.
  func warnIfNone(of rules: [Rule], in body: SourceRange, names name: String) {
    let names = Self.names(ofElement: name)
    let words = body.text.utf8.split { !$0.isWord }
    guard let first = rules.first,
      !words.contains(where: { names.contains(String(decoding: $0, as: UTF8.self)) })
    else { return }
    warn(.noRuleNames(name, at: first.place))
  }

  /// The names that depend on the element: its own, and those of its index and key.
  private static func names(ofElement name: String) -> Set<String> { [name, "index", "key"] }

  /// Makes the element a place that the rules of an update can change.
  ///
  /// - Returns: The slots that hold the keys in the path to the list or map during the update.
  mutating func update(_ elements: Elements) -> [Int] {
    let (target, pathSlots) = pin(elements.target)
    let components = target.components + [.element(.bound(elements.keySlot))]
    enter(
      EnteredPlace(
        of: elements.target, at: components, slot: elements.itemSlot, boundNames: boundNames.count))
    locate(
      elements.itemName,
      at: Element(
        components: components, type: elements.elementType,
        items: target.items + [Target.Item(slot: elements.itemSlot, depth: components.count)]))
    return pathSlots
  }

  /// Lets a name stand for the value at a place, which rules can change.
  ///
  /// - Parameter fallback: The value, as written, for a map's key that does not exist yet.
  mutating func open(
    _ target: Target, default fallback: Node?, as name: String
  ) -> OpenedPlace? {
    let (pinned, pathSlots) = pin(target)
    guard let target = adding(fallback, to: target) else { return nil }
    let slot = bind(name, target.type.cel, meaning: .value(target.type))
    if isSensitive(target) { hide(slot: slot) }
    enter(
      EnteredPlace(
        of: target, at: pinned.components, slot: slot, boundNames: boundNames.count))
    locate(
      name,
      at: Element(
        components: pinned.components, type: target.type,
        items: target.items + [Target.Item(slot: slot, depth: target.components.count)]))
    return OpenedPlace(target: target, pathSlots: pathSlots, itemName: name, itemSlot: slot)
  }

  /// Brings a variant at a place into scope, whose present case rules can change.
  ///
  /// - Returns: The place, the slots for the indices and keys on the path to it, and the slot for a
  ///   copy of the variant.
  mutating func openVariant(
    _ target: Target
  ) -> (target: Target, pathSlots: [Int], itemSlot: Int) {
    let (pinned, pathSlots) = pin(target)
    let slot = reserveSlot()
    if isSensitive(target) { hide(slot: slot) }
    enter(
      EnteredPlace(
        of: target, at: pinned.components, slot: slot, isMatched: true,
        boundNames: boundNames.count))
    return (pinned, pathSlots, slot)
  }

  /// Reserves slots for the indices and keys on the path to a place, and returns the place that is
  /// found by these.
  ///
  /// Expressions that run while the slots are held have to be checked afterwards: their variables
  /// lie in the slots that follow those of their scope.
  mutating func pin(_ target: Target) -> (target: Target, slots: [Int]) {
    let slots = target.components.compactMap { component -> Int? in
      if case .element = component { reserveSlot() } else { nil }
    }
    return (target.pinned(to: slots), slots)
  }
}

/// A place that rules are run on, which limits their changes.
struct EnteredPlace {
  /// The slot for a copy of the value.
  let slot: Int
  /// The path to the place, with its indices and keys in slots.
  let components: [Target.Component]
  /// The path as its components are written.
  private let written: Target
  /// The outermost list or map on the way to the place, from the place that the path begins at.
  private let container: [Target.Component]?
  /// True if rules can set the place by the path that was matched.
  private let isMatched: Bool
  /// The number of names that were bound when the place was entered.
  private let boundNames: Int

  /// - Parameters:
  ///   - target: The place as it is written or, for an element, the list or map.
  ///   - components: The path to the place.
  init(
    of target: Target, at components: [Target.Component], slot: Int, isMatched: Bool = false,
    boundNames: Int
  ) {
    self.slot = slot
    self.components = components
    self.isMatched = isMatched
    self.boundNames = boundNames
    written = target
    let start = target.items.filter(\.rest.isEmpty).map(\.depth).max() ?? 0
    container = components[start...].firstIndex(where: \.isEntry).map { Array(components[..<$0]) }
  }

  /// The path for messages.
  var text: String { written.text }

  /// True if a target may contain the list or map around the place, or lie inside it.
  func forbids(_ target: Target) -> Bool {
    container.map { zip($0, target.components).allSatisfy { $0.mayMeet($1) } } ?? false
  }

  /// True if a target, with a path in which some names occur, is the matched place itself.
  func isMatched(by target: Target, naming names: Set<String>, _ boundSince: [String]) -> Bool {
    isMatched && written.text == target.text
      && written.components.count == target.components.count
      && zip(written.components, target.components).allSatisfy { $0.isSame(as: $1) }
      && !boundSince.dropFirst(boundNames).contains(where: names.contains)
  }

  /// Returns the matched place, found by the indices and keys with which it was matched.
  var matched: Target {
    Target(
      components: components, type: written.type, text: written.text,
      items: written.items + [Target.Item(slot: slot, depth: components.count)],
      endsInKey: written.endsInKey)
  }

  /// The item to read anew after a target that contains the place, or lies inside it, has changed;
  /// nil if they have nothing in common.
  func item(overlapping target: Target) -> Target.Item? {
    guard zip(components, target.components).allSatisfy({ $0.isSame(as: $1) }) else { return nil }
    let inside = components.dropFirst(target.components.count)
    let rest = inside.compactMap { component -> Int? in
      if case .field(let slot) = component { slot } else { nil }
    }
    // A path that does not begin at the list or map cannot change anything in it.
    guard rest.count == inside.count else { return nil }
    return Target.Item(slot: slot, depth: components.count - rest.count, rest: rest)
  }
}

extension Target.Component {
  private enum Name: Equatable {
    case slot(Int)
    case member(String)
  }

  private var name: Name? {
    switch self {
    case .field(let slot): .slot(slot)
    case .member(let name): .member(name)
    case .element: nil
    }
  }

  /// True if the component leads into a list or map, or may do so.
  fileprivate var isEntry: Bool { if case .field = self { false } else { true } }

  fileprivate func mayMeet(_ other: Target.Component) -> Bool {
    guard let name, let otherName = other.name else { return true }
    return name == otherName
  }

  /// True if both components are written alike; expressions are not compared.
  fileprivate func isSame(as other: Target.Component) -> Bool {
    switch (self, other) {
    case (.element(.bound(let slot)), .element(.bound(let other))): slot == other
    case (.element(.computed), .element(.computed)): true
    case (.element, _), (_, .element): false
    default: name == other.name
    }
  }
}
