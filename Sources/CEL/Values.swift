/// Locks, for the files that generated Swift has too, which cannot import them.
@_exported public import Locking
/// The values of expressions, which a store without expressions has as well.
@_exported public import Values
