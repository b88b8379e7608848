/// Declarations of the runtime that emitters name.
extension SwiftRuntime {
  static let convertingEntries = Symbol("convertingEntries", in: "Maps")
  static let distinct = Symbol("distinct", in: "Maps")
  static let present = Symbol("present", in: "Maps")

  /// The type of values whose types are known only at run time.
  static let value = Symbol("JSONValue")
  static let opaque = Symbol("opaque", in: "NetworkValues")

  static let actionType = Symbol("actionType", in: "AppAction")
  /// The protocol of the whole store, which effects read.
  static let storeState = Symbol("StoreState", in: "Effects")
  static let runner = Symbol("EffectRunner", in: "EffectRunner")
  static let mutex = Symbol("Mutex", in: "Mutex")

  /// A file that code needs without naming it.
  static func need(_ file: String) -> Symbol { Symbol("", in: file) }

  static let history = Symbol("History", in: "History")
  static let likeJSON = Symbol("likeJSON")
  /// The notes of the values that a function overwrote.
  static let undo = Symbol("Undo", in: "Undo")

  /// A function on values whose types are known only at run time.
  static func dynamic(_ name: String) -> Symbol { Symbol(name, in: "Dynamic") }
  static func dynamicLists(_ name: String) -> Symbol { Symbol(name, in: "DynamicLists") }
  static func dynamicNumbers(_ name: String) -> Symbol { Symbol(name, in: "DynamicNumbers") }
  static func place(_ name: String) -> Symbol { Symbol(name, in: "Places") }
}
