import CEL
import SuasProgram

/// An expression whose names, types and conversions are those of generated code, in no language yet.
package final class Code: Sendable {
  package let kind: Kind
  package let type: ValueType
  /// True if the evaluation can meet an error.
  package let canFail: Bool

  package init(_ kind: Kind, _ type: ValueType, canFail: Bool) {
    self.kind = kind
    self.type = type
    self.canFail = canFail
  }

  package enum Kind: Sendable {
    case constant(Value)
    /// A value of the function around: a parameter or a local constant.
    case local(Local)
    /// The number of an element, which is an index of the language: a local.
    case position(Local)
    case field(Code, String)
    /// The contents of a variant's case; an error while another one is present.
    case contents(Code, variant: String, name: String)
    case hasCase(Code, variant: String, name: String)
    /// True if a value is not null.
    case isPresent(Code)
    /// A value that the checker has shown not to be null.
    case known(Code)
    /// The value of a `T?`, where null is an error.
    case unwrapped(Code)
    /// The element of a list at an index.
    case element(Code, Code)
    /// A member of a value whose type is known only at run time.
    case member(Code, String)
    case hasMember(Code, String)
    /// Such a value as a text.
    case textOfAny(Code)
    /// The elements of such a value, or the keys of its members.
    case elements(Code)
    /// The value for a map's key.
    case entry(Code, Code)
    /// The value at a place of the state that was opened before: its index or key is in range.
    case opened(Code, Code)
    case call(Overload, String, [Code])
    case apply(CheckedFunction, [Code])
    case constantNamed(String)
    case selected(String, store: Code)
    case now, identifier
    case and([Code])
    case or([Code])
    case conditional(Code, Code, Code)
    case not(Code)
    case equal(Code, Code, isNegated: Bool)
    case list([Code])
    case map([(key: Code, value: Code)])
    /// A record with a value for each field.
    case record([Code])
    /// A variant with a case and, if that has fields, its contents.
    case variant(name: String, Code?)
    case comprehension(Comprehension)
    /// A step on a value whose type is known only when it runs.
    indirect case dynamic(Dynamic)
    case convert(Code, Conversion)
    /// Text with values in it.
    case text([TextPiece])
    /// A part whose error quotes no value.
    case hiding(Code)
    case failure(code: String, message: String)
  }

  /// A step on a value whose type is known only when it runs.
  package enum Dynamic: Sendable {
    /// The value of a field or key.
    case select(Code, String)
    /// The value of a field or key, if it is there.
    case selectOptional(Code, String)
    /// A call of a function whose overload is chosen by the values.
    case call(String, [Code])
    /// True if a field or key is there.
    case has(Code, String)
    /// The element at an index or for a key.
    case element(Code, Code)
    /// The elements of a list, or the keys of a map.
    case elements(Code)
    /// The value as one of the type of the code.
    case fit(Code)
  }

  package enum TextPiece: Sendable {
    case text(String)
    case value(Code)
  }

  /// A conversion to the type of the code.
  package enum Conversion: Sendable {
    /// An enum as its text.
    case enumToText
    /// A text as an enum: `no-such-case` for any other text.
    case textToEnum(String)
    case intToDouble
    /// A value whose type is known only at run time as one of a type, for the payload of an action.
    case fromAny(action: String?)
    /// The same conversion of each element of a list.
    indirect case elements(Conversion, from: ValueType)
    /// The same conversion of a value that may be null.
    indirect case nullable(Conversion, from: ValueType)
  }

  package struct Comprehension: Sendable {
    package let kind: Expr.Comprehension.Kind
    package let range: Code
    package let variables: [Local]
    package let filter: Code?
    package let start: Code?
    package let body: Code
  }
}

/// A named value of a function: a parameter, a local constant or the variable of a macro.
package struct Local: Sendable, Hashable {
  /// The name, in the words of the spec and unique where it is visible.
  package let name: String

  package init(_ name: String) { self.name = name }
}
