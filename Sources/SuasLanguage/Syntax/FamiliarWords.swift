import SuasProgram
import YAML

/// Words that other languages have for types and verbs.
enum FamiliarWords {
  static let types = [
    "boolean": "bool", "Boolean": "bool", "Bool": "bool", "str": "string", "text": "string",
    "String": "string", "integer": "int", "Int": "int", "Integer": "int", "long": "int",
    "Long": "int", "Int64": "int", "float": "double", "Float": "double", "Double": "double",
    "number": "double", "decimal": "double", "date": "timestamp", "Date": "timestamp",
    "datetime": "timestamp", "time": "timestamp", "Instant": "timestamp", "Any": "any",
    "json": "any", "object": "any", "dynamic": "any", "array": "list(T)", "Array": "list(T)",
    "List": "list(T)", "dict": "map(T)",
    "Map": "map(T)",
  ]

  static let typesWithArguments = [
    "List": "list", "Set": "list", "array": "list", "Array": "list", "MutableList": "list",
    "Map": "map",
    "Dictionary": "map", "dict": "map", "Record": "map", "Partial": "partial",
    "optional": "optional", "Optional": "optional",
  ]

  static let verbs = [
    "push": "append", "concat": "append", "unshift": "prepend", "inc": "increment",
    "dec": "decrement", "flip": "toggle", "negate": "toggle", "assign": "set", "patch": "merge",
    "filter": "keep", "splice": "remove-at", "delete-at": "remove-at", "pop": "remove-at",
    "case": "match", "switch": "match", "foreach": "for-each", "each": "for-each",
    "loop": "for-each",
    "map": "update", "call": "use", "apply": "use", "throw": "fail", "raise": "fail",
    "empty": "clear",
  ]

  /// The type that a text means which no type is written as: `string[]`, `List<Item>`, `list[int]`; nil if
  /// none can be meant.
  static func type(meantBy text: String) -> String? {
    var arguments = ""
    for character in text {
      switch character {
      case "<", "[": arguments.append("(")
      case ">", "]": arguments.append(")")
      default: arguments.append(character)
      }
    }
    // What was `string[]` ends in an empty list of arguments now.
    while let range = arguments.firstRange(of: "()") {
      let element = arguments[..<range.lowerBound]
      guard element.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "?" }) else {
        return nil
      }
      arguments = "list(\(element))" + arguments[range.upperBound...]
    }
    let source = Source(name: "", text: arguments)
    let range = SourceRange(source: source, lowerBound: 0, upperBound: arguments.utf8.count)
    var parser = TypeParser(Scalar(arguments, style: .plain, at: range))
    return (try? parser.parseWhole())?.inOwnWords
  }
}

extension TypeSyntax {
  /// The type as text, with the names that the language has for familiar ones.
  var inOwnWords: String {
    switch kind {
    case .name(let name): FamiliarWords.types[name] ?? name
    case .optional(let wrapped): "\(wrapped.inOwnWords)?"
    case .application(let name, let arguments):
      switch FamiliarWords.typesWithArguments[name] ?? name {
      case "optional" where arguments.count == 1: "\(arguments[0].inOwnWords)?"
      case let known: "\(known)(\(arguments.map(\.inOwnWords).joined(separator: ", ")))"
      }
    }
  }
}
