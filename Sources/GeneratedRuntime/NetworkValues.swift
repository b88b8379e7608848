// Internet addresses and networks as values whose types are known only when they are there.

extension IPAddress: OpaqueValue {
  package static var typeName: String { "net.IP" }
}
extension CIDR: OpaqueValue {
  package static var typeName: String { "net.CIDR" }
}
