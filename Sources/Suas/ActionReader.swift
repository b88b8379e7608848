package import Values

/// Converts an app's actions to the form that some parts of a store work on, once for each action.
package protocol ActionReader: AnyObject {
  /// The type of the actions that the reader's parts receive unconverted.
  var nativeType: any Action.Type { get }

  /// The number of kinds of native actions that its parts distinguish.
  var kindCount: Int { get }

  /// The kind of a native action, from 0 on; `nil` if only the parts can handle it.
  func kind(of action: Borrow<any Action>) -> Int?

  /// Returns false for a native action that ``refusal(of:)`` lets pass, as nearly all are.
  func mayRefuse(_ action: Borrow<any Action>) -> Bool

  /// The reason for which a native action is refused before anybody sees it; `nil` for nearly all.
  func refusal(of action: Borrow<any Action>) -> ActionError?

  /// Converts `action`, which is not of the native type, for the reader's parts; returns `nil` if
  /// they receive it unconverted.
  ///
  /// An error that it throws refuses the action.
  func read(_ action: any Action) throws(ActionError) -> (any Action)?

  /// Returns true if the reader's parts may ignore `action` silently.
  func knows(_ action: any Action) -> Bool
}

/// The readers of a store, and their conversions of the current action.
struct Readings {
  private let readers: ContiguousArray<any ActionReader>
  private let readerOfSlot: ContiguousArray<Int?>
  private var readings: ContiguousArray<(any Action)?>

  /// The routes of native actions by their kinds, if one reader distinguishes them; the last route
  /// goes to all parts.
  private let routes: Routes
  /// The kinds of actions by their types, for parts without a reader.
  private let kindOfType: TypeTable
  private let kindReader: (any ActionReader)?
  private let wholeRoute: Range<Int>

  /// The range in `stops` of the parts that handle the current action.
  private(set) var route: Range<Int>
  var stops: ContiguousArray<Routes.Stop> { routes.stops }

  /// True if the kind of the current action is known, so that its stops have places.
  private(set) var knowsKind = false

  /// True if all parts receive the action unconverted.
  private(set) var isEmpty = true

  /// True if every part has a reader, so that an action unknown to all readers has no receiver.
  private let readsAll: Bool

  /// The type of actions that no reader has to look at; nil where there is no such type.
  private let nativeType: ObjectIdentifier?
  private let held = ExistentialAccess()

  init(of parts: ContiguousArray<any StatePart>, isJudged: Bool) {
    var readers: ContiguousArray<any ActionReader> = []
    readerOfSlot = ContiguousArray(
      parts.map { part in
        guard let reader = part.reader else { return nil }
        if let known = readers.firstIndex(where: { $0 === reader }) { return known }
        readers.append(reader)
        return readers.count - 1
      })
    self.readers = readers
    readings = ContiguousArray(repeating: nil, count: readers.count)
    kindReader = readers.count == 1 ? readers[0] : nil
    let table =
      readers.isEmpty ? TypeTable(of: parts.compactMap(\.handledTypes).joined()) : TypeTable(of: [])
    kindOfType = table
    let kinds = kindReader?.kindCount ?? table.count
    let all = Array(0..<kinds)
    var routes = Routes(
      kinds: kinds + 1,
      handled: parts.map { part in
        if readers.isEmpty, let types = part.handledTypes {
          return types.compactMap { table[ObjectIdentifier($0)] }
        }
        return (kinds > 0 ? part.handledKinds ?? all : all) + [kinds]
      })
    routes.keepOld(of: parts, isJudged: isJudged)
    self.routes = routes
    wholeRoute = routes[kinds]
    route = wholeRoute
    readsAll = !parts.isEmpty && readerOfSlot.allSatisfy { $0 != nil }
    let types = Set(readers.map { ObjectIdentifier($0.nativeType) })
    nativeType = types.count == 1 ? types.first : nil
  }

  /// Reads an action that is about to be reduced; returns the refusal if it is refused.
  @inline(__always)
  mutating func read(_ action: any Action) -> Refusal? {
    if readers.isEmpty {
      if kindOfType.count > 0 { take(withBorrow(of: action) { kindOfType[held.type(of: $0)] }) }
      return nil
    }
    return withBorrow(of: action) { place in
      guard held.type(of: place) == nativeType else { return readForeign(action) }
      take(kindReader?.kind(of: place))
      return nil
    }
  }

  /// Returns false if no reader refuses an action before anybody sees it.
  ///
  /// Every dispatch through middleware calls this, so a store with one reader does not search a
  /// list.
  @inline(__always)
  mutating func mayRefuse(_ action: Borrow<any Action>) -> Bool {
    guard let nativeType else { return !readers.isEmpty }
    return held.type(of: action) == nativeType && kindReader?.mayRefuse(action) ?? true
  }

  /// The refusal of an action before anybody sees it; `nil` for nearly all.
  func refusal(of action: Borrow<any Action>) -> Refusal? {
    let type = held.type(of: action)
    for reader in readers
    where ObjectIdentifier(reader.nativeType) == type {
      if let error = reader.refusal(of: action) { return Refusal(error) }
    }
    return nil
  }

  @inline(__always)
  private mutating func take(_ kind: Int?) {
    route = kind.map { routes[$0] } ?? wholeRoute
    knowsKind = kind != nil
  }

  @inline(never)
  private mutating func readForeign(_ action: any Action) -> Refusal? {
    take(nil)
    do throws(ActionError) {
      for index in readers.indices where type(of: action) != readers[index].nativeType {
        if let reading = try readers[index].read(action) {
          readings[index] = reading
          isEmpty = false
        }
      }
      return nil
    } catch {
      return Refusal(error)
    }
  }

  /// Returns the action as the part in a slot receives it.
  func reading(of action: any Action, inSlot slot: Int) -> any Action {
    guard !isEmpty, let reader = readerOfSlot[slot] else { return action }
    return readings[reader] ?? action
  }

  /// Returns the action as `reader` converted it.
  func reading(of action: any Action, by reader: (any ActionReader)?) -> any Action {
    guard !isEmpty, let reader, let index = readers.firstIndex(where: { $0 === reader })
    else { return action }
    return readings[index] ?? action
  }

  /// Refuses an action that changed nothing if every part has a reader and no reader knows it.
  func refuseIfUnknown(_ action: any Action) throws(ActionError) {
    guard readsAll, !readers.contains(where: { $0.knows(action) }) else { return }
    throw ActionError(
      code: "invalid-payload", message: "no spec of the store declares '\(name(of: action))'")
  }

  @inline(__always)
  mutating func clear() {
    if !isEmpty { forget() }
  }

  private mutating func forget() {
    for index in readings.indices { readings[index] = nil }
    isEmpty = true
  }
}
