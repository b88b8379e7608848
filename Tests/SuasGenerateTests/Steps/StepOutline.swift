import SuasProgram
import YAML

@testable import SuasGenerate

extension Steps {
  /// The steps as lines, those inside of others indented.
  var outline: [String] { steps.flatMap(\.outline) }
}

extension Step {
  fileprivate var outline: [String] {
    switch self {
    case .rule(let place, let steps):
      [place.hidesValues ? "rule, hiding values" : "rule"] + steps.outline.indented
    case .bind(let local, let code): ["let \(local.name)\(code.canFail ? ", may fail" : "")"]
    case .evaluate: ["evaluate"]
    case .open(let path): path.outline
    case .write(let write): write.path.outline + [write.outline]
    case .branch(_, let then, let otherwise):
      ["if"] + then.outline.indented
        + (otherwise.isEmpty ? [] : ["else"] + otherwise.outline.indented)
    case .choose(let choice): choice.outline
    case .loop(let loop): ["for each\(loop.names)"] + loop.body.outline.indented
    case .call(let call): ["call rule \(call.rule) on \(call.path.place.outline)"]
    case .within(let entry):
      entry.path.outline + ["within new \(entry.path.place.outline)"] + entry.body.outline.indented
    case .travel(let move): ["travel in \(move.stateKey)"]
    case .checkConstraints: ["check constraints"]
    case .count: ["count"]
    case .refuse(let code, _, _): ["refuse \(code)"]
    }
  }
}

extension Write {
  fileprivate var outline: String {
    var line = "\(change.name) \(path.place.outline)"
    if fallback != nil { line += ", made if it is missing" }
    if countsDropping { line += ", counts where it drops" }
    return line
  }
}

extension Choice {
  fileprivate var outline: [String] {
    var lines = ["choose by \(subject.outline)"]
    for item in cases {
      let contents = item.contents.map { " with \($0.name)" } ?? ""
      lines += ["case\(contents)"] + item.steps.outline.indented
    }
    if let otherwise { lines += ["else"] + otherwise.outline.indented }
    return lines
  }
}

extension Loop {
  fileprivate var names: String {
    [key, item].compactMap(\.self).map { " \($0.name)" }.joined()
  }
}

extension OpenedPath {
  fileprivate var outline: [String] {
    checks.map { check in
      switch check {
      case .bind(let local, _): "let \(local.name)"
      case .position(let local, let list, _): "index \(local.name) in \(list.outline)"
      case .requireIndex(let list, _): "index in \(list.outline)"
      case .requireKey(let map, _): "key in \(map.outline)"
      case .requireValue(let code): "value at \(code.outline)"
      case .require(let code): "place \(code.outline)"
      case .requireCase(let code, _, let name): "case \(name) of \(code.outline)"
      }
    }
  }
}

extension Change {
  fileprivate var name: String { "\(self)".prefix { $0.isLetter }.description }
}

extension LoweredExpression {
  /// The path to a place of the state; `…` for any other expression.
  fileprivate var outline: String {
    switch kind {
    case .local(let local), .position(let local): local.name
    case .field(let record, let name): "\(record.outline).\(name)"
    case .contents(let variant, _, let name): "\(variant.outline).\(name)"
    case .opened(let collection, let key): "\(collection.outline)[\(key.outline)]"
    case .dynamic(.opened(let collection, let key)): "\(collection.outline)[\(key.outline)]"
    case .known(let code): code.outline
    case .constant(let value): "\(value)"
    default: "…"
    }
  }
}

extension [String] {
  fileprivate var indented: [String] { map { "  \($0)" } }
}
