import CEL
import SuasProgram

/// The parts of an action that code for several types of actions reads: its type, and its payload
/// as a value whose type is known only at run time.
struct SwiftActionReads {
  static let actionType = LoweredExpression(.local(Local("actionType")), .string, canFail: false)
  static let payload = LoweredExpression(.local(Local("payload")), .any, canFail: false)

  /// The constants that the code needs, of an `action` that the spec declares.
  let constants: SwiftCode
  var isEmpty: Bool { constants.isEmpty }

  init(of code: SwiftCode) {
    var constants = SwiftCode()
    if code.mentions("actionType") {
      constants.line("let actionType = type(of: \(name: "action")).\(SwiftRuntime.actionType)")
    }
    if code.mentions("payload") { constants.line("let payload = \(name: "action").json") }
    self.constants = constants
  }

  /// The action as one that the spec declares.
  static func cast(_ names: SwiftNames) -> Document {
    "let action = \(name: "action") as? any \(names.specAction)"
  }

  /// Writes the protocol of the actions that a spec declares.
  static func writeProtocol(
    _ names: SwiftNames, of actions: [CheckedAction], to code: inout SwiftCode
  ) {
    code.line("/// An action that the spec declares.")
    code.block("\(names.access)protocol \(names.fixed.action): Action, JSONWritable {") { code in
      code.line("/// The name of the action in the spec.")
      code.line("static var actionType: String { get }")
    }
    for action in actions {
      code.line()
      code.block(
        SwiftSyntax.type("extension \(names.action(action.name))", ["\(names.fixed.action)"])
      ) { code in
        code.line(
          "\(names.access)static var actionType: String { \(SwiftNames.quoted(action.name)) }")
      }
    }
  }
}
