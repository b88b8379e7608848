import SuasProgram
import YAML

/// Prints the shared rules of a spec as functions.
struct KotlinSharedRules {
  let names: KotlinNames
  let rules: LoweredSharedRules

  /// The object with the functions; nothing if there are none.
  func document() throws(NotGenerated) -> Document {
    let shared = names.program.spec.sharedRules
    if shared.isEmpty { return Document() }
    var functions: [Document] = []
    for (rule, function) in zip(shared, rules.functions) {
      functions += try self.functions(rule, function)
    }
    return "/** The rules that reducers share. */" + .hardLine
      + .block("internal object \(names.fixed.of("Rules")) {", [.paragraphs(functions)])
  }

  /// The function of a rule, and those of its parts.
  private func functions(
    _ rule: SharedRule, _ function: LoweredFunction
  ) throws(NotGenerated) -> [Document] {
    var types: [String: Document] = [:]
    var parameters: [Document] = []
    for (parameter, local) in zip(rule.parameters, function.parameters) {
      let type = names.type(ValueType(parameter.type))
      types[KotlinNames.local(local)] = type
      parameters.append("\(name: KotlinNames.local(local)): \(type)")
    }
    if function.steps.facts.reads.readsStore {
      types["store"] = Document(names.fixed.state)
      parameters.append("\(name: "store"): \(names.fixed.state)")
    }
    let printer = try KotlinFunctionPrinter(
      function, named: rule.name, KotlinExpressions(names: names, place: rule.place), types)
    let record: Document =
      "\(name: printer.parameter): \(names.type(.record(rule.record.name)))"
    let printed = printer.document(
      "fun \(KotlinNames.function(rule.name))", parameters: [record] + parameters)
    let comment = Document.comment(names.program.description(.sharedRule, rule.name))
    return [comment + printed] + printer.parts
  }
}
