/// A value that expressions work on.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case list(List)
  case map(Map)
  case record(Record)
  case type(Type)
}
