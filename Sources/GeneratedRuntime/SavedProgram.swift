import Suas

/// The versions of what a program saves, as data.
package struct SavedVersions: Sendable {
  /// The shape that one version saved.
  package struct SavedShape: Sendable {
    /// The record with a field for each state key.
    package let store: String
    /// The initial sub-states, as JSON.
    package let initial: String

    package init(_ store: String, initial: String) {
      self.store = store
      self.initial = initial
    }
  }

  /// The name that saved texts carry.
  package let name: String
  package let version: Int
  /// The oldest version that can still be read.
  package let oldest: Int
  /// The quiet after which a changed state is saved.
  package let delay: Period
  /// The record with a field for each state key that the program saves.
  package let store: RecordType
  /// The places that begin anew: the names that lead there, where `[]` is every element or entry.
  package let except: [[String]]
  package let types: SavedTypes
  /// The shapes, from the oldest version on.
  package let shapes: [SavedShape]
  /// The plans that lead from each version to the next.
  package let carried: [CarriedOver]
  /// The plan that leads from the present shape to the sub-states of the program; nil if they are the
  /// same.
  package let toPresent: CarriedOver?

  package init(
    name: String, version: Int, oldest: Int, delay: Period, store: RecordType,
    except: [[String]] = [], types: SavedTypes, shapes: [SavedShape], carried: [CarriedOver] = [],
    toPresent: CarriedOver? = nil
  ) {
    self.name = name
    self.version = version
    self.oldest = oldest
    self.delay = delay
    self.store = store
    self.except = except
    self.types = types
    self.shapes = shapes
    self.carried = carried
    self.toPresent = toPresent
  }

  /// The initial sub-states of a version.
  func initial(_ version: Int) -> JSONValue {
    let shape = shapes[version - oldest]
    return types.value(shape.initial, .record(shape.store))
  }
}

/// A program some of whose state outlives its store.
package protocol SavedProgram: SavedForm {
  static var versions: SavedVersions { get }
  /// The state keys, in the order of the reducers.
  static var stateKeys: [String] { get }
  /// The initial sub-states.
  var initialState: KeyedState { get }

  /// The sub-states that are saved.
  func saved(_ state: Store.State) -> [JSONValue]
  /// Runs the rules of the migration to a version.
  func migrated(
    _ state: JSONValue, to version: Int, from old: JSONValue
  ) throws(ActionError) -> JSONValue
  /// Reads a sub-state, and judges its constraints.
  func subState(_ key: String, _ value: JSONValue) throws(Failure) -> any Sendable
  /// Judges the invariants.
  func judge(_ state: Store.State) throws(ActionError)
}

extension SavedProgram {
  package var savedVersion: Int { Self.versions.version }

  package var savingDelay: Swift.Duration { .nanoseconds(Self.versions.delay.nanoseconds) }

  package func migrated(
    _ state: JSONValue, to _: Int, from _: JSONValue
  ) throws(ActionError) -> JSONValue { state }

  package func judge(_: Store.State) throws(ActionError) {}

  package func savedText(of state: Store.State) -> [UInt8]? {
    savedText(of: state, at: SystemClock().now)
  }

  /// Returns what is saved of a state.
  ///
  /// - Parameter time: The time that the text says; nil to leave it out.
  package func savedText(of state: Store.State, at time: Timestamp?) -> [UInt8] {
    Self.versions.text(of: saved(state), at: time)
  }

  package func restore(_ text: [UInt8]?) -> Restoration {
    guard let text else {
      return Restoration(version: 0, lost: [], state: Store.State(dictionary: initialState))
    }
    return Restoring(program: self).restore(text)
  }

  /// The initial sub-states that are saved.
  fileprivate var initial: JSONValue {
    .record(Self.versions.store, saved(Store.State(dictionary: initialState)))
  }
}

/// Runs the rules of a migration on the types of its versions.
package func migrating<New: SpecRecord, Old: JSONCoded>(
  _ state: JSONValue, from old: JSONValue,
  _ migrate: (inout New, Old) throws(ActionError) -> Void
) throws(ActionError) -> JSONValue {
  var new: New
  let former: Old
  do throws(Failure) {
    (new, former) = (try New(state, from: .outside), try Old(old, from: .outside))
  } catch {
    throw ActionError(error)
  }
  try migrate(&new, former)
  return new.json
}

// MARK: Restoring

/// The restoring of one text.
private struct Restoring<Program: SavedProgram> {
  let program: Program

  private var versions: SavedVersions { Program.versions }

