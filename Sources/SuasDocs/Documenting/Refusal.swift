import CEL
import SuasLanguage
import SuasProgram
import YAML

/// The rules that refuse actions with one code and one message.
struct Refusal {
  let code: String
  /// The message as it is written, with `${…}` for computed parts.
  let message: String
  /// The actions that may be refused, in the order of the spec.
  var actions: [String] = []
  /// The places of the rules, as `file.yaml:12`.
  var places: [String] = []
}

extension CheckedSpec {
  /// The refusals by `fail`, in the order in which the actions can meet them.
  var refusals: [Refusal] {
    var found: [Refusal] = []
    var places: [[String]: Int] = [:]
    func add(_ code: String, _ message: String, _ action: String?, _ place: String) {
      let index = places[[code, message]] ?? found.count
      if index == found.count {
        places[[code, message]] = index
        found.append(Refusal(code: code, message: message))
      }
      if let action, !found[index].actions.contains(action) { found[index].actions.append(action) }
      if !found[index].places.contains(place) { found[index].places.append(place) }
    }
    func read(_ rules: [CheckedRule], _ action: String?, _ used: inout Set<Int>) {
      for rule in rules {
        switch rule.operation {
        case .refuse(let code, let message):
          add(code, message.written, action, rule.place.lineName)
        case .use(let use):
          if used.insert(use.rule).inserted { read(sharedRules[use.rule].rules, action, &used) }
        default:
          for rules in rule.operation.ruleLists { read(rules, action, &used) }
        }
      }
    }
    var handlers: [Int: [[CheckedRule]]] = [:]
    for reducer in reducers {
      for (action, rules) in reducer.rules { handlers[action, default: []].append(rules) }
    }
    for action in actions {
      var used: Set<Int> = []
      for rules in handlers[action.id] ?? [] { read(rules, action.name, &used) }
    }
    var all = Set(sharedRules.indices)
    for rule in sharedRules { read(rule.rules, nil, &all) }
    return found
  }
}

extension CheckedTemplate {
  /// The text as it is written.
  fileprivate var written: String {
    switch self {
    case .constant(let value): value.interpolated
    case .computed(let expression, _): "${\(expression.text)}"
    case .text(let pieces, _):
      pieces.map { piece in
        switch piece {
        case .text(let text): text
        case .computed(let expression): "${\(expression.text)}"
        }
      }.joined()
    case .list, .map, .record: ""
    }
  }
}

extension SourceRange {
  /// The file, without its folder, and the line: `todo.yaml:12`.
  fileprivate var lineName: String {
    let file = source.name.split(separator: "/").last ?? ""
    return "\(file):\(location.line + 1)"
  }
}
