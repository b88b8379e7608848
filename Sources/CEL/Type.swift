/// The type of an expression (CEL spec, "Gradual Type Checking").
public indirect enum Type: Hashable, Sendable {
  case null
  case bool
  case int
  case uint
  case double
  case string
  case bytes
  case timestamp
  case duration
  case list(Type)
  case map(key: Type, value: Type)
  /// A record by its name; the environment's ``Types`` know its fields.
  case record(String)
  /// The type of a type: `type(1)` has type `type(int)`.
  case type(Type)
  /// Not known before it runs.
  case dyn
  /// A type parameter of an overload.
  case parameter(String)
  /// A type with a name and parameters that is none of the above: `optional_type(T)` among them.
  case abstract(String, [Type])
}
