/// The names of parts that no spec names, such as the program's state, its store, and the types
/// that hold its functions.
///
/// Programs of several specs in one module or package have names of their own.
package struct FixedNames: Sendable {
  /// The name that the user gives the program; nil for none.
  private let program: String?

  package init(of program: String?) { self.program = program }

  /// The name of a part, which begins with the program's name, if it has one; it replaces `App`.
  func of(_ part: String) -> String {
    guard let program else { return part }
    return program + (part.hasPrefix("App") ? part.dropFirst(3) : part[...])
  }

  /// A name that is made from an author's word, with the program's name before it, if it has one.
  func own(_ name: String) -> String { (program ?? "") + name }

  /// The name of a type of records, which begins with the program's name if no author chose it.
  func type(_ name: String, of layout: RecordLayout) -> String {
    layout.isStoreOfVersion ? own(name) : name
  }

  var state: String { of("AppState") }
  var store: String { of("AppStore") }
  var action: String { of("AppAction") }

  /// The names of parts that no type of the spec may have; none if the program has no name, because
  /// each language then keeps them from the spec's types itself.
  func taken(_ parts: [String]) -> [String] { program == nil ? [] : parts.map(of) }

  /// True if a text can be the name of a program: it must be the name of a type by the conventions
  /// of all languages.
  package static func isProgramName(_ text: String) -> Bool {
    guard let first = text.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first else {
      return false
    }
    return text.utf8.count <= longest
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
      }
  }

  private static let longest = 60
}