  func restore(_ text: [UInt8]) -> Restoration {
    var state: JSONValue?
    var lost: [Restoration.Loss] = []
    let expected = SavedHead.ExpectedHead(
      versions.name, oldest: versions.oldest, version: versions.version)
    let head = SavedHead(text, expected) { (reader, version) throws(SavedFault) in
      (state, lost) = try subStates(of: version, &reader)
    }
    guard let state, head.fault == nil else {
      return nothing(
        of: head.version, head.fault?.code ?? "unreadable",
        head.fault?.message ?? "nothing can be read", at: "")
    }
    do throws(ActionError) {
      return judged(try present(state, of: head.version), head.version, lost)
    } catch {
      return nothing(of: head.version, error)
    }
  }

  /// Reads the sub-states of a version; those that do not fit are initial.
  private func subStates(
    of version: Int, _ reader: inout JSONReader
  ) throws(SavedFault) -> (state: JSONValue, lost: [Restoration.Loss]) {
    let initial = versions.initial(version)
    guard reader.byte == UInt8(ascii: "{") else { throw .misfit("'state' is no object") }
    guard case .record(var state) = initial, let store = versions.types.records[state.type.name]
    else { return (initial, []) }
    let first = state.values
    var lost: [Restoration.Loss] = []
    try reader.members(0) { (reader, key) throws(SavedFault) in
      guard let slot = store.type.slot(of: key) else {
        _ = try reader.whole()
        return
      }
      lost.removeAll { $0.stateKey == key }
      state.values[slot] = first[slot]
      guard case .record(let name) = store.fields[slot].type,
        let record = versions.types.records[name], case .record(let former) = first[slot]
      else { return }
      let start = reader.position
      do throws(SavedFault) {
        state.values[slot] = try reader.record(record, versions.types, over: former, 1)
      } catch {
        guard case .misfit(let misfit) = error else { throw error }
        lost.append(
          Restoration.Loss(
            stateKey: key, code: "type-mismatch", message: misfit.reason,
            place: key + misfit.path))
        reader.position = start
        _ = try reader.whole()
      }
    }
    return (.record(state), lost)
  }

  /// Makes the sub-states of the program of those that a version saved.
  private func present(
    _ old: JSONValue, of version: Int
  ) throws(ActionError) -> JSONValue {
    var state = old
    if version == versions.version { return try carriedToPresent(state) }
    for next in version + 1...versions.version {
      let former = state
      state = try carried(
        former, versions.carried[next - versions.oldest - 1], over: versions.initial(next))
      if next == versions.version { state = try carriedToPresent(state) }
      state = try program.migrated(state, to: next, from: former)
    }
    return state
  }

  private func carriedToPresent(_ state: JSONValue) throws(ActionError) -> JSONValue {
    guard let plan = versions.toPresent else { return state }
    return try carried(state, plan, over: program.initial)
  }

  private func carried(
    _ state: JSONValue, _ plan: CarriedOver, over initial: JSONValue
  ) throws(ActionError) -> JSONValue {
    do throws(Failure) {
      return try plan.carry(state, over: initial, versions.types)
    } catch {
      throw ActionError(error)
    }
  }

  /// Judges the sub-states, and the whole state without those that are lost.
  private func judged(
    _ state: JSONValue, _ version: Int, _ known: [Restoration.Loss]
  ) -> Restoration {
    var (lost, next) = (known, program.initialState)
    guard case .record(let record) = state else {
      return nothing(of: version, "unreadable", "nothing can be read", at: "")
    }
    for (key, value) in zip(versions.store.fields, record.values)
    where !known.contains(where: { $0.stateKey == key }) {
      do throws(Failure) {
        next[key] = try program.subState(key, value)
      } catch {
        lost.append(
          Restoration.Loss(
            stateKey: key, code: error.code, message: error.message,
            place: error.place?.description ?? ""))
      }
    }
    let restored = Store.State(dictionary: next)
    do throws(ActionError) {
      try program.judge(restored)
    } catch {
      return nothing(of: version, error)
    }
    let keys = Program.stateKeys
    let order = keys + lost.map(\.stateKey).filter { !keys.contains($0) }.sorted()
    return Restoration(
      version: version,
      lost: order.compactMap { key in lost.first { $0.stateKey == key } }, state: restored)
  }

  // MARK: Losing everything

  private func nothing(of version: Int, _ error: ActionError) -> Restoration {
    nothing(of: version, error.code, error.message, at: error.place?.description ?? "")
  }

  private func nothing(
    of version: Int, _ code: String, _ message: String, at place: String
  ) -> Restoration {
    Restoration(
      version: version,
      lost: versions.store.fields.map {
        Restoration.Loss(stateKey: $0, code: code, message: message, place: place)
      }, state: Store.State(dictionary: program.initialState))
  }
}
