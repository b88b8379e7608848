import SuasScenario
import SuasSpec
import YAML
import YAMLSyntax

/// The mutations of the values under the keys of declarations.
extension MutationSource {
  mutating func mutateDeclarations(_ tree: Node) {
    for entry in tree.mapping ?? [] {
      for declaration in entry.value.mapping ?? [] {
        mutate(declaration, under: entry.key.text)
      }
      if entry.key.text == "middleware" {
        for item in entry.value.sequence ?? [] {
          swapSteps(of: item)
        }
      }
    }
  }

  private mutating func mutate(_ declaration: Node.Entry, under section: String) {
    let value = declaration.value
    switch section {
    case "constants": mutateDefault(of: value)
    case "types", "states", "actions":
      for field in value.mapping ?? [] { mutateDefault(of: field.value) }
    case "variants":
      for fields in value.mapping ?? [] {
        for field in fields.value.mapping ?? [] { mutateDefault(of: field.value) }
      }
    case "reducers":
      for entry in value.mapping ?? [] where entry.key.text == "initial" {
        mutateScalars(of: entry.value, .changeDefault)
      }
    case "invariants", "transitions":
      let promise = Mutation.Promise(
        kind: section == "transitions" ? .transition : .invariant, name: declaration.key.text)
      add(.dropPromise, at: declaration.key.range, leavingOut: promise) {
        $0.removingEntry(at: declaration.key.range)
      }
    case "saved" where declaration.key.text == "except":
      for item in value.sequence ?? [] {
        add(.dropException, at: item.range) { $0.removingItem(at: item.range) }
      }
    case "selectors": drop(["when"], from: value, .dropFilter)
    case "listeners":
      drop(["filter"], from: value, .dropFilter)
    case "effects":
      let effect = spec.effects.first { $0.name == declaration.key.text }
      drop(
        ["latest", "retry", "debounce", "key"], from: value, .dropEffectSetting,
        reaching: effect.map { [$0.point] })
      exchangeOutcomes(of: value)
      for entry in value.mapping ?? [] where entry.key.text == "run" {
        if let effect { mutate(run: entry.value, of: effect) }
      }
    default: break
    }
  }

  private mutating func drop(
    _ keys: [String], from node: Node, _ kind: MutationOperator, reaching: [Int]? = nil
  ) {
    for entry in node.mapping ?? [] where keys.contains(entry.key.text) {
      add(kind, at: entry.key.range, reaching: reaching) { $0.removingEntry(at: entry.key.range) }
    }
  }

  private mutating func exchangeOutcomes(of effect: Node) {
    let keys = (effect.mapping ?? []).map(\.key)
    guard let success = keys.first(where: { $0.text == "on-success" }),
      let failure = keys.first(where: { $0.text == "on-failure" })
    else { return }
    add(.exchangeOutcomes, at: success.range) {
      $0.renaming([(success, "on-failure"), (failure, "on-success")])
    }
  }

  /// Exchanges the steps of a middleware that follow each other.
  private mutating func swapSteps(of middleware: Node) {
    for entry in middleware.mapping ?? [] where entry.key.text == "do" {
      let steps = entry.value.sequence ?? []
      for (step, next) in zip(steps, steps.dropFirst()) {
        add(.swapSteps, at: step.range) { $0.exchanging(step, next) }
      }
    }
  }
}
