internal import Locking

/// A constant that a host defines for all expressions of an environment.
package struct DefinedConstant: Sendable {
  package let type: Type
  package let value: Value

  package init(type: Type, value: Value) {
    self.type = type
    self.value = value
  }
}

/// The constants and functions that a host defines for all expressions; they share one namespace.
///
/// A reference: an expression that was checked before further definitions keeps no copy of those
/// that there were.
package final class Definitions: Sendable {
  private struct Contents {
    var constants: [String: DefinedConstant] = [:]
    var functions: [String: DefinedFunction] = [:]
  }

  private let contents = Mutex(Contents())

  package init() {}

  package func define(_ name: String, _ constant: DefinedConstant) {
    contents.withLock { $0.constants[name] = constant }
  }

  package func define(_ function: DefinedFunction) {
    contents.withLock { $0.functions[function.name] = function }
  }

  /// Forgets all definitions: expressions that call functions hold them, and functions hold the
  /// expressions that are their bodies.
  package func removeAll() { contents.withLock { $0 = Contents() } }

  package func constant(_ name: String) -> DefinedConstant? {
    contents.withLock { $0.constants[name] }
  }

  package func function(_ name: String) -> DefinedFunction? {
    contents.withLock { $0.functions[name] }
  }

  var namesOfConstants: [String] { contents.withLock { Array($0.constants.keys) } }
  var namesOfFunctions: [String] { contents.withLock { Array($0.functions.keys) } }
}
