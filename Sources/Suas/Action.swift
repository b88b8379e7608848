public protocol Action {}
