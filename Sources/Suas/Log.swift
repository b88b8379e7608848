import Logging

/// Where the store reports what nobody else listens for.
let logger = Logger(label: "Suas")
