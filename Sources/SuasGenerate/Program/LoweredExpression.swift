import CEL
import SuasProgram
import YAML

/// An expression with the names, types and conversions of generated code, in no language yet.
package final class LoweredExpression: Sendable {
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
    /// A constant of the spec that generated code has by its name.
    case named(CheckedConstant)
    /// A value of the function around: a parameter or a local constant.
    case local(Local)
    /// The number of an element, which is an index of the language: a local.
    case position(Local)
    case field(LoweredExpression, String)
    /// The contents of a variant's case; an error while another one is present.
    case contents(LoweredExpression, variant: String, name: String)
    case hasCase(LoweredExpression, variant: String, name: String)
    /// True if a value is not null.
    case isPresent(LoweredExpression)
    /// A value that the checker has shown not to be null.
    case known(LoweredExpression)
    /// The value of a `T?`, where null is an error.
    case unwrapped(LoweredExpression)
    /// The element of a list at an index.
    case element(LoweredExpression, LoweredExpression)
    /// The field of a record, or the contents of a variant's case, as an optional: none if it is null,
    /// or not the present case. The record may be an optional itself.
    case fieldIfAny(LoweredExpression, String)
    /// The element of a list at an index, or the value for a map's key, as an optional.
    case elementIfAny(LoweredExpression, LoweredExpression)
    /// The field of a part of a record; an error if it is not there.
    case part(LoweredExpression, String, of: String)
    /// The value for a map's key.
    case entry(LoweredExpression, LoweredExpression)
    /// The value at a place of the state that was opened before: its index or key is in range.
    case opened(LoweredExpression, LoweredExpression)
    case call(Overload, String, [LoweredExpression])
    case apply(CheckedFunction, [LoweredExpression])
    case selected(String, store: LoweredExpression)
    case now, identifier
    case and([LoweredExpression])
    case or([LoweredExpression])
    case conditional(LoweredExpression, LoweredExpression, LoweredExpression)
    case not(LoweredExpression)
    case equal(LoweredExpression, LoweredExpression, isNegated: Bool)
    /// True if two values have the same type and are the same; NaN is the same as itself.
    case same(LoweredExpression, LoweredExpression, isNegated: Bool)
    case list([LoweredExpression])
    case map([(key: LoweredExpression, value: LoweredExpression)])
    /// The list of those optionals that have a value.
    case presentElements([LoweredExpression])
    /// A map of those entries whose values, which are optionals, are there.
    case presentEntries([(key: LoweredExpression, value: LoweredExpression)])
    /// The value of an optional, or else another one.
    case otherwise(LoweredExpression, LoweredExpression)
    /// A record with a value for each field.
    case record([LoweredExpression])
    /// A variant with a case and, if that has fields, its contents.
    case variant(name: String, LoweredExpression?)
    case comprehension(Comprehension)
    /// A step on values whose types are known only when it runs.
    indirect case dynamic(Dynamic)
    case convert(LoweredExpression, Conversion)
    /// Text with values in it.
    case text([TextPiece])
    /// A part whose error quotes no value.
    case hiding(LoweredExpression)
    /// The named parts of a value as values for fields of a record.
    case mergedFields(LoweredExpression, of: String)
    case failure(code: String, message: String)
  }

  /// A step on values whose types are known only when it runs.
  package enum Dynamic: Sendable {
    /// The value of a field or key; for an optional, an optional.
    case select(LoweredExpression, String)
    /// The value of a field or key, if it is there.
    case selectIfAny(LoweredExpression, String)
    /// True if a field or key is there.
    case has(LoweredExpression, String)
    /// The element at an index or for a key; for an optional, an optional.
    case element(LoweredExpression, LoweredExpression)
    /// The element at an index or for a key, if it is there.
    case elementIfAny(LoweredExpression, LoweredExpression)
    /// The elements of a list, or the keys of a map.
    case elements(LoweredExpression)
    /// The elements of a list with their indices, or the values of a map with their keys.
    case entries(LoweredExpression)
    /// The element or entry at a place of the state.
    case opened(LoweredExpression, LoweredExpression)
    /// The field or entry at a place of the state.
    case openedMember(LoweredExpression, String)
    /// A call of a function; the overload is the first of these that takes the values.
    case call(String, [Overload], [LoweredExpression])
    /// The value as one of the type of the code, which the expression needs: an operand of `&&`, say.
    case expect(LoweredExpression)
    /// The value as one of the type of the code, which the place for it asks for.
    case fit(LoweredExpression, Purpose)
  }

  /// The place that a value has to fit, for the error if it does not fit.
  package enum Purpose: Sendable {
    /// A place in the state, or any other purpose.
    case place
    /// A field of a record that an expression makes; its depth is checked where the record is kept.
    case field
    /// The payload of an action: `invalid-payload`.
    case payload(of: String)
    /// An argument of a function of the spec.
    case argument(String, of: String)
    /// The result of a function of the spec.
    case result
  }

  package enum TextPiece: Sendable {
    case text(String)
    case value(LoweredExpression)
  }

  /// A conversion to the type of the code.
  package enum Conversion: Sendable {
    /// An enum as its text.
    case enumToText
    /// A text as an enum: `no-such-case` for any other text.
    case textToEnum(String)
    case intToDouble
    /// A value of any type as one whose type is known only at run time.
    case toAny
    /// A value as the optional that has it.
    case toOptional
    /// A value that is there as one of a type with null, which the languages do not tell apart.
    case toNullable
    /// The same conversion of each element of a list.
    indirect case elements(Conversion, from: ValueType)
    /// The same conversion of a value that may be null.
    indirect case nullable(Conversion, from: ValueType)
    /// The same conversion of the value of an optional.
    indirect case optional(Conversion, from: ValueType)
    /// Conversions of the keys and the values of a map; nil for keys or values that stay as they
    /// are.
    indirect case entries(Conversion?, Conversion?, from: ValueType)
  }

  package struct Comprehension: Sendable {
    package let kind: Expr.Comprehension.Kind
    package let range: LoweredExpression
    package let variables: [Local]
    package let filter: LoweredExpression?
    package let start: LoweredExpression?
    package let body: LoweredExpression
  }
}

/// A named value of a function: a parameter, a local constant or the variable of a macro.
package struct Local: Sendable, Hashable {
  /// The name, in the words of the spec and unique where it is visible.
  package let name: String

  package init(_ name: String) { self.name = name }
}
