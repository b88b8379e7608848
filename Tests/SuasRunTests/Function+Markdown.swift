import Foundation

@testable import CEL

extension Library {
  /// The tables of the standard library with their names.
  static let sections: [(name: String, functions: [Function])] = [
    ("Operators", operators), ("Conversions", conversions), ("Collections", collections),
    ("Strings", strings), ("Formatting", format), ("Timestamps and durations", times),
    ("Math", math), ("Lists", lists), ("Sets", sets), ("Encoders", encoders),
    ("Optionals", optionals), ("Addresses", network),
  ]
}

extension Function {
  /// The rows of a Markdown table: one for overloads that follow one another and do the same.
  var rows: String {
    var rows: [(calls: [String], result: String, doc: String)] = []
    for overload in overloads {
      let result = String(describing: overload.result)
      let call = "`\(call(overload).escaped)`"
      if let last = rows.last, last.result == result, last.doc == overload.doc {
        rows[rows.count - 1].calls.append(call)
      } else {
        rows.append(([call], result, overload.doc))
      }
    }
    return rows.map {
      "| \($0.calls.joined(separator: ", ")) | `\($0.result.escaped)` | \($0.doc.escaped) |\n"
    }.joined()
  }

  /// A call as it is written, with types in the place of values.
  private func call(_ overload: Overload) -> String {
    let types = overload.parameters.map(String.init(describing:))
    if name == "@in" { return "\(types[0]) in \(types[1])" }
    if name.hasPrefix("_") || name.hasSuffix("_") {
      // The specification's name of an operator has a `_` for each of its operands.
      let symbols = name.split(separator: "_")
      switch (symbols.count, types.count) {
      case (1, 1): return "\(symbols[0])\(types[0])"
      case (1, _): return "\(types[0]) \(symbols[0]) \(types[1])"
      case (_, 2): return "\(types[0])\(symbols[0])\(types[1])\(symbols[1])"
      default: return zip(types, symbols + [""]).map { "\($0) \($1)" }.joined(separator: " ")
      }
    }
    guard overload.isMember, let receiver = types.first else {
      return "\(name)(\(types.joined(separator: ", ")))"
    }
    return "\(receiver).\(name)(\(types.dropFirst().joined(separator: ", ")))"
  }
}

extension String {
  /// The text as it stands in a Markdown table.
  fileprivate var escaped: String { replacing("|", with: "\\|") }
}
