/// The places of names in generated Kotlin.
extension String {
  /// True if a name stands in the text.
  func mentionsName(_ name: String) -> Bool { !places(ofName: name).isEmpty }

  /// The text with an expression in the place of a name.
  func replacingName(_ name: String, with text: String) -> String {
    var result = ""
    var start = startIndex
    for place in places(ofName: name) {
      result += self[start..<place.lowerBound] + text
      start = place.upperBound
    }
    return result + self[start...]
  }

  /// The places at which a name is read: not in a literal, nor as the name of a member or an argument.
  private func places(ofName name: String) -> [Range<Index>] {
    guard contains(name) else { return [] }
    var places: [Range<Index>] = []
    /// The braces that are open in each value inside of a literal.
    var braces: [Int] = []
    var isInLiteral = false
    var last: Character?
    var index = startIndex
    while index < endIndex {
      let character = self[index]
      let rest = self[index...].dropFirst()
      switch character {
      case "\\" where isInLiteral: index = rest.isEmpty ? index : rest.startIndex
      case "\"": isInLiteral.toggle()
      case "$" where isInLiteral && rest.first == "{":
        braces.append(-1)
        isInLiteral = false
      case "{" where !isInLiteral && !braces.isEmpty: braces[braces.count - 1] += 1
      case "}" where !isInLiteral && braces.last == 0:
        braces.removeLast()
        isInLiteral = true
      case "}" where !isInLiteral && !braces.isEmpty: braces[braces.count - 1] -= 1
      case _ where !isInLiteral && last?.isPartOfName != true && last != ".":
        let end = self[index...].hasPrefix(name) ? self.index(index, offsetBy: name.count) : index
        let isWhole = end == endIndex || !self[end].isPartOfName
        let isAssigned = self[end...].hasPrefix(" = ") && !self[..<index].hasSuffix(": ")
        if end > index, isWhole, !isAssigned { places.append(index..<end) }
      default: break
      }
      last = character
      index = self.index(after: index)
    }
    return places
  }
}

extension Character {
  fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}
