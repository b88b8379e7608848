// Internet addresses and networks as values whose types are known only when they are there.

extension IPAddress: OpaqueValue { static var typeName: String { "net.IP" } }
extension CIDR: OpaqueValue { static var typeName: String { "net.CIDR" } }
