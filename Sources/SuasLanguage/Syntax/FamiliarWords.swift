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

  /// The most bytes of a text that is taken for a type: the work grows with its square.
  private static let longest = 200

  static let verbs = [
    "push": "append", "concat": "append", "unshift": "prepend", "inc": "increment",
    "dec": "decrement", "flip": "toggle", "negate": "toggle", "assign": "set", "patch": "merge",
    "filter": "keep", "splice": "remove-at", "delete-at": "remove-at", "pop": "remove-at",
    "case": "match", "switch": "match", "foreach": "for-each", "each": "for-each",
    "loop": "for-each",
    "map": "update", "call": "use", "apply": "use", "throw": "fail", "raise": "fail",
    "empty": "clear",
  ]

  static let nulls: Set = ["nil", "None", "undefined"]

  /// Arguments of verbs, by the names that other languages have for them.
  static let arguments = [
    "item": "value", "element": "value", "elem": "value", "object": "value", "data": "value",
    "payload": "value", "amount": "by", "step": "by", "condition": "where", "if": "where",
    "predicate": "where", "filter": "where", "rules": "do", "then": "do", "position": "index",
    "at": "index",
  ]

  /// The type, and the default after it, that a text means; nil if none can be meant.
  static func field(meantBy text: String) -> String? {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return type(meantBy: text) }
    return type(meantBy: String(parts[0])).map { "\($0) =\(parts[1])" }
  }

  /// The type that a text means which no type is written as: `string[]`, `List<Item>`, `list[int]`; nil if
  /// none can be meant.
  static func type(meantBy text: String) -> String? {
    guard text.utf8.count <= longest else { return nil }
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
      let before = arguments[..<range.lowerBound]
      let start = before.lastIndex { !($0.isLetter || $0.isNumber || "_?".contains($0)) }
      let element = before[(start.map(before.index(after:)) ?? before.startIndex)...]
      if element.isEmpty { return nil }
      arguments.replaceSubrange(element.startIndex..<range.upperBound, with: "list(\(element))")
    }
    var parser = TypeParser(arguments)
    return (try? parser.parseWhole())?.inOwnWords
  }
}

extension TypeSyntax {
  /// The type as text, with the names that the language has for familiar ones.
  var inOwnWords: String {
    switch kind {
    case .name(let name):
      // Without the type of its elements a list is none.
      FamiliarWords.types[name].flatMap { $0.contains("(") ? nil : $0 } ?? name
    case .optional(let wrapped): "\(wrapped.inOwnWords)?"
    case .application(let name, let arguments):
      switch FamiliarWords.typesWithArguments[name] ?? name {
      case "optional" where arguments.count == 1: "\(arguments[0].inOwnWords)?"
      case let known: "\(known)(\(arguments.map(\.inOwnWords).joined(separator: ", ")))"
      }
    }
  }
}
