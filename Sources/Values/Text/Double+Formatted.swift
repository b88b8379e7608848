#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension Double {
  /// Returns the exact value rounded to `precision` decimals, half to even.
  package func formatted(_ precision: Int, exponent: Bool) -> String {
    let format = exponent ? "%.*e" : "%.*f"
    return withVaList([CInt(precision), self]) { arguments in
      // 309 digits before the point, a sign, the point and the precision.
      var buffer = [CChar](repeating: 0, count: 330 + precision)
      let count = vsnprintf(&buffer, buffer.count, format, arguments)
      return String(decoding: buffer.prefix(Int(count)).map(UInt8.init), as: UTF8.self)
    }
  }
}
