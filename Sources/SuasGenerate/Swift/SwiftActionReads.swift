import CEL

/// The knowledge what code for several types of actions reads of the action: its type, and its
/// payload as a value whose type is known only at run time.
struct SwiftActionReads {
  static let actionType = Code(.local(Local("actionType")), .string, canFail: false)
  static let payload = Code(.local(Local("payload")), .any, canFail: false)

  /// The constants that the code needs, of an `action` that the spec declares.
  let lines: [String]
  var isEmpty: Bool { lines.isEmpty }

  init(of code: SwiftWriter) {
    var lines: [String] = []
    if code.mentions("actionType") { lines.append("let actionType = type(of: action).actionType") }
    if code.mentions("payload") { lines.append("let payload = action.json") }
    self.lines = lines
  }

  /// Writes the protocol of the actions that a spec declares.
  static func writeProtocol(_ actions: [(type: String, name: String)], to writer: inout SwiftWriter)
  {
    writer.line("/// An action that the spec declares.")
    writer.line("protocol SpecAction: Action, JSONWritable {")
    writer.line("  /// The name of the action in the spec.")
    writer.line("  static var actionType: String { get }")
    writer.line("}")
    for action in actions {
      writer.line()
      writer.line("extension \(action.type): SpecAction {")
      writer.line("  static var actionType: String { \(SwiftNames.literal(action.name)) }")
      writer.line("}")
    }
  }
}
