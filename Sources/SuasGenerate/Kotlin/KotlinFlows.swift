import SuasProgram
import YAML

/// Writes the states and selectors of a spec as flows of `kotlinx.coroutines`.
struct KotlinFlows {
  let parts: KotlinParts

  private var names: KotlinNames { parts.names }
  private var program: Program { names.program }

  /// The name of the flow of the whole state.
  private static let whole = "state"

  func document() throws(NotGenerated) -> Document {
    var taken: Set = [Self.whole]
    var properties = [
      property(
        Self.whole, ["The whole state of the app."], "\(names.fixed.state)",
        "\(names.fixed.state)(it)")
    ]
    for reducer in program.spec.reducers {
      let member = KotlinNames.member(reducer.stateKey)
      properties.append(
        property(
          Self.name(reducer.stateKey, &taken),
          program.description(.type, reducer.state.name),
          names.type(.record(reducer.state.name)), "\(names.fixed.state)(it).\(member)",
          stateKey: reducer.stateKey))
    }
    for selector in program.spec.selectors {
      properties.append(try self.selector(selector, Self.name(selector.name, &taken)))
    }
    // No part of a spec has a name with an underscore.
    let flows: Document = "private val _flows = \(kotlin: "StoreFlows")(store)"
    let comment =
      "/** The states and the selected values of a store, as flows that emit when they are other ones. */"
    return Document(comment) + .hardLine
      + .block(
        "\(names.access)class \(names.fixed.of("AppFlows"))(store: \(kotlin: "Store")) {",
        [flows, "", .paragraphs(properties)])
  }

  /// A name that no other flow has, not even with other cases: the one that is given, if possible.
  private static func name(_ original: String, _ taken: inout Set<String>) -> String {
    var name = original.memberName
    while !taken.insert(KotlinNames.member(name).lowercased()).inserted { name += "Value" }
    return name
  }

  /// The flow of a selector's values; its value is null where the condition does not hold.
  private func selector(_ selector: CheckedSelector, _ name: String) throws(NotGenerated)
    -> Document
  {
    let (condition, value) = try parts.lowering.body(of: selector)
    var type = parts.lowering.type(of: selector)
    var call: Document = "\(names.selector(selector.name))(\(names.fixed.state)(it))"
    if condition != nil {
      call += ".\(kotlin: "valueOrNull")()"
      if type != .null { type = .nullable(type.nonNull) }
    }
    if value.canFail || condition?.canFail == true {
      call = "\(kotlin: "rule")(\(parts.place(selector.place))) \(.lambda("", call))"
    }
    let note = condition == nil ? [] : ["The value is null where the condition does not hold."]
    return property(
      name, program.description(.selector, selector.name) + note, names.type(type), call)
  }

  private func property(
    _ name: String, _ comment: [String], _ type: Document, _ value: Document,
    stateKey: String? = nil
  ) -> Document {
    let member = KotlinNames.member(name)
    let flow = Symbol("StateFlow", importing: "kotlinx.coroutines.flow.StateFlow")
    let arguments = [names.text(name)] + (stateKey.map { [names.text($0)] } ?? [])
    let call: Document = "_flows.of\(.arguments(arguments)) \(.lambda("", value))"
    return .comment(comment) + "public val \(member): \(flow)<\(type)>"
      + (.hardLine + "get() = \(call)").nested(4)
  }
}
