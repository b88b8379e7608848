/// A part of a statement of Swift.
typealias SwiftText = CodeText<SwiftNotation>

/// The marks by which statements of Swift are divided.
enum SwiftNotation: CodeNotation {
  static let operators = [
    [" ? ", " : "], [" || "], [" && "], [" == ", " != ", " <= ", " >= ", " < ", " > "], [" ?? "],
    [" + ", " - "], [" * ", " / "],
  ]
  static let valueMark: (sign: Character, opening: Character) = ("\\", "(")
  static let hasAngles = false
}

extension CodeText<SwiftNotation> {
  /// The places of the points before calls of methods, where at least two calls follow one another.
  var links: [Int] {
    var links: [Int] = []
    for group in groups where group.opening == "(" && group.start > 0 {
      var index = group.start - 1
      while index > 0, self[index].isLetter || self[index].isNumber { index -= 1 }
      if self[index] == ".", index > 0, isOutermost(index) { links.append(index) }
    }
    return links
  }
}
