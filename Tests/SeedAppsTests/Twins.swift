import Locking
import Suas
import SuasSpec
import Testing
import YAML

/// A record of calls of listeners, in order; they may be called on any thread.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  func write(_ line: String) { lines.withLock { $0.append(line) } }

  /// Returns the lines that were written since the last call.
  func read() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

/// A store with hand-written reducers and one with those of a spec, which have to behave the same.
struct Twins {
  let byHand: Store
  let fromSpec: Store
  private let journals = (Journal(), Journal())

  /// Calls `listen` to add the same listeners to both.
  init(byHand: Store, fromSpec: Store, listen: (Store, Journal) -> Void) {
    self.byHand = byHand
    self.fromSpec = fromSpec
    listen(byHand, journals.0)
    listen(fromSpec, journals.1)
  }

  /// Does the same to both; returns the records of their listeners.
  @discardableResult
  func both(
    _ body: (Store) -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    body(byHand)
    body(fromSpec)
    let told = (journals.0.read(), journals.1.read())
    #expect(told.0 == told.1, sourceLocation: sourceLocation)
    return told.0
  }

  /// Dispatches to both; returns the records of their listeners.
  @discardableResult
  func dispatch(
    _ action: any Action, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    both({ $0.dispatch(action: action) }, sourceLocation: sourceLocation)
  }

  /// Returns the sub-state of both, which has to be the same.
  func state<Value: Equatable>(
    _ type: Value.Type, key: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    let key = key ?? "\(type)"
    let first = try #require(byHand.state.value(forKey: key, ofType: type))
    #expect(
      fromSpec.state.value(forKey: key, ofType: type) == first, sourceLocation: sourceLocation)
    return first
  }
}

extension CompiledSpec {
  /// Compiles the text of a spec.
  init(_ text: String) throws { try self.init(Source(name: "spec.yaml", text: text)) }
}
