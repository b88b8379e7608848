/// Makes of an app's actions what some parts of a store work on, once for each action.
package protocol ActionReader: AnyObject {
  /// The type of the actions that the reader's parts are given as they are.
  var nativeType: any Action.Type { get }

  /// How many kinds of native actions its parts tell apart.
  var kindCount: Int { get }

  /// The kind of a native action, from 0 on; `nil` where only the parts know what to do with it.
  func kind(of action: UnsafePointer<any Action>) -> Int?

  /// Why a native action is refused before anybody sees it; `nil` for nearly all.
  func refusal(of action: UnsafePointer<any Action>) -> ActionError?

  /// What the reader's parts are given for `action`, which is of another type than the native one;
  /// `nil` if they are given that itself.
  ///
  /// What it throws refuses the action.
  func read(_ action: any Action) throws(ActionError) -> (any Action)?

  /// Whether `action` is one that the reader's parts may pass over without a word.
  func knows(_ action: any Action) -> Bool
}

/// The readers of a store, and what they made of the action under way.
struct Readings {
  private let readers: ContiguousArray<any ActionReader>
  private let readerOfSlot: ContiguousArray<Int?>
  private var readings: ContiguousArray<(any Action)?>

  /// The routes of native actions by their kinds, where one reader tells these apart; the last one
  /// goes to all parts.
  private let routes: Routes
  private let kindReader: (any ActionReader)?
  private let wholeRoute: Range<Int>

  /// Where `stops` has the parts that the action under way is for.
  private(set) var route: Range<Int>
  var stops: ContiguousArray<Routes.Stop> { routes.stops }

  /// Whether the kind of the action under way is known, so that its stops have places.
  private(set) var knowsKind = false

  /// Whether all parts are given the action as it is.
  private(set) var isEmpty = true

  /// Whether every part has a reader, so that an action that none of them knows is nobody's.
  private let readsAll: Bool

  /// The type of actions that no reader has to look at; nil where there is no such type.
  private let nativeType: Held.TypeID?

  init(of parts: ContiguousArray<any StatePart>) {
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
    let kinds = kindReader?.kindCount ?? 0
    let all = Array(0..<kinds)
    routes = Routes(
      kinds: kinds + 1,
      handled: parts.map { (kinds > 0 ? $0.handledKinds ?? all : all) + [kinds] })
    wholeRoute = routes[kinds]
    route = wholeRoute
    readsAll = !parts.isEmpty && readerOfSlot.allSatisfy { $0 != nil }
    let types = Set(readers.map { unsafeBitCast($0.nativeType as Any.Type, to: Held.TypeID.self) })
    nativeType = types.count == 1 ? types.first : nil
  }

  /// Reads an action that is about to be reduced; answers why it is refused if it is.
  @inline(__always)
  mutating func read(_ action: any Action) -> Refusal? {
    if readers.isEmpty { return nil }
    return withUnsafePointer(to: action) { place in
      guard Held.type(in: place) == nativeType else { return readForeign(action) }
      take(kindReader?.kind(of: place))
      return nil
    }
  }

  /// Why an action is refused before anybody sees it, if it is.
  func refusal(of action: UnsafePointer<any Action>) -> Refusal? {
    let type = Held.type(in: action)
    for reader in readers
    where unsafeBitCast(reader.nativeType as Any.Type, to: Held.TypeID.self) == type {
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

  /// The action as the part in a slot is given it.
  func reading(of action: any Action, inSlot slot: Int) -> any Action {
    guard !isEmpty, let reader = readerOfSlot[slot] else { return action }
    return readings[reader] ?? action
  }

  /// The action as `reader` made it.
  func reading(of action: any Action, by reader: (any ActionReader)?) -> any Action {
    guard !isEmpty, let reader, let index = readers.firstIndex(where: { $0 === reader })
    else { return action }
    return readings[index] ?? action
  }

  /// Refuses an action that changed nothing where nobody can have been meant.
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
